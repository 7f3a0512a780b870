/** One attempt per namespace: a newer one ends the older, whose late answer then changes nothing. */
import type { Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { KitContext } from '../context.js'
import type { RunningAttempt } from '../jobs.js'
import type { Attempt } from '../state.js'
import { anySignal } from '../within.js'
import { changeConnection } from './change.js'

export interface StartAttemptInput {
  readonly namespace: Namespace
  readonly kind: Attempt['kind']
  readonly connectorId?: string
  readonly signal?: AbortSignal | undefined
}

export function startAttempt(
  context: KitContext,
  { namespace, kind, connectorId, signal }: StartAttemptInput,
): RunningAttempt {
  abortAttempt(context, namespace)
  const controller = new AbortController()
  const { scope, attempts, nextId } = context.jobs
  const merged = anySignal([controller.signal, scope.signal, signal])
  const attempt: RunningAttempt = {
    id: nextId(),
    namespace,
    signal: merged.signal,
    abort: (reason) => controller.abort(reason),
    release: merged.release,
  }
  attempts.set(namespace, attempt)
  changeConnection(context, namespace, {
    type: 'attemptStarted',
    attempt: {
      id: attempt.id,
      kind,
      connectorId,
      startedAt: context.clock.now(),
      uri: undefined,
      uriExpiresAt: undefined,
    },
  })
  return attempt
}

/** Ends an attempt, with the reason to show if it failed. An attempt that was overtaken says nothing. */
export function endAttempt(context: KitContext, attempt: RunningAttempt, error?: LatchkeyError): void {
  attempt.release()
  const { attempts } = context.jobs
  if (attempts.get(attempt.namespace) === attempt) attempts.delete(attempt.namespace)
  changeConnection(context, attempt.namespace, { type: 'attemptEnded', attemptId: attempt.id, error })
}

/** Gives up whatever the namespace waits for. */
export function abortAttempt(context: KitContext, namespace: Namespace): void {
  const attempt = context.jobs.attempts.get(namespace)
  if (!attempt) return
  context.jobs.attempts.delete(namespace)
  attempt.abort(new LatchkeyError('request.aborted'))
  endAttempt(context, attempt)
}

/** False once it was overtaken, given up or too late: then its answer must change nothing. */
export const isCurrent = (context: KitContext, attempt: RunningAttempt): boolean =>
  context.jobs.attempts.get(attempt.namespace) === attempt && !attempt.signal.aborted
