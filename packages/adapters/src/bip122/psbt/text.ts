/** Bytes as text: hex, and base64 as PSBTs travel. */

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** `undefined` for what is neither hex nor base64. */
export function fromText(text: string): Uint8Array | undefined {
  const trimmed = text.trim()
  if (/^(?:[0-9a-f]{2})+$/i.test(trimmed)) {
    return Uint8Array.from(trimmed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  }
  try {
    return Uint8Array.from(atob(trimmed), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
