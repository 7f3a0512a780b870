/** How far the event loop is behind: the one measure that says whether this process can take more. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { seconds } from '@latchkey/spec/limits'
import type { Clock } from '../ports/clock.js'

/** Longer than this between two turns, on the whole, and more connections would only make it worse. */
const limit = 200
const lookBack = seconds(1)
const nanoseconds = 1e6

export function createLagWatch(clock: Clock): { isHigh(): boolean; stop(): void } {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let since = clock.now()
  let wasHigh = false
  return {
    isHigh() {
      if (clock.now() - since >= lookBack) {
        wasHigh = delays.count > 0 && delays.mean / nanoseconds > limit
        delays.reset()
        since = clock.now()
      }
      return wasHigh
    },
    stop: () => delays.disable(),
  }
}
