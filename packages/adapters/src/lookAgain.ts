/** Looks for wallets that come without a word, for a while: an extension may be slower than the page. */
import type { Clock } from '@latchkey/core'

/** Milliseconds until the second look; each wait after it is twice as long. */
const firstWait = 50
/** The last look is some twelve seconds after the first. */
const waits = 8

/** Looks at once and again; what it returns stops it. */
export function lookAgain(clock: Clock, look: () => void): () => void {
  let cancel = () => {}
  function next(wait: number, left: number) {
    look()
    if (left > 0) cancel = clock.after(wait, () => next(wait * 2, left - 1))
  }
  next(firstWait, waits)
  return () => cancel()
}
