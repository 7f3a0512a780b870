/** A clock that moves only when told to. */
import type { Clock } from '../ports/clock.js'

export interface FakeClock extends Clock {
  /** Moves on, running what falls due in order, and lets promises settle in between. */
  advance(ms: number): Promise<void>
  /** Timers that are set. */
  readonly waiting: number
}

export function createFakeClock(start = 1_800_000_000_000): FakeClock {
  let now = start
  const timers = new Set<{ at: number; run: () => void }>()
  const next = (until: number) => [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]

  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async advance(ms) {
      const until = now + ms
      await settle()
      for (let timer = next(until); timer; timer = next(until)) {
        timers.delete(timer)
        now = timer.at
        timer.run()
        await settle()
      }
      now = until
    },
    get waiting() {
      return timers.size
    },
  }
}

/** Lets everything that is already resolved go as far as it can. */
async function settle(): Promise<void> {
  // What is resolved may put off its next step to the turn after; a few turns see all of it through.
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve))
}
