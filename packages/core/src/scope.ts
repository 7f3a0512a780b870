/** What a kit must give back: cleanups are collected where a thing is opened and run once, newest first. */
import type { Clock } from './clock.js'

export interface Scope {
  /** Aborted when the scope closes. */
  readonly signal: AbortSignal
  readonly isClosed: boolean
  /** Owes `cleanup` to the end of the scope; the returned function pays it off early without running it. */
  add(cleanup: () => void): () => void
  /** Runs every cleanup; `reason` is what waits on the signal end with. */
  close(reason?: unknown): void
}

export function createScope(onError: (cause: unknown) => void = () => {}): Scope {
  const cleanups = new Set<() => void>()
  const controller = new AbortController()

  function run(cleanup: () => void) {
    try {
      cleanup()
    } catch (cause) {
      // One broken cleanup must not keep the others from running.
      onError(cause)
    }
  }

  return {
    signal: controller.signal,
    get isClosed() {
      return controller.signal.aborted
    },
    add(cleanup) {
      if (controller.signal.aborted) run(cleanup)
      // The same function may be owed twice, so each debt is its own entry.
      else {
        const entry = () => cleanup()
        cleanups.add(entry)
        return () => cleanups.delete(entry)
      }
      return () => {}
    },
    close(reason) {
      if (controller.signal.aborted) return
      controller.abort(reason)
      for (const cleanup of [...cleanups].reverse()) run(cleanup)
      cleanups.clear()
    },
  }
}

/** A clock whose timers end with the scope. */
export function createScopedClock(clock: Clock, scope: Scope): Clock {
  return {
    now: () => clock.now(),
    after(ms, run) {
      if (scope.isClosed) return () => {}
      const cancel = clock.after(ms, () => {
        release()
        run()
      })
      const release = scope.add(cancel)
      return () => {
        release()
        cancel()
      }
    },
  }
}
