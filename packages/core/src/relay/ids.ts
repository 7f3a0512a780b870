/** Ids of the questions that two peers ask each other: microseconds, never the same twice. */
import type { Clock } from '../clock.js'

/** Numbers, because wallets compare them as such; below 2^53 until the year 2255. */
export function createIds(clock: Clock): () => number {
  let last = 0
  return () => {
    // Two tabs may ask in the same millisecond.
    last = Math.max(last + 1, clock.now() * 1000 + Math.floor(Math.random() * 1000))
    return last
  }
}
