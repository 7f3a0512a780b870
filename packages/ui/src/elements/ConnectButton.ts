/** `<latchkey-connect-button>`: opens the ways to connect. Hidden while connected. */
import { type KitState, selectStatus } from '@latchkey/core'
import type { Face } from './face.js'
import { KitButton } from './KitButton.js'
import { textOf } from './text.js'

export class ConnectButton extends KitButton {
  protected override face(state: KitState | undefined): Face | undefined {
    const status = state ? selectStatus(state, this.standsFor) : 'disconnected'
    if (status === 'connected') return undefined
    return status === 'disconnected' ? restingFace(this) : waitingFace(this)
  }
}

export function restingFace(button: KitButton): Face {
  return { look: 'accent', text: button.restingText ?? textOf(button.kit)('button.connect') }
}

/** While a wallet is asked, and while a stored session is restored: never a flash of "Connect" (S4-02). */
export function waitingFace(button: KitButton): Face {
  const text = button.getAttribute('loading-label') ?? textOf(button.kit)('button.connecting')
  return { look: 'accent', text, mark: { kind: 'spinner' }, isBusy: true }
}
