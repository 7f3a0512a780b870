/** Registers our elements (D-02). Does nothing on a server, and nothing twice. */
import { AccountButton } from './AccountButton.js'
import { Button } from './Button.js'
import { ConnectButton } from './ConnectButton.js'
import { Modal } from './Modal.js'
import { NetworkButton } from './NetworkButton.js'

export const elements = {
  'latchkey-modal': Modal,
  'latchkey-button': Button,
  'latchkey-connect-button': ConnectButton,
  'latchkey-account-button': AccountButton,
  'latchkey-network-button': NetworkButton,
} as const

export type LatchkeyElements = {
  readonly [Tag in keyof typeof elements]: InstanceType<(typeof elements)[Tag]>
}

declare global {
  interface HTMLElementTagNameMap extends LatchkeyElements {}
}

/** Registers `<latchkey-button>` and its kin. `createLatchkey` does it; call it for elements of a kit without a modal. */
export function defineElements(): void {
  if (!('customElements' in globalThis)) return
  for (const [tag, element] of Object.entries(elements))
    if (!customElements.get(tag)) customElements.define(tag, element)
}
