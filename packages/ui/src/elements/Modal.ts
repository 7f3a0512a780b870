/** `<latchkey-modal>`: fetches its window when it is first opened, and hands it the kit's state from then on. */
import type { Kit, KitState, ThemeState } from '@latchkey/core'
import { contextOf } from '@latchkey/core/screen'
import type { ModalWindow } from '../shell/modalWindow.js'
import { failedNotice } from './failedNotice.js'
import { KitElement } from './KitElement.js'
import { loadAhead } from './loadAhead.js'
import { contentAtHand, loadModal, type WindowCode, windowAtHand } from './loadModal.js'

export class Modal extends KitElement {
  #window: ModalWindow | undefined
  /** On its way, or said to have failed: not asked for twice. */
  #isAsked = false
  #isDressed = false
  #failure: HTMLElement | undefined
  #leaveScreen: (() => void) | undefined
  #stopAhead: (() => void) | undefined

  protected override kitChanged(kit: Kit | undefined): void {
    if (!kit) this.#window?.takeDown()
    // The frame of the embedded wallet is our child: in the page for whoever looks for it, and shown inside the dialog
    // by a slot. Elsewhere in the page it would lie under the dialog and could not be pressed.
    this.#leaveScreen?.()
    this.#leaveScreen = kit?.attachScreen({ frameHome: () => this })
    this.#stopAhead?.()
    this.#stopAhead = kit && loadAhead(kit, this.#preparation(kit))
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => this.#dress())
    else this.#dress()
    // An embedded modal is always there; opening it lets the kit choose its first view (S2-04).
    if (kit?.options.enableEmbedded && !kit.store.get().modal.isOpen) kit.open()
  }

  /** Not while the page comes up: to read the page's own variables has the browser style all of it. */
  protected override wear(theme: ThemeState, before?: ThemeState): void {
    if (this.#isDressed) super.wear(theme, before)
  }

  #dress(): void {
    const { kit } = this
    if (!kit || this.#isDressed) return
    this.#isDressed = true
    super.wear(kit.store.get().theme)
  }

  protected override update(state: KitState | undefined): void {
    const { kit } = this
    if (!kit || !state) return
    if (this.#window) this.#window.update(kit, state)
    else if (isWanted(kit, state)) this.#bring(kit)
    else this.#forgetFailure()
  }

  /** What the first opening would do else, each in a task of its own: the window is made, its content is drawn once. */
  #preparation(kit: Kit): readonly (() => void)[] {
    let isAhead = false
    return [
      () => {
        isAhead = !this.#window
        if (isAhead) this.#bring(kit)
      },
      () => {
        // Who opened it meanwhile has had it drawn.
        if (isAhead && !kit.store.get().modal.isOpen) contentAtHand(kit)?.rehearse(this.root)
      },
    ]
  }

  #bring(kit: Kit): void {
    if (this.#isAsked) return
    this.#isAsked = true
    this.#dress()
    const atHand = windowAtHand()
    if (atHand) this.#create(atHand)
    else this.#fetch(kit)
  }

  #create({ createModalWindow }: WindowCode): void {
    this.#window = createModalWindow(this.root)
    // Whatever happened meanwhile: closed again, or another kit.
    this.update(this.kit?.store.get())
  }

  #fetch(kit: Kit): void {
    loadModal(kit).then(
      (code) => this.#create(code),
      (cause: unknown) => {
        contextOf(kit).log.error('The modal could not be loaded', cause)
        this.#failure = failedNotice(kit, this.root, () => {
          this.#forgetFailure()
          this.update(this.kit?.store.get())
        })
        this.root.append(this.#failure)
      },
    )
  }

  /** The next opening asks again. */
  #forgetFailure(): void {
    if (!this.#failure) return
    this.#failure.remove()
    this.#failure = undefined
    this.#isAsked = false
  }
}

/** Closed, it speaks only to the page; it is there before a transaction ends, so that the end is told at once. */
const isWanted = ({ options }: Kit, { modal, toast, pendingTransactions }: KitState): boolean =>
  options.enableEmbedded ||
  modal.isOpen ||
  (toast.isOpen && toast.isForPage) ||
  Object.values(pendingTransactions).some(Boolean)
