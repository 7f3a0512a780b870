/** The base of the page buttons: one focusable <button>, redrawn when its face changes. */
import type { KitState } from '@latchkey/core'
import { isNamespace, type Namespace } from '@latchkey/spec/caip'
import type { ViewId } from '@latchkey/spec/views'
import { css } from './buttons.sheet.css'
import { drawFace, type Face } from './face.js'
import { KitElement } from './KitElement.js'
import { loadModal } from './loadModal.js'
import { speak } from './text.js'

export abstract class KitButton extends KitElement {
  static readonly observedAttributes: readonly string[] = [
    'balance',
    'chars-end',
    'chars-start',
    'disabled',
    'label',
    'loading-label',
    'namespace',
    'size',
  ]

  readonly #button = document.createElement('button')
  #drawn = ''

  constructor() {
    super(css)
    this.#button.type = 'button'
    this.#button.setAttribute('part', 'button')
    this.#button.setAttribute('aria-haspopup', 'dialog')
    this.#button.addEventListener('click', () => this.press())
    // The modal's code is fetched while the pointer is still on its way, so that the click finds it there.
    for (const hint of ['pointerenter', 'focus', 'touchstart'])
      this.#button.addEventListener(hint, () => void loadModal(this.kit).catch(() => {}), {
        once: true,
        passive: true,
      })
    this.root.append(this.#button)
  }

  override focus(options?: FocusOptions): void {
    this.#button.focus(options)
  }

  /**
   * Which namespace the button stands for; without one, the active one. Not called as its attribute: React sets what an
   * element has under the name of a prop, and this cannot be set.
   */
  protected get standsFor(): Namespace | undefined {
    const name = this.getAttribute('namespace')
    return name !== null && isNamespace(name) ? name : undefined
  }

  /** What the button says at rest, in words of the page; nothing leaves it to the language. */
  get restingText(): string | null {
    return this.getAttribute('label')
  }

  /** What to show now; nothing hides the button. Without a state there is no kit yet. */
  protected abstract face(state: KitState | undefined): Face | undefined

  /** Which view a press opens; nothing leaves it to the kit (S2-04, S2-05). */
  protected target(_state: KitState): ViewId | undefined {
    return undefined
  }

  protected override update(state: KitState | undefined): void {
    const face = this.face(state)
    speak(this.#button, this.kit?.options)
    this.hidden = face === undefined
    this.#button.disabled = this.hasAttribute('disabled') || !state
    this.#button.dataset.size = this.getAttribute('size') ?? 'md'
    this.#button.ariaExpanded = state ? String(state.modal.isOpen) : null
    const signature = JSON.stringify(face)
    if (!face || signature === this.#drawn) return
    this.#drawn = signature
    drawFace(this.#button, face)
  }

  protected press(): void {
    const { kit, standsFor: namespace } = this
    if (!kit) return
    const state = kit.store.get()
    if (state.modal.isOpen) {
      kit.close({ reason: 'app' })
      return
    }
    const view = this.target(state)
    kit.open({ ...(view && { view }), ...(namespace && { namespace }) })
  }
}
