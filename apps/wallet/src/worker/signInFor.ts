/** Whether a request is nothing but a sign-in to the page that asks: the one kind of message that a click in the frame may approve (D-30). */
import { readSignIn } from '@latchkey/spec/signIn'
import type { ApprovalPayload } from '@latchkey/spec/walletApi'
import { base58, hex } from '@scure/base'
import * as v from 'valibot'

/** Read from the approved text itself, by every account's own spelling of a message. */
export function isSignInFor(payload: ApprovalPayload): boolean {
  const message = messageOf(payload)
  const data = message === undefined ? undefined : readSignIn(message)
  if (!data) return false
  const { domain, accountAddress, uri, resources = [] } = data
  const isHere = domain === new URL(payload.origin).host && URL.canParse(uri)
  if (!isHere || new URL(uri).origin !== payload.origin || resources.length > 0) return false
  return accountAddress === payload.account
}

function messageOf({ method, params }: ApprovalPayload): string | undefined {
  try {
    switch (method) {
      case 'personal_sign': {
        const [message] = v.parse(v.tuple([v.string(), v.string()]), params)
        return decode(hex.decode(message.slice(2).toLowerCase()))
      }
      case 'solana_signMessage':
        return decode(base58.decode(v.parse(v.looseObject({ message: v.string() }), params).message))
      case 'signMessage':
        return v.parse(v.looseObject({ message: v.string() }), params).message
      default:
        return undefined
    }
  } catch {
    return undefined
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes)
