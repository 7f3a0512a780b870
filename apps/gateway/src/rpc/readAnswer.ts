/** Reads what an upstream answered to one call, and judges it: an answer, worth another try, or no use. */
import { chainErrorKind, isRetryableRpcCode, isRetryableStatus } from '@latchkey/spec/errors'
import * as v from 'valibot'
import type { OutboundAnswer } from '../ports/outbound.js'
import type { Hide } from './hideAddress.js'
import { memberTexts } from './slices.js'

export type RpcOutcome =
  | { readonly kind: 'result'; readonly result: string }
  | {
      readonly kind: 'error'
      readonly code: number
      readonly message: string
      readonly data: string | undefined
    }

export type Reading =
  | { readonly is: 'answer'; readonly outcome: RpcOutcome }
  /** The upstream may do better later (S8-33). `outcome` is what it said, where it said something. */
  | {
      readonly is: 'retry'
      readonly why: string
      readonly retryAfter?: string
      readonly outcome?: RpcOutcome
    }
  /** Asking it again would not help. */
  | { readonly is: 'useless'; readonly why: string }

const envelope = v.looseObject({
  result: v.optional(v.unknown()),
  error: v.optional(
    v.nullable(v.looseObject({ code: v.pipe(v.number(), v.integer()), message: v.optional(v.string(), '') })),
  ),
})

export function readAnswer({ status, text, retryAfter }: OutboundAnswer, hide: Hide): Reading {
  const isAnswer = (status >= 200 && status < 300) || status === 400
  if (!isAnswer) {
    const why = `status ${status}`
    if (!isRetryableStatus(status)) return { is: 'useless', why }
    return { is: 'retry', why, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
  const parsed = parse(text)
  const quick = quickReading(parsed)
  if (quick) return quick
  const read = v.safeParse(envelope, parsed)
  if (!read.success) return { is: 'useless', why: 'not JSON-RPC' }
  const members = memberTexts(text)
  const { error } = read.output
  if (!error) {
    const result = members.get('result')
    return result === undefined
      ? { is: 'useless', why: 'neither result nor error' }
      : { is: 'answer', outcome: { kind: 'result', result } }
  }
  const data = memberTexts(members.get('error') ?? '{}').get('data')
  const outcome: RpcOutcome = {
    kind: 'error',
    code: error.code,
    ...withoutAddress(error.message, data, hide),
  }
  // Some nodes call a revert, or a nonce that is too low, an internal error; every other node would say the same (S4-19).
  const isWorthAnother = isRetryableRpcCode(error.code) && chainErrorKind(error.message) === undefined
  return isWorthAnother ? { is: 'retry', why: `code ${error.code}`, outcome } : { is: 'answer', outcome }
}

const hex = /^0x[0-9a-f]*$/i

/** What nearly all answers are: one text of digits, which is the same however it was written. Undefined: look closer. */
export function quickReading(answer: unknown): Reading | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
  const { result, error } = answer as { readonly result?: unknown; readonly error?: unknown } // of an object anything may be asked
  if (typeof result !== 'string' || (error !== undefined && error !== null) || !hex.test(result))
    return undefined
  return { is: 'answer', outcome: { kind: 'result', result: `"${result}"` } }
}

/** Providers like to name their own address, key included, in errors about quotas. Data that does so is left out. */
function withoutAddress(message: string, data: string | undefined, hide: Hide) {
  // Written anew, because an escape may hide any letter.
  const plain = data === undefined ? '' : JSON.stringify(parse(data))
  return {
    message: hide(message.replace(/\b(?:https?|wss?):\/\/\S+/gi, '[address]')),
    data: plain.includes('://') || hide(plain) !== plain ? undefined : data,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
