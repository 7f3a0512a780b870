/** Signatures come as hex, base64 or base58, depending on the wallet; here they become bytes, or nothing. */
import { base58, base64, hex } from '@scure/base'

const encoder = new TextEncoder()

export const textBytes = (text: string): Uint8Array => encoder.encode(text)

/** Longer than any signature that is understood here. */
const longest = 4096

export function fromHex(text: string): Uint8Array | undefined {
  return read(text.replace(/^0x/i, '').toLowerCase(), hex.decode)
}

export const fromBase58 = (text: string): Uint8Array | undefined => read(text, base58.decode)

export const fromBase64 = (text: string): Uint8Array | undefined => read(text, base64.decode)

function read(text: string, decode: (text: string) => Uint8Array): Uint8Array | undefined {
  if (text.length === 0 || text.length > longest) return undefined
  try {
    return decode(text)
  } catch {
    return undefined
  }
}

/** Byte by byte; for what is public, since it takes longer the more is the same. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** One after the other, in new memory. */
export function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A check that throws where the input is no key or no signature at all says no. */
export function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
