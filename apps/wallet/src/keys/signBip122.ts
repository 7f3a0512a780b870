/** Messages signed by the Bitcoin address of a wallet: BIP-322, the simple form, by a key of P2WPKH. */
import { messageDigest } from '@latchkey/verify/bitcoin'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64 } from '@scure/base'
import type { AccountKey } from './deriveKeys.js'

const sighashAll = 1

/** The witness in base64: two items, the signature with its kind and the public key. */
export function signBip122Message({ privateKey, publicKey, address }: AccountKey, message: string): string {
  const digest = messageDigest(address, message)
  const der = secp256k1.sign(digest, privateKey, { prehash: false, format: 'der' })
  const signature = Uint8Array.of(...der, sighashAll)
  return base64.encode(Uint8Array.of(2, signature.length, ...signature, publicKey.length, ...publicKey))
}
