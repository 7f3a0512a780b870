/** A request as it is shown, approved and signed: one text, made once, that nothing is added to afterwards (I12). */
import {
  type ApprovalPayload,
  approvalDigestText,
  approvalPayload,
  approvalPayloadText,
} from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { textBytes, toBase64url } from '../../keys/bytes.js'
import { invalidParams } from './rpcFailure.js'

export interface Frozen {
  readonly payload: ApprovalPayload
  readonly text: string
  readonly digest: string
}

/** What is kept is read back from the text: whatever object the page handed in has no more say. */
export async function freeze(asked: ApprovalPayload): Promise<Frozen> {
  const text = textOf(asked)
  const payload = v.parse(approvalPayload, JSON.parse(text))
  const hash = await crypto.subtle.digest('SHA-256', textBytes(approvalDigestText(text)))
  return { payload, text, digest: toBase64url(new Uint8Array(hash)) }
}

function textOf(asked: ApprovalPayload): string {
  try {
    return approvalPayloadText(asked)
  } catch {
    throw invalidParams('The parameters cannot be written down')
  }
}
