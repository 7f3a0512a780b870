/** Puts what a wallet threw into the catalogue's words; the wallet's own error is kept as the cause. */
import { isLatchkeyError, isUserRejection, LatchkeyError } from '@latchkey/spec/errors'

/** What a failed connection is called. */
export function connectError(cause: unknown, wallet: string, signal?: AbortSignal): LatchkeyError {
  if (isLatchkeyError(cause)) return cause
  // Whatever reason the caller gave for giving up, they did.
  if (signal?.aborted) return new LatchkeyError('request.aborted', { wallet }, { cause })
  if (isUserRejection(cause)) return new LatchkeyError('connection.rejected', { wallet }, { cause })
  if (isAlreadyAsking(cause)) return new LatchkeyError('connection.pending', { wallet }, { cause })
  if (isAbort(cause)) return new LatchkeyError('request.aborted', { wallet }, { cause })
  return new LatchkeyError('connection.failed', { wallet }, { cause })
}

/** The wallet's screen still shows an earlier question, perhaps of a page that was reloaded since. */
const isAlreadyAsking = (cause: unknown): boolean =>
  cause instanceof Object && 'code' in cause && cause.code === -32002

export const isAbort = (cause: unknown): boolean =>
  isLatchkeyError(cause, 'request.aborted') || (cause instanceof Error && cause.name === 'AbortError')

const unrecognisedChain: readonly unknown[] = [4902, 5000, 32603, -32603]
const causeDepth = 8

/** S4-24, S8-32: the wallet does not know the network. Libraries wrap the wallet's answer, so causes are searched. */
export function isUnrecognisedChain(error: unknown, depth = causeDepth): boolean {
  if (depth === 0 || !(error instanceof Object) || isUserRejection(error)) return false
  if ('code' in error && unrecognisedChain.includes(error.code)) return true
  return 'cause' in error && isUnrecognisedChain(error.cause, depth - 1)
}
