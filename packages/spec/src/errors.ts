/** The error catalogue: code → exact text, where it shows, HTTP status, rule. Slots in a text type its context (S8). */
import type { AlertId } from './alerts.js'
import { errorAlerts, errorTexts } from './errorTexts.js'
import { fillSlots } from './fillSlots.js'

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

export type ErrorCode = keyof typeof errorTexts

/** The slot names of a text: `'after {n} seconds'` gives `'n'`. */
export type Slots<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? Slot | Slots<Rest>
  : never

/** `{n}` is always a count; every other slot is a name or an id. */
type SlotValue<Slot extends string> = Slot extends 'n' ? number : string | number

/** What the text needs, plus anything that helps whoever reads the log. */
export type ContextOf<Text extends string> = {
  readonly [Slot in Slots<Text>]: SlotValue<Slot>
} & { readonly [detail: string]: unknown }

export type ErrorContext<Code extends ErrorCode> = ContextOf<(typeof errorTexts)[Code]>

type NeedsContext<Code extends ErrorCode> = [Slots<(typeof errorTexts)[Code]>] extends [never] ? false : true

/** A code without slots may leave its context out; a code with slots may not. */
export type ErrorArguments<Code extends ErrorCode> =
  NeedsContext<Code> extends true
    ? [context: ErrorContext<Code>, options?: { cause?: unknown }]
    : [context?: ErrorContext<Code>, options?: { cause?: unknown }]

export class LatchkeyError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'LatchkeyError'
  readonly code: Code
  readonly context: ErrorContext<Code>

  constructor(code: Code, ...[context, options]: ErrorArguments<Code>) {
    // Absent only for codes without slots, whose context has no required key.
    const given = (context ?? {}) as ErrorContext<Code>
    super(fillSlots(errorTexts[code], given), options)
    this.code = code
    this.context = given
  }
}

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
  return code === undefined ? Object.hasOwn(errorTexts, error.code) : error.code === code
}

/** The text of a code with its slots filled, for places that show it without throwing. */
export function errorText<Code extends ErrorCode>(
  code: Code,
  ...[context]: NeedsContext<Code> extends true ? [ErrorContext<Code>] : [ErrorContext<Code>?]
): string {
  return fillSlots(errorTexts[code], context ?? {})
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
