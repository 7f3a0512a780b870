/** The error catalogue: code → exact text, where it shows, HTTP status, rule. Slots in a text type its context (S8). */
import type { AlertId } from './alerts.js'
import { errorAlerts } from './errorTexts.js'
import {
  LatchkeyError as AnyLatchkeyError,
  anyErrorText,
  type ErrorArguments,
  type ErrorCode,
  type ErrorContext,
  type FirstErrorCode,
  type NeedsContext,
} from './latchkeyError.js'

export {
  type AlertEntry,
  type AlertId,
  alertIds,
  alertOfProviderError,
  alerts,
  providerErrors,
} from './alerts.js'
export { alertText } from './alertText.js'
export { type ChainErrorKind, chainErrorKind, chainErrors, isExecutionReverted } from './chainErrors.js'
export { type ErrorEntry, errors, type Show } from './errorTable.js'
export { notices } from './errorTexts.js'
export { fillSlots } from './fillSlots.js'
export type {
  ContextOf,
  ErrorArguments,
  ErrorCode,
  ErrorContext,
  FirstErrorCode,
  Slots,
} from './latchkeyError.js'
export { parseRetryAfter } from './retryAfter.js'
export {
  isRetryableRpcCode,
  isRetryableStatus,
  isUserRejection,
  type RpcErrorName,
  retryRpcCodes,
  retryStatuses,
  rpcCodes,
  rpcErrorName,
  rpcErrors,
} from './rpcErrors.js'
export { type TrackedEvent, trackedEvents } from './trackedEvents.js'

export type LatchkeyError<Code extends ErrorCode = ErrorCode> = AnyLatchkeyError<Code>

/** Of the codes whose texts are always there; `laterErrors.ts` has the class for all of them. */
export const LatchkeyError: new <Code extends FirstErrorCode>(
  code: Code,
  ...rest: ErrorArguments<Code>
) => AnyLatchkeyError<Code> = AnyLatchkeyError

/** The text of a code with its slots filled, for places that show it without throwing. */
export const errorText: <Code extends FirstErrorCode>(
  code: Code,
  ...rest: NeedsContext<Code> extends true ? [ErrorContext<Code>] : [ErrorContext<Code>?]
) => string = anyErrorText

/**
 * True for our errors, by name and code rather than by class: two copies of this package on one page, or an error
 * that crossed a realm, must still be recognised.
 */
export function isLatchkeyError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is LatchkeyError<Code> {
  if (!(error instanceof Object) || !('name' in error) || error.name !== 'LatchkeyError') return false
  if (!('code' in error) || typeof error.code !== 'string') return false
  // Which codes there are is not asked: a page does not carry the texts of all of them.
  return code === undefined ? /^[a-z-]+\.[a-z-]+$/.test(error.code) : error.code === code
}

/** The alert a code raises, with its explanation filled in; undefined for codes that raise none. */
export function alertOf(code: ErrorCode): AlertId | undefined {
  const raised: { readonly [code in ErrorCode]?: AlertId } = errorAlerts
  return raised[code]
}

/** S8-13: the service's first reason, else the catalogue's own text. */
export function firstReason(answer: unknown, fallback: string): string {
  if (!(answer instanceof Object) || !('reasons' in answer) || !Array.isArray(answer.reasons)) return fallback
  const first: unknown = answer.reasons[0]
  if (!(first instanceof Object) || !('description' in first)) return fallback
  return typeof first.description === 'string' && first.description !== '' ? first.description : fallback
}
