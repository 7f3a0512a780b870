/** The text of a request: one form, one digest. */
import { createHash } from 'node:crypto'
import { approvalDigestText, approvalPayload, approvalPayloadText } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { WalletRefusal } from '../http/refusal.js'

export const digestOf = (payload: string): string =>
  createHash('sha256').update(approvalDigestText(payload)).digest('base64url')

/** DIGEST for a text that could be read in two ways: the frame hashes canonical JSON and nothing else. */
export function readPayload(text: string): v.InferOutput<typeof approvalPayload> {
  try {
    const payload = v.parse(approvalPayload, JSON.parse(text))
    if (approvalPayloadText(payload) === text) return payload
  } catch {
    // No JSON, not the shape, or too deep: none of them is what was agreed.
  }
  throw new WalletRefusal('DIGEST')
}
