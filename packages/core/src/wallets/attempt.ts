/** One attempt per namespace: a newer one ends the older, whose late answer then changes nothing. */
import type { Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { RunningAttempt } from '../jobs.js'
import type { Kit } from '../kit.js'
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
  kit: Kit,
  { namespace, kind, connectorId, signal }: StartAttemptInput,
): RunningAttempt {
  abortAttempt(kit, namespace)
  const controller = new AbortController()
  const { scope, attempts, nextId } = kit.jobs
  const merged = anySignal([controller.signal, scope.signal, signal])
  const attempt: RunningAttempt = {
    id: nextId(),
    namespace,
    signal: merged.signal,
    abort: (reason) => controller.abort(reason),
    release: merged.release,
  }
  attempts.set(namespace, attempt)
  changeConnection(kit, namespace, {
    type: 'attemptStarted',
    attempt: {
      id: attempt.id,
      kind,
      connectorId,
      startedAt: kit.clock.now(),
      uri: undefined,
      uriExpiresAt: undefined,
    },
  })
  return attempt
}

/** Ends an attempt, with the reason to show if it failed. An attempt that was overtaken says nothing. */
export function endAttempt(kit: Kit, attempt: RunningAttempt, error?: LatchkeyError): void {
  attempt.release()
  const { attempts } = kit.jobs
  if (attempts.get(attempt.namespace) === attempt) attempts.delete(attempt.namespace)
  changeConnection(kit, attempt.namespace, { type: 'attemptEnded', attemptId: attempt.id, error })
}

/** Gives up whatever the namespace waits for. */
export function abortAttempt(kit: Kit, namespace: Namespace): void {
  const attempt = kit.jobs.attempts.get(namespace)
  if (!attempt) return
  kit.jobs.attempts.delete(namespace)
  attempt.abort(new LatchkeyError('request.aborted'))
  endAttempt(kit, attempt)
}

/** False once it was overtaken, given up or too late: then its answer must change nothing. */
export const isCurrent = (kit: Kit, attempt: RunningAttempt): boolean =>
  kit.jobs.attempts.get(attempt.namespace) === attempt && !attempt.signal.aborted
