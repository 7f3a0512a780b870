/** What is derived from the secret besides accounts: the recovery key, the check value, and the key that pins passkeys. */
import { hkdfInfos } from '@latchkey/spec/walletApi'
import { p256 } from '@noble/curves/nist.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, textBytes, wipe } from './bytes.js'

export interface RecoveryKey {
  /** The scalar, 32 bytes. */
  readonly secret: Bytes
  /** The uncompressed point, 65 bytes. */
  readonly point: Bytes
}

export function stretch(secret: Uint8Array, info: string, length: number, salt?: Uint8Array): Bytes {
  return new Uint8Array(hkdf(sha256, secret, salt, textBytes(info), length))
}

/** Whoever holds the secret can make it again, so nobody can slip another in; whoever holds it does not hold the secret. */
export function recoveryKeyOf(secret: Uint8Array, walletId: string): RecoveryKey {
  // 48 bytes over a range of 32: what the remainder prefers is not measurable.
  const wide = stretch(secret, hkdfInfos.recoveryKey(walletId), 48)
  const scalar = (bytesToNumberBE(wide) % (p256.Point.Fn.ORDER - 1n)) + 1n
  wipe(wide)
  const key = new Uint8Array(numberToBytesBE(scalar, 32))
  return { secret: key, point: recoveryPointOf(key) }
}

/** The public half of a recovery key that came out of a factor. */
export function recoveryPointOf(secret: Uint8Array): Bytes {
  return new Uint8Array(p256.getPublicKey(secret, false))
}

export const checkValueOf = (secret: Uint8Array, walletId: string): Bytes =>
  stretch(secret, hkdfInfos.checkValue(walletId), 8)

export const pinningKeyOf = (secret: Uint8Array, walletId: string): Bytes =>
  stretch(secret, hkdfInfos.pinnedPasskeys(walletId), 32)
