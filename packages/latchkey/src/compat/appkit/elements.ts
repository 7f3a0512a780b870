/** `<appkit-button>` and its kin, under both of their names, as our own elements. */
import type { KitOptions } from '@latchkey/core'
import { defineElements } from '@latchkey/ui'
import { walletButton } from './walletButton.js'

/** AppKit's name → ours. */
const tags = {
  button: 'latchkey-button',
  'connect-button': 'latchkey-connect-button',
  'account-button': 'latchkey-account-button',
  'network-button': 'latchkey-network-button',
} as const

/** An attribute has no capitals; AppKit's have no hyphens either. */
const attributes: Readonly<Record<string, string>> = {
  loadinglabel: 'loading-label',
  charsstart: 'chars-start',
  charsend: 'chars-end',
}

/** The modal has its tags where the kit puts none into the page. */
export function defineAppKitElements({
  disableAppend,
  enableEmbedded,
}: Pick<KitOptions, 'disableAppend' | 'enableEmbedded'>): void {
  defineElements()
  if (!('customElements' in globalThis)) return
  const Modal = customElements.get('latchkey-modal')
  if ((disableAppend || enableEmbedded) && Modal) define('modal', Modal)
  const Connect = customElements.get(tags['connect-button'])
  if (Connect) define('wallet-button', walletButton(Connect))
  for (const [name, ours] of Object.entries(tags)) {
    const Ours = customElements.get(ours)
    if (Ours) define(name, Ours)
  }
}

function define(name: string, Ours: CustomElementConstructor): void {
  for (const tag of [`appkit-${name}`, `w3m-${name}`])
    if (!customElements.get(tag)) customElements.define(tag, renamed(Ours))
}

/** A class stands for one tag, so each has one of its own. */
function renamed(Ours: CustomElementConstructor): CustomElementConstructor {
  // The buttons say which attributes they read, the modal reads none; the type of a constructor does not tell.
  const observed = (Reflect.get(Ours, 'observedAttributes') ?? []) as readonly string[]
  return class extends Ours {
    static readonly observedAttributes = [...observed, ...Object.keys(attributes)]

    attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
      const known = attributes[name]
      if (known === undefined) return redraw(Ours, this)
      if (value === null) this.removeAttribute(known)
      else this.setAttribute(known, value)
    }
  }
}

/** What our element does when one of its attributes changed. */
function redraw(Ours: CustomElementConstructor, element: HTMLElement): void {
  const changed: unknown = Reflect.get(Ours.prototype, 'attributeChangedCallback')
  if (typeof changed === 'function') changed.call(element)
}
