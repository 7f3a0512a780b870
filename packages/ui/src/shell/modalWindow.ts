/** The modal as a window: there before React is, so that whoever opened it sees something while the views come. */
import type { Kit, KitState } from '@latchkey/core'
import { contextOf } from '@latchkey/core/screen'
import { failedNotice } from '../elements/failedNotice.js'
import { loadViews } from '../elements/loadModal.js'
import { t } from '../elements/text.js'
import { adopt } from '../theme/adopt.js'
import { createDialog } from './dialog.js'
import styles, { css } from './dialog.sheet.css'
import { createPageToast } from './pageToast.js'

export interface ModalWindow {
  /** Shows and hides with the kit's state. */
  update(kit: Kit, state: KitState): void
  /** The kit is gone. */
  takeDown(): void
}

export function createModalWindow(root: ShadowRoot): ModalWindow {
  let current: Kit | undefined
  const dialog = createDialog((reason) => current?.close({ reason }))
  const { card, element: layer } = dialog
  /** Takes the content down; set while there is any or some is on its way. */
  let clear: (() => void) | undefined
  adopt(root, css)
  root.replaceChildren(dialog.element)
  const pageToast = createPageToast(root)

  function fill(kit: Kit): void {
    if (clear) return
    const { services, events, log } = contextOf(kit)
    card.replaceChildren(skeleton())
    let isStale = false
    let unmount: (() => void) | undefined
    clear = () => {
      isStale = true
      unmount?.()
    }
    // With what asks wallets at hand, a press on one asks it straight from the press.
    Promise.all([loadViews(), services.wallets(() => {})]).then(
      ([{ mount }]) => {
        if (isStale) return
        unmount = mount({ kit, root, container: card, layer })
        events.emit('MODAL_LOADED', {})
      },
      (cause: unknown) => {
        log.error('The modal could not be loaded', cause)
        if (isStale) return
        clear = undefined
        card.replaceChildren(failedNotice(root, () => fill(kit)))
      },
    )
  }

  function empty(): void {
    clear?.()
    clear = undefined
    card.replaceChildren()
  }

  return {
    update(kit, state) {
      current = kit
      const isEmbedded = kit.options.enableEmbedded
      const isWanted = isEmbedded || state.modal.isOpen
      if (isWanted && !dialog.isShown) {
        dialog.show(isEmbedded ? 'embedded' : 'modal')
        fill(kit)
      } else if (!isWanted && dialog.isShown) {
        void dialog.hide().then(() => {
          if (!dialog.isShown) empty()
        })
      }
      dialog.shake(state.modal.isShaking)
      pageToast.update(state)
    },
    takeDown() {
      if (dialog.isShown) void dialog.hide()
      pageToast.remove()
      empty()
    },
  }
}

function skeleton(): HTMLElement {
  const waiting = document.createElement('div')
  waiting.className = styles.waiting ?? ''
  waiting.setAttribute('role', 'status')
  waiting.ariaLabel = t('modal.loading')
  for (let count = 0; count < 4; count++) {
    const bone = document.createElement('div')
    bone.className = styles.bone ?? ''
    waiting.append(bone)
  }
  return waiting
}
