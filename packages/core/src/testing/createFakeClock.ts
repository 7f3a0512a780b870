/** A clock that stands still until the test moves it. */
import type { Clock } from '../clock.js'

export interface FakeClock extends Clock {
  /** Moves time forward and runs what falls due, in order; a timer set by another counts from that one's time. */
  advance(ms: number): void
  /** Like `advance`, with promises settled before, between and after the timers. */
  advanceAsync(ms: number): Promise<void>
  /** Timers that are set and have not run: 0 after everything was closed. */
  readonly pending: number
  /** When the next timer falls due. */
  readonly nextAt: number | undefined
}

interface Timer {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

export function createFakeClock({ now = 1_700_000_000_000 }: { readonly now?: number } = {}): FakeClock {
  let time = now
  let order = 0
  const timers = new Set<Timer>()

  const next = () => [...timers].sort((a, b) => a.at - b.at || a.order - b.order)[0]

  function step(until: number): boolean {
    const timer = next()
    if (!timer || timer.at > until) return false
    timers.delete(timer)
    time = Math.max(time, timer.at)
    timer.run()
    return true
  }

  return {
    now: () => time,
    after(ms, run) {
      const timer: Timer = { at: time + Math.max(0, ms), order: order++, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const until = time + ms
      while (step(until));
      time = until
    },
    async advanceAsync(ms) {
      const until = time + ms
      await settle()
      while (step(until)) await settle()
      time = until
      await settle()
    },
    get pending() {
      return timers.size
    },
    get nextAt() {
      return next()?.at
    },
  }
}

/** Lets every promise that can settle do so. Needs no timer, so it works under any clock. */
export async function settle(turns = 64): Promise<void> {
  for (let i = 0; i < turns; i += 1) await undefined
}
