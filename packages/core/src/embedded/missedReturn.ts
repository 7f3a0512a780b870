/** Somebody was signed in before the reload, and the frame could not be asked: it is asked again until it says yes or no (D-10). */
import { seconds } from '@latchkey/spec/limits'
import { dismissAlert } from '../actions/alert.js'
import type { KitContext } from '../context.js'
import type { Frame } from './frame.js'

export interface MissedReturn {
  /** The frame did not load when the page wanted to restore what it remembers. */
  note(): void
  /** The frame answers; for whoever was missed the page looks once more. */
  makeUp(): void
}

/** Between two loads of the frame, twice as long each time. */
const shortest = seconds(5)
const longest = seconds(30)

export function createMissedReturn(context: KitContext, frame: Pick<Frame, 'warm'>): MissedReturn {
  const { clock, jobs, services, log } = context
  let isMissed = false
  let cancel = () => {}
  jobs.scope.add(() => cancel())

  function lookLater(delay: number): void {
    cancel = clock.after(delay, () => {
      frame.warm().catch((cause: unknown) => {
        log.info('The frame still does not load', cause)
        if (isMissed && !jobs.scope.isClosed) lookLater(Math.min(delay * 2, longest))
      })
    })
  }

  return {
    note() {
      if (isMissed) return
      isMissed = true
      lookLater(shortest)
    },

    makeUp() {
      if (context.store.get().alert.id === 'frame-load-failed') dismissAlert(context)
      if (!isMissed) return
      isMissed = false
      cancel()
      services
        .wallets(({ reconnect }) => reconnect(context))
        .catch((cause: unknown) => log.info('What the page remembers was not restored', cause))
    },
  }
}
