/** Somebody was signed in before the reload, and the wallet could not be asked: it is asked again until it says yes or no (D-10). */
import { seconds } from '@latchkey/spec/limits'
import { dismissAlert, showAlert } from '../actions/alert.js'
import type { KitContext } from '../context.js'
import type { Frame } from './frame.js'

export interface MissedReturn {
  /** The frame did not load, or its server is away, when the page wanted to restore what it remembers. */
  note(): void
  /** The frame answers; for whoever was missed the page looks once more. */
  makeUp(): void
  /** The wallet said yes or no. */
  settle(): void
}

/** Before the wallet is asked again; twice as long each time. */
const shortest = seconds(5)
const longest = seconds(30)

export function createMissedReturn(context: KitContext, frame: Pick<Frame, 'warm'>): MissedReturn {
  const { clock, jobs, services, log } = context
  let isMissed = false
  let delay = shortest
  let cancel = () => {}
  jobs.scope.add(() => cancel())

  function lookLater(): void {
    cancel()
    cancel = clock.after(delay, () => {
      frame.warm().then(lookAgain, (cause: unknown) => {
        log.info('The frame still does not load', cause)
        if (isMissed && !jobs.scope.isClosed) lookLater()
      })
    })
    delay = Math.min(delay * 2, longest)
  }

  /** At most one look is under way: whoever is missed again is noted again. */
  function lookAgain(): void {
    if (!isMissed) return
    isMissed = false
    cancel()
    services
      .wallets(({ reconnect }) => reconnect(context))
      .catch((cause: unknown) => log.info('What the page remembers was not restored', cause))
  }

  return {
    note() {
      if (isMissed) return
      isMissed = true
      // S8-23; a server that is away looks no different to the person.
      showAlert(context, 'frame-load-failed', {})
      lookLater()
    },
    makeUp: lookAgain,
    settle() {
      delay = shortest
      if (context.store.get().alert.id === 'frame-load-failed') dismissAlert(context)
    },
  }
}
