/** Bytes as the wallet writes them: base64url without padding on the wire, UTF-8 for texts. */
import { base64urlnopad } from '@scure/base'

/** Bytes that WebCrypto takes: backed by memory of their own, not shared. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

export const textBytes = (text: string): Bytes => encoder.encode(text)

export const toBase64url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes)

/** Throws for any other text. */
export const fromBase64url = (text: string): Bytes => new Uint8Array(base64urlnopad.decode(text))

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** Takes the same time wherever the two differ. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at += 1) difference |= (one[at] ?? 0) ^ (other[at] ?? 0)
  return difference === 0
}

/** Secrets do not outlive their use, as far as a language with a garbage collector lets one say so. */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0)
}
