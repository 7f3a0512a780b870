/** One job at a time, where the newest counts: each turn ends the one before it, and the kit ends them all. */
import type { Scope } from '../../scope.js'

export interface Turns {
  /** Ends what runs and begins anew; the signal says when it is over. */
  next(): AbortSignal
  stop(): void
}

export function createTurns(scope: Pick<Scope, 'add' | 'isClosed'>): Turns {
  let current: AbortController | undefined
  const stop = () => current?.abort()
  scope.add(stop)
  return {
    next() {
      stop()
      current = new AbortController()
      // What begins after the end of the kit is over before it begins.
      if (scope.isClosed) stop()
      return current.signal
    },
    stop,
  }
}
