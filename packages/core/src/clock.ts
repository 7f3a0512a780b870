/** Time as a dependency: every wait in the kit goes through a clock, so tests advance time instead of sleeping. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `run` once after `ms`; the returned function cancels it and may be called at any time. */
  after(ms: number, run: () => void): () => void
}

/** The clock of the machine the kit runs on. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
}
