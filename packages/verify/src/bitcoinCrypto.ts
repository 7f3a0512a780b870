/** Bitcoin's hashes, and its two kinds of signature. Pages carry this too, so the curve is the smallest library of it. */
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hashes, Point, recoverPublicKey, schnorr, verify } from '@noble/secp256k1'
import { holds, join, textBytes } from './bytes.js'

export { sha256 } from '@noble/hashes/sha2.js'

/** SHA-256 of SHA-256, as Bitcoin hashes messages and transactions. */
export const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
/** RIPEMD-160 of SHA-256: how a key stands in an address. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))

/** BIP-340 */
export function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const mark = sha256(textBytes(tag))
  return sha256(join(mark, mark, bytes))
}

/** A signature in DER, as scripts carry it, without the byte for its hash type. */
export function isEcdsa(signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean {
  const compact = fromDer(signature)
  return compact !== undefined && holds(() => verify(compact, digest, key, { prehash: false, lowS: false }))
}

/** A signature of BIP-340, by the x coordinate of a key. */
export function isSchnorr(signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean {
  // The library brings no hash of its own.
  hashes.sha256 ??= sha256
  return holds(() => schnorr.verify(signature, digest, key))
}

/** The key behind a signature of 65 bytes, of which the first says which of four it is; short and long. */
export function recoverKey(
  signature: Uint8Array,
  digest: Uint8Array,
): { readonly short: Uint8Array; readonly long: Uint8Array } {
  const short = recoverPublicKey(signature, digest, { prehash: false })
  return { short, long: Point.fromBytes(short).toBytes(false) }
}

/** BIP-66: exactly one way to write a signature, `30 length 02 length r 02 length s`. */
function fromDer(der: Uint8Array): Uint8Array | undefined {
  if (der.length < 8 || der.length > 72 || der[0] !== 0x30 || der[1] !== der.length - 2) return undefined
  const r = numberAt(der, 2)
  const s = r && numberAt(der, r.end)
  return s && s.end === der.length ? join(r.bytes, s.bytes) : undefined
}

/** A number without its sign, in 32 bytes. */
function numberAt(
  der: Uint8Array,
  at: number,
): { readonly bytes: Uint8Array; readonly end: number } | undefined {
  const length = der[at + 1] ?? 0
  const end = at + 2 + length
  if (der[at] !== 0x02 || length === 0 || end > der.length) return undefined
  const [first = 0, second = 0] = der.slice(at + 2, end)
  // A first byte above 127 would be a minus sign; a zero is there only to prevent that.
  if (first > 0x7f || (first === 0 && length > 1 && second <= 0x7f)) return undefined
  const digits = der.slice(at + 2 + (first === 0 ? 1 : 0), end)
  if (digits.length > 32) return undefined
  return { bytes: join(new Uint8Array(32 - digits.length), digits), end }
}
