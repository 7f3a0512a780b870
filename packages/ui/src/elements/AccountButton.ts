/** `<latchkey-account-button>`: balance, colours and address of the account that signs. Hidden without one. */
import { type KitState, selectAccount, selectBalance } from '@latchkey/core'
import type { ViewId } from '@latchkey/spec/views'
import { shorten } from '../parts/shorten.js'
import { selectNetworkChoice } from '../select.js'
import type { Face } from './face.js'
import { KitButton } from './KitButton.js'
import { t } from './text.js'

export class AccountButton extends KitButton {
  protected override face(state: KitState | undefined): Face | undefined {
    const account = state && selectAccount(state, this.namespace)
    if (!account) return undefined
    const { address } = account
    const start = Number(this.getAttribute('chars-start') ?? 6)
    const end = Number(this.getAttribute('chars-end') ?? 4)
    const held = selectBalance(state, this.namespace)?.balance
    const balance =
      held && this.getAttribute('balance') !== 'hide' ? `${held.formatted} ${held.symbol}` : undefined
    const pending = state.pendingTransactions[this.namespace ?? state.activeNamespace] || undefined
    const label = balance
      ? t('button.account-balance', { address, balance })
      : t('button.account', { address })
    return {
      look: 'quiet',
      text: shorten(address, { start, end }),
      mark: { kind: 'avatar', seed: address },
      balance,
      pending,
      label: pending ? t('button.pending', { label, pending }) : label,
    }
  }

  protected override target(state: KitState): ViewId | undefined {
    // Where the network is not one of the page's, the kit knows what to show (S2-10).
    return selectNetworkChoice(state, this.namespace)?.isSupported === false ? undefined : 'Account'
  }
}
