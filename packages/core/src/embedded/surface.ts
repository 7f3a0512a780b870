/** When the frame is seen: the view ApproveTransaction is opened for it, and left when nobody needs it any more (S2-08). */
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { hasScreen } from '../actions/attachScreen.js'
import { close } from '../actions/close.js'
import { back, push } from '../actions/navigate.js'
import { open } from '../actions/open.js'
import type { KitContext } from '../context.js'
import { backRoute } from '../router.js'
import { selectView } from '../select.js'

const view = 'ApproveTransaction'

export interface Surface {
  /**
   * Shows the frame until the returned function is called. Throws where nothing draws the modal. `giveUp` is called
   * where the person leaves the view instead.
   */
  enter(giveUp: (reason: Error) => void): () => void
  /** The person wants nothing of what the frame is shown for. */
  abandon(): void
}

export function createSurface(context: KitContext): Surface {
  const guests = new Set<{ readonly giveUp: (reason: Error) => void }>()

  const isOnScreen = () => {
    const state = context.store.get()
    return state.modal.isOpen && selectView(state) === view
  }

  function show(): void {
    if (!hasScreen(context)) throw new LatchkeyError('modal.missing')
    if (isOnScreen()) return
    // Over whatever the person was at: they come back to it.
    if (context.store.get().modal.isOpen) push(context, { view })
    else open(context, { view })
  }

  function hide(): void {
    if (!isOnScreen()) return
    if (backRoute(context.store.get().router)) back(context)
    else close(context, { reason: 'finished', force: true })
  }

  return {
    enter(giveUp) {
      show()
      const guest = { giveUp }
      guests.add(guest)
      return () => {
        if (guests.delete(guest) && guests.size === 0) hide()
      }
    },
    abandon() {
      for (const { giveUp } of [...guests]) giveUp(new LatchkeyError('request.aborted'))
      hide()
    },
  }
}
