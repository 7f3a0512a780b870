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
  /** When it was last looked; what happened before the first client came, while the process started, is no load. */
  let since: number | undefined
  let wasHigh = false
  return {
    isHigh() {
      const now = clock.now()
      if (since !== undefined && now - since < lookBack) return wasHigh
      wasHigh = since !== undefined && delays.count > 0 && delays.mean / nanoseconds > limit
      delays.reset()
      since = now
      return wasHigh
    },
    stop: () => delays.disable(),
  }
}
