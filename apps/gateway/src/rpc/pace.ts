/** How long calls usually take, so that one that takes unusually long can be given to a second upstream as well. */
import { seconds } from '@latchkey/spec/limits'

export interface Pace {
  note(ms: number): void
  /** When to ask a second upstream: later than nine of ten calls take, within bounds. */
  hedgeAfter(): number
}

const kept = 64
/** Fewer tell nothing about the tail. */
const enough = 10
const soonest = 100
const latest = seconds(2)
const unknown = seconds(1)

export function createPace(): Pace {
  const times: number[] = []
  return {
    note(ms) {
      times.push(ms)
      if (times.length > kept) times.shift()
    },
    hedgeAfter() {
      if (times.length < enough) return unknown
      const sorted = [...times].sort((a, b) => a - b)
      const tail = sorted[Math.floor(sorted.length * 0.9)] ?? unknown
      return Math.min(latest, Math.max(soonest, tail))
    },
  }
}
