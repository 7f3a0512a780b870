/** Somebody was signed in before the reload, and the wallet could not be asked: it is asked again until it says yes or no (D-10). */
import type { Namespace } from '@latchkey/spec/caip'
import { seconds } from '@latchkey/spec/limits'
import { dismissAlert, showAlert } from '../actions/alert.js'
import { embeddedConnectorId } from '../connectorIds.js'
import type { KitContext } from '../context.js'
import type { Frame } from './frame.js'
import { FrameError } from './frameError.js'

export interface MissedReturn {
  /** A restore failed, and not because the wallet said no. */
  note(namespace: Namespace, cause: unknown): void
  /** The frame answers, whoever made it load. */
  makeUp(): void
  /** The wallet said yes for one namespace; without one: for all, or no. */
  settle(namespace?: Namespace): void
}

/** Before the wallet is asked again; twice as long each time. */
const shortest = seconds(5)
const longest = seconds(30)
/** In some ten minutes. After that only a frame that loads for another reason is asked. */
const mostTries = 20

export function createMissedReturn(
  context: KitContext,
  { frame, isSigningIn }: { frame: Pick<Frame, 'warm'>; isSigningIn: () => boolean },
): MissedReturn {
  const { clock, jobs, services, storage, store, log } = context
  const noted = new Set<Namespace>()
  let delay = shortest
  let tries = 0
  let isLooking = false
  let cancel: (() => void) | undefined
  jobs.scope.add(() => cancel?.())

  /** Remembered, and not shown: whoever connected, left or chose another wallet meanwhile is missed no more. */
  const isMissed = (namespace: Namespace) =>
    storage.read('connections')?.[namespace]?.includes(embeddedConnectorId) &&
    !store
      .get()
      .connections[namespace]?.wallets.some(({ connectorId }) => connectorId === embeddedConnectorId)
  const missed = () => [...noted].filter(isMissed)

  function lookLater(): void {
    if (cancel || isLooking || tries >= mostTries || jobs.scope.isClosed) return
    cancel = clock.after(delay, () => {
      cancel = undefined
      if (missed().length === 0) return rest()
      frame.warm().then(look, (cause: unknown) => {
        log.info('The frame still does not load', cause)
        lookLater()
      })
    })
    tries += 1
    delay = Math.min(delay * 2, longest)
  }

  async function look(): Promise<void> {
    if (isLooking || missed().length === 0) return
    // Who was here before is not looked for beside who comes now.
    if (isSigningIn()) return lookLater()
    isLooking = true
    stopWaiting()
    try {
      await services.wallets(async ({ reconnect }) => {
        for (const namespace of missed()) await reconnect(context, { namespace })
      })
    } catch (cause) {
      log.info('What the page remembers was not restored', cause)
    } finally {
      isLooking = false
    }
    // A person who is choosing a wallet goes first; then nobody was asked.
    if (missed().length > 0) lookLater()
    else rest()
  }

  function stopWaiting(): void {
    cancel?.()
    cancel = undefined
  }

  function rest(): void {
    stopWaiting()
    delay = shortest
    tries = 0
    if (store.get().alert.id === 'frame-load-failed') dismissAlert(context)
  }

  return {
    note(namespace, cause) {
      if (!isMissed(namespace)) return
      noted.add(namespace)
      if (cause instanceof FrameError) {
        // S8-23; a server that is away looks no different to the person than a frame that does not load.
        showAlert(context, 'frame-load-failed', {})
        delay = Math.max(delay, seconds(cause.retryAfter ?? 0))
      }
      lookLater()
    },
    makeUp: () => void look(),
    settle(namespace) {
      if (namespace) noted.delete(namespace)
      else noted.clear()
      if (missed().length === 0) rest()
    },
  }
}
