/** Seals a device's share for the page to keep, and opens it again: the key of it comes from the server, the share never goes there. */
import { capsuleKeyAad, type HpkeSealed, hkdfInfos } from '@latchkey/spec/walletApi'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, textBytes, toBase64url, wipe } from '../keys/bytes.js'
import { stretch } from '../keys/derived.js'
import type { Receiver } from '../keys/hpke.js'
import { unwrap, wrap } from '../keys/wrap.js'

export interface CapsulePlace {
  /** K_cap, sealed to this worker. */
  readonly key: HpkeSealed
  readonly deviceId: string
  /** `capsuleAad` of the page, the person, the device and the epoch. */
  readonly aad: string
}

/** `proof` is what the server is shown in place of the capsule; `sealed` is absent while the device has no share. */
export async function sealCapsule(
  receiver: Receiver,
  { key, deviceId, aad }: CapsulePlace,
  d: Bytes | undefined,
): Promise<{ readonly proof: string; readonly sealed: string | undefined }> {
  const whole = await receiver.open(key, capsuleKeyAad(deviceId, 'write'))
  const seal = stretch(whole, hkdfInfos.capsuleSeal(), 32)
  const prove = stretch(whole, hkdfInfos.capsuleProof(), 32)
  try {
    return {
      proof: toBase64url(hmac(sha256, prove, textBytes(aad))),
      sealed: d && (await wrap(seal, d, aad)),
    }
  } finally {
    wipe(whole, seal, prove)
  }
}

/** Rejects a capsule of another page, person, device or epoch, and one that was changed. */
export async function openCapsule(
  receiver: Receiver,
  { key, deviceId, aad }: CapsulePlace,
  sealed: string,
): Promise<Bytes> {
  const whole = await receiver.open(key, capsuleKeyAad(deviceId, 'open'))
  const seal = stretch(whole, hkdfInfos.capsuleSeal(), 32)
  try {
    return await unwrap(seal, sealed, aad)
  } catch {
    throw new RangeError('The capsule of this page does not open')
  } finally {
    wipe(whole, seal)
  }
}
