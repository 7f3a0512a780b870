/** Bitcoin's hashes, and its two kinds of signature. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { holds, join, textBytes } from './bytes.js'

export { sha256 } from '@noble/hashes/sha2.js'

export const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))

/** BIP-340 */
export function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const mark = sha256(textBytes(tag))
  return sha256(join(mark, mark, bytes))
}

/** A signature in DER, as scripts carry it, without the byte for its hash type. */
export const isEcdsa = (signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean =>
  holds(() => secp256k1.verify(signature, digest, key, { prehash: false, format: 'der', lowS: false }))

export const isSchnorr = (signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean =>
  holds(() => schnorr.verify(signature, digest, key))
