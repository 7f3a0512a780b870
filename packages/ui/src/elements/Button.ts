/** `<latchkey-button>`: the one button most pages need; connects, and then stands for the account. */
import { type KitState, selectStatus } from '@latchkey/core'
import type { ViewId } from '@latchkey/spec/views'
import { AccountButton } from './AccountButton.js'
import { restingFace, waitingFace } from './ConnectButton.js'
import type { Face } from './face.js'

export class Button extends AccountButton {
  protected override face(state: KitState | undefined): Face {
    const account = super.face(state)
    if (account) return account
    const isResting = !state || selectStatus(state, this.standsFor) === 'disconnected'
    return isResting ? restingFace(this) : waitingFace(this)
  }

  protected override target(state: KitState): ViewId | undefined {
    return super.face(state) ? super.target(state) : undefined
  }
}
