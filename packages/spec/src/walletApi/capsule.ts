/** The capsule that a page keeps for its frame: D under a key of the server's, and a proof that goes to the server in its place. */
import * as v from 'valibot'
import { bytes, uuid } from './fields.js'
import { contextText } from './payloads.js'

/**
 * What the server is shown. The sealed share itself never goes there: the server holds the key of it and S, and the two
 * together would be the wallet.
 */
export const capsuleClaim = v.strictObject({
  deviceId: uuid,
  epoch: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  /** HMAC-SHA256 under HKDF(K_cap, `capsuleProof`) over `capsuleAad`. */
  proof: bytes(32),
})
export type CapsuleClaim = v.InferOutput<typeof capsuleClaim>

/** AAD of the sealed share (AES-256-GCM under HKDF(K_cap, `capsuleSeal`)), and what the proof is over. */
export function capsuleAad(capsule: {
  readonly projectId: string | undefined
  readonly origin: string
  readonly userId: string
  readonly deviceId: string
  readonly epoch: number
}): string {
  const { projectId = '', origin, userId, deviceId, epoch } = capsule
  return contextText('latchkey/capsule/v1', projectId, origin, userId, deviceId, epoch)
}

const form =
  /^v1\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,7})\.([A-Za-z0-9_-]{43})(?:\.([A-Za-z0-9_-]{60}))?$/

/** The token of FRAME_SESSION_UPDATE. `sealed` is 12 bytes of nonce, 17 of share and 16 of tag; absent before there is a share. */
export function writeCapsule(claim: CapsuleClaim, sealed?: string): string {
  const head = `v1.${claim.deviceId}.${claim.epoch}.${claim.proof}`
  return sealed === undefined ? head : `${head}.${sealed}`
}

/** Undefined for any other text: a page may hand in what it likes. */
export function readCapsule(text: string): { claim: CapsuleClaim; sealed: string | undefined } | undefined {
  const [, deviceId, epoch, proof, sealed] = form.exec(text) ?? []
  if (deviceId === undefined || proof === undefined) return undefined
  return { claim: { deviceId, epoch: Number(epoch), proof }, sealed }
}
