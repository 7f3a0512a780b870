/** Waiting that can end: by an answer, a deadline or an abort, with everything opened for the wait closed again. */
import type { Clock } from './clock.js'

export interface WithinInput<T> {
  readonly clock: Clock
  readonly ms: number
  /** The error of a missed deadline. */
  readonly timeout: () => Error
  readonly signal?: AbortSignal | undefined
  /** Takes an answer that came when nobody waited any more. */
  readonly late?: (value: T) => void
}

/** Rejects with `signal.reason` on an abort and with `timeout()` on a missed deadline, whichever comes first. */
export function within<T>(
  work: Promise<T>,
  { clock, ms, timeout, signal, late }: WithinInput<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const cancel = clock.after(ms, () => end(() => reject(timeout())))
    const onAbort = () => end(() => reject(signal?.reason))

    function end(settle: () => void) {
      if (isOver) return
      isOver = true
      cancel()
      signal?.removeEventListener('abort', onAbort)
      settle()
    }

    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    work.then(
      (value) => (isOver ? late?.(value) : end(() => resolve(value))),
      (cause: unknown) => end(() => reject(cause)),
    )
  })
}

/** One signal for several reasons to stop. `release` must be called when the work is done. */
export function anySignal(signals: readonly (AbortSignal | undefined)[]): {
  readonly signal: AbortSignal
  release(): void
} {
  const controller = new AbortController()
  const sources = signals.filter((signal) => signal !== undefined)
  const onAbort = (event: Event) => abort(event.target as AbortSignal) // listeners are only added to signals
  function abort(source: AbortSignal) {
    release()
    controller.abort(source.reason)
  }
  function release() {
    for (const source of sources) source.removeEventListener('abort', onAbort)
  }
  for (const source of sources) source.addEventListener('abort', onAbort)
  const aborted = sources.find((source) => source.aborted)
  if (aborted) abort(aborted)
  return { signal: controller.signal, release }
}
