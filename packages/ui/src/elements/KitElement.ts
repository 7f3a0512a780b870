/** The base of our elements: finds its kit, follows its state, and lets go of it when it leaves the page. */
import type { Kit, KitState, ThemeState } from '@latchkey/core'
import { adopt } from '../theme/adopt.js'
import { applyTheme } from '../theme/theme.js'
import { css as tokens } from '../theme/tokens.sheet.css'
import { askForKit, whenKitsChange } from './kitOnPage.js'

// On a server there is no HTMLElement; the class must still be importable (D-03). Nobody constructs it there.
const ElementBase = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

export abstract class KitElement extends ElementBase {
  readonly root: ShadowRoot = this.attachShadow({ mode: 'open' })
  #own: Kit | undefined
  #kit: Kit | undefined
  #leaveKit: (() => void) | undefined
  #leavePage: (() => void) | undefined

  constructor(...styles: readonly string[]) {
    super()
    adopt(this.root, tokens, ...styles)
  }

  /** The kit this element shows: the one it was given, or else the first on the page. */
  get kit(): Kit | undefined {
    return this.#kit
  }

  set kit(kit: Kit | undefined) {
    this.#own = kit
    if (this.isConnected) this.#follow(kit ?? askForKit())
  }

  connectedCallback(): void {
    this.#adoptEarlyKit()
    this.#leavePage = whenKitsChange(() => this.#follow(this.#own ?? askForKit()))
    this.#follow(this.#own ?? askForKit())
    if (!this.#kit) this.update(undefined)
  }

  disconnectedCallback(): void {
    this.#leavePage?.()
    this.#leavePage = undefined
    this.#follow(undefined)
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.update(this.#kit?.store.get())
  }

  /** Draws. Called on every change of state, of attribute or of kit; without a kit, without a state. */
  protected abstract update(state: KitState | undefined, before?: KitState): void

  /** Called when the element starts to follow a kit, and with `undefined` when it stops. */
  protected kitChanged(_kit: Kit | undefined): void {}

  protected wear(theme: ThemeState, before?: ThemeState): void {
    applyTheme(this, theme, before)
  }

  #follow(kit: Kit | undefined): void {
    if (kit === this.#kit) return
    this.#leaveKit?.()
    this.#kit = kit
    this.#leaveKit = kit?.store.subscribe((state, before) => {
      if (state.isDestroyed) return this.#follow(undefined)
      if (state.theme !== before.theme) this.wear(state.theme, before.theme)
      this.update(state, before)
    })
    const state = kit?.store.get()
    if (state) this.wear(state.theme)
    this.kitChanged(kit)
    this.update(state)
  }

  // A framework may have set `element.kit` before the element was defined; that value hides the accessor.
  #adoptEarlyKit(): void {
    if (!Object.hasOwn(this, 'kit')) return
    const early: unknown = Reflect.get(this, 'kit')
    Reflect.deleteProperty(this, 'kit')
    this.#own = early as Kit | undefined
  }
}
