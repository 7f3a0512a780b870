/** One job at a time, where the newest counts: each turn ends the one before it, and the kit ends them all. */
export interface Turns {
  /** Ends what runs and begins anew; the signal says when it is over. */
  next(): AbortSignal
  stop(): void
}

export function createTurns(scope: { add(cleanup: () => void): unknown }): Turns {
  let current: AbortController | undefined
  const stop = () => current?.abort()
  scope.add(stop)
  return {
    next() {
      stop()
      current = new AbortController()
      return current.signal
    },
    stop,
  }
}
