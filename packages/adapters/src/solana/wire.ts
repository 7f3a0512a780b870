/** Transactions as they travel: signatures, then the message. Read here as far as it must be known who signs. */
import { base58 } from './base58.js'

export interface WireTransaction {
  /** In the order of `signers`; all zeros where one is missing. */
  readonly signatures: readonly Uint8Array[]
  /** What is signed. */
  readonly message: Uint8Array
  /** Who must sign, whoever pays first. */
  readonly signers: readonly string[]
  readonly version: 'legacy' | number
}

export const signatureLength = 64
export const keyLength = 32
const versionFlag = 0x80

/** A transaction is never longer, so neither is anything that is read here. */
export const mostTransactionBytes = 1232

/** `undefined` for what is no transaction. */
export function readTransaction(bytes: Readonly<Uint8Array>): WireTransaction | undefined {
  if (bytes.length > mostTransactionBytes) return undefined
  const [count, start] = compactNumber(bytes, 0)
  const at = start + count * signatureLength
  if (count === 0 || bytes.length <= at) return undefined
  const message = bytes.slice(at)
  const head = message[0] ?? 0
  const version = head & versionFlag ? head & ~versionFlag : 'legacy'
  const header = version === 'legacy' ? 0 : 1
  const required = message[header] ?? 0
  const [keys, first] = compactNumber(message, header + 3)
  if (required !== count || keys < required || message.length < first + keys * keyLength) return undefined
  const part = (source: Readonly<Uint8Array>, from: number, length: number) => (i: number) =>
    source.slice(from + i * length, from + (i + 1) * length)
  const indices = Array.from({ length: count }, (_, i) => i)
  return {
    signatures: indices.map(part(bytes, start, signatureLength)),
    message,
    signers: indices.map(part(message, first, keyLength)).map(base58),
    version,
  }
}

/** The transaction with one signature put in its place; `undefined` where that signer has none. */
export function withSignature(
  bytes: Readonly<Uint8Array>,
  signer: string,
  signature: Readonly<Uint8Array>,
): Uint8Array | undefined {
  const index = readTransaction(bytes)?.signers.indexOf(signer) ?? -1
  if (index < 0 || signature.length !== signatureLength) return undefined
  const signed = Uint8Array.from(bytes)
  signed.set(signature, compactNumber(bytes, 0)[1] + index * signatureLength)
  return signed
}

/** A number in one to three bytes of seven bits, low ones first, and where it ends. */
export function compactNumber(bytes: Readonly<Uint8Array>, start: number): readonly [number, number] {
  let value = 0
  for (let i = 0; i < 3; i++) {
    const byte = bytes[start + i] ?? 0
    value |= (byte & 0x7f) << (7 * i)
    if (!(byte & 0x80)) return [value, start + i + 1]
  }
  return [value, start + 3]
}
