/**
 * The window of the modal: a native dialog in the top layer with our own law of dismissal. It is there before React
 * is, so a click answers at once even while the views are still on their way.
 */
import type { CloseReason } from '@latchkey/core'
import { modalLimits } from '@latchkey/spec/limits'
import styles from './dialog.sheet.css'
import { eventTarget } from './dom.js'
import { rememberFocus, wrapTab } from './focus.js'
import { animate } from './motion.js'
import { lockScroll } from './scrollLock.js'

export type DismissReason = Extract<CloseReason, 'escape' | 'backdrop'>

export interface Dialog {
  readonly element: HTMLDialogElement
  /** Where the content goes. */
  readonly card: HTMLDivElement
  readonly isShown: boolean
  /** Modal in the top layer, or in the flow of the page. */
  show(mode: 'modal' | 'embedded'): void
  /** Resolves when nothing is on screen any more. */
  hide(): Promise<void>
  shake(isShaking: boolean): void
}

export function createDialog(dismiss: (reason: DismissReason) => void): Dialog {
  const element = document.createElement('dialog')
  const card = document.createElement('div')
  element.className = styles.dialog ?? ''
  element.setAttribute('part', 'overlay')
  element.setAttribute('aria-labelledby', titleId)
  card.className = styles.card ?? ''
  card.setAttribute('part', 'card')
  card.tabIndex = -1
  element.append(card)

  /** Lets go of the page; set while the dialog is wanted. */
  let release: (() => void) | undefined
  /** The fade-out under way, and how to end it at once. */
  let leaving: { readonly finish: () => void; readonly done: Promise<void> } | undefined
  let isEmbedded = false

  element.addEventListener('keydown', (event) => {
    if (isEmbedded) return
    wrapTab(event, card)
    if (event.key !== 'Escape') return
    // Prevented here, because browsers close a dialog by force when `cancel` is refused twice (S2-08).
    event.preventDefault()
    event.stopPropagation()
    dismiss('escape')
  })
  element.addEventListener('cancel', (event) => {
    event.preventDefault()
    dismiss('escape')
  })
  // Should the browser close it nevertheless, the kit's state is still the truth.
  element.addEventListener('close', () => {
    if (release && !isEmbedded && element.isConnected && !element.open) element.showModal()
  })
  onBackdrop(element, () => dismiss('backdrop'))

  function leave(letGo: () => void): NonNullable<typeof leaving> {
    const finish = () => {
      if (leaving?.finish !== finish) return
      leaving = undefined
      element.close()
      for (const part of [element, card]) stopFading(part)
      letGo()
    }
    const faded = isEmbedded ? Promise.resolve([]) : fadeOut(element, card)
    return { finish, done: faded.then(finish) }
  }

  return {
    element,
    card,
    get isShown() {
      return release !== undefined
    },
    show(mode) {
      // Opened again while it was leaving: the page and the focus go back to how they were before, and only then
      // is remembered how they are.
      leaving?.finish()
      isEmbedded = mode === 'embedded'
      element.dataset.mode = mode
      if (isEmbedded) {
        release = () => {}
        element.show()
        return
      }
      const giveFocusBack = rememberFocus(element)
      const unlockScroll = lockScroll()
      release = () => {
        unlockScroll()
        giveFocusBack()
      }
      element.showModal()
      card.focus({ preventScroll: true })
    },
    hide() {
      if (release) leaving = leave(release)
      release = undefined
      return leaving?.done ?? Promise.resolve()
    },
    shake: (isShaking) => card.toggleAttribute('data-shaking', isShaking),
  }
}

function fadeOut(element: HTMLElement, card: HTMLElement): Promise<unknown> {
  return Promise.all([
    animate(element, [{ opacity: 1 }, { opacity: 0 }], modalLimits.viewTransition, { fill: 'forwards' }),
    animate(card, [{}, { transform: 'translateY(8px) scale(0.985)' }], modalLimits.viewTransition),
  ])
}

/** The style sheet's own animations start again by themselves, and only if nobody stopped them. */
function stopFading(part: HTMLElement): void {
  for (const animation of part.getAnimations?.() ?? [])
    if (!('animationName' in animation)) animation.cancel()
}

/** The heading that names the dialog; the header draws it. */
export const titleId = 'latchkey-title'

/** A press that starts and ends on the backdrop; letting go there after selecting text inside is none. */
function onBackdrop(element: HTMLDialogElement, press: () => void): void {
  let startedOutside = false
  element.addEventListener('pointerdown', (event) => {
    startedOutside = eventTarget(event) === element
  })
  element.addEventListener('click', (event) => {
    if (startedOutside && eventTarget(event) === element) press()
    startedOutside = false
  })
}
