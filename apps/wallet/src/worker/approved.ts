/** The one request that was approved: read from the very text whose digest the person confirmed. */
import {
  type ApprovalPayload,
  approvalDigestText,
  approvalPayload,
  approvalPayloadText,
} from '@latchkey/spec/walletApi'
import { sha256 } from '@noble/hashes/sha2.js'
import * as v from 'valibot'
import { textBytes, toBase64url } from '../keys/bytes.js'

export const digestOf = (payloadText: string): string =>
  toBase64url(sha256(textBytes(approvalDigestText(payloadText))))

/** Throws where the text is not the one that was approved, or could be read in two ways. */
export function readApproved(payloadText: string, digest: string): ApprovalPayload {
  if (digestOf(payloadText) !== digest) throw new RangeError('The request is not the one that was approved')
  const payload = v.parse(approvalPayload, JSON.parse(payloadText))
  if (approvalPayloadText(payload) !== payloadText)
    throw new RangeError('The request is not in canonical form')
  return payload
}
