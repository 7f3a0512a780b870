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
const measuredEvery = 8
const soonest = 100
const latest = seconds(2)
const unknown = seconds(1)

export function createPace(): Pace {
  const times: number[] = []
  let noted = 0
  let hedge = unknown

  function measure(): number {
    if (times.length < enough) return unknown
    const sorted = [...times].sort((a, b) => a - b)
    const tail = sorted[Math.floor(sorted.length * 0.9)] ?? unknown
    return Math.min(latest, Math.max(soonest, tail))
  }

  return {
    note(ms) {
      times.push(ms)
      if (times.length > kept) times.shift()
      // Not at every call: the tail does not move that fast.
      if (noted++ % measuredEvery === 0 || times.length === enough) hedge = measure()
    },
    hedgeAfter: () => hedge,
  }
}
