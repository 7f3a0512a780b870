/** `<latchkey-modal>`: shows and hides with the kit's state, and fetches its content when it is first opened. */
import type { Kit, KitState } from '@latchkey/core'
import { contextOf } from '@latchkey/core/screen'
import { createDialog } from '../shell/dialog.js'
import styles, { css as dialogStyles } from '../shell/dialog.sheet.css'
import { KitElement } from './KitElement.js'
import { loadModal } from './loadModal.js'
import { t } from './text.js'

export class Modal extends KitElement {
  readonly #dialog = createDialog((reason) => this.kit?.close({ reason }))
  /** Takes the content down; set while there is any or some is on its way. */
  #clear: (() => void) | undefined

  constructor() {
    super(dialogStyles)
    this.root.append(this.#dialog.element)
  }

  protected override kitChanged(kit: Kit | undefined): void {
    if (!kit) this.#takeDown()
    // An embedded modal is always there; opening it lets the kit choose its first view (S2-04).
    if (kit?.options.enableEmbedded && !kit.store.get().modal.isOpen) kit.open()
  }

  protected override update(state: KitState | undefined): void {
    const { kit } = this
    if (!kit || !state) return
    const isEmbedded = kit.options.enableEmbedded
    const isWanted = isEmbedded || state.modal.isOpen
    if (isWanted && !this.#dialog.isShown) {
      this.#dialog.show(isEmbedded ? 'embedded' : 'modal')
      this.#fill(kit)
    } else if (!isWanted && this.#dialog.isShown) {
      void this.#dialog.hide().then(() => {
        if (!this.#dialog.isShown) this.#empty()
      })
    }
    this.#dialog.shake(state.modal.isShaking)
  }

  #fill(kit: Kit): void {
    if (this.#clear) return
    const { card, element: layer } = this.#dialog
    card.replaceChildren(skeleton())
    let isStale = false
    let unmount: (() => void) | undefined
    this.#clear = () => {
      isStale = true
      unmount?.()
    }
    loadModal().then(
      ({ mount }) => {
        if (isStale) return
        unmount = mount({ kit, root: this.root, container: card, layer })
        contextOf(kit).events.emit('MODAL_LOADED', {})
      },
      (cause: unknown) => {
        contextOf(kit).log.error('The modal could not be loaded', cause)
        if (isStale) return
        this.#clear = undefined
        card.replaceChildren(failure(() => this.#fill(kit)))
      },
    )
  }

  #empty(): void {
    this.#clear?.()
    this.#clear = undefined
    this.#dialog.card.replaceChildren()
  }

  #takeDown(): void {
    if (this.#dialog.isShown) void this.#dialog.hide()
    this.#empty()
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

function failure(retry: () => void): HTMLElement {
  const failed = document.createElement('div')
  const text = document.createElement('p')
  const button = document.createElement('button')
  failed.className = styles.failed ?? ''
  failed.setAttribute('role', 'alert')
  text.textContent = t('modal.load-failed')
  button.type = 'button'
  button.textContent = t('modal.retry')
  button.addEventListener('click', retry)
  failed.append(text, button)
  return failed
}
