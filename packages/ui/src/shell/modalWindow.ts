/** The modal as a window: there before React is, so that whoever opened it sees something while the views come. */
import type { Kit, KitState } from '@latchkey/core'
import { contextOf } from '@latchkey/core/screen'
import { failedNotice } from '../elements/failedNotice.js'
import { type Content, contentAtHand, loadContent } from '../elements/loadModal.js'
import { speak, textOf } from '../elements/text.js'
import { adopt } from '../theme/adopt.js'
import { css as tokens } from '../theme/modalTokens.sheet.css'
import { whenPainted } from '../whenPainted.js'
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
  adopt(root, tokens, css)
  root.replaceChildren(dialog.element)
  const pageToast = createPageToast(root)

  function fill(kit: Kit): void {
    if (clear) return
    const { services, events, log } = contextOf(kit)
    card.replaceChildren(skeleton(textOf(kit)('modal.loading')))
    let isStale = false
    let unmount: (() => void) | undefined
    clear = () => {
      isStale = true
      unmount?.()
    }
    const draw = ({ mount, wording }: Content) => {
      if (!isStale) unmount = mount({ kit, root, container: card, layer, wording })
    }
    // With what asks wallets at hand, a press on one asks it straight from the press.
    const loadWallets = () => services.wallets(() => {})
    const atHand = contentAtHand(kit)
    if (atHand) draw(atHand)
    const whole = atHand
      ? whenPainted().then(loadWallets)
      : Promise.all([loadContent(kit), loadWallets()]).then(([content]) => draw(content))
    whole.then(
      () => {
        if (!isStale) events.emit('MODAL_LOADED', {})
      },
      (cause: unknown) => {
        log.error('The modal could not be loaded', cause)
        if (isStale) return
        empty()
        card.replaceChildren(failedNotice(kit, root, () => fill(kit)))
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
        speak(dialog.element, kit.options)
        dialog.show(isEmbedded ? 'embedded' : 'modal')
        fill(kit)
      } else if (!isWanted && dialog.isShown) {
        void dialog.hide().then(() => {
          if (!dialog.isShown) empty()
        })
      }
      dialog.shake(state.modal.isShaking)
      pageToast.update(state, kit.options)
    },
    takeDown() {
      if (dialog.isShown) void dialog.hide()
      pageToast.remove()
      empty()
    },
  }
}

function skeleton(label: string): HTMLElement {
  const waiting = document.createElement('div')
  waiting.className = styles.waiting ?? ''
  waiting.setAttribute('role', 'status')
  waiting.ariaLabel = label
  for (let count = 0; count < 4; count++) {
    const bone = document.createElement('div')
    bone.className = styles.bone ?? ''
    waiting.append(bone)
  }
  return waiting
}
