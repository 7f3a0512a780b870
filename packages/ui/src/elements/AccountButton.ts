/** `<latchkey-account-button>`: balance, colours and address of the account that signs. Hidden without one. */
import { type Kit, type KitState, selectAccount, selectBalance } from '@latchkey/core'
import type { ViewId } from '@latchkey/spec/views'
import { createDigits, type Digits } from '@latchkey/spec/words'
import { shorten } from '../parts/shorten.js'
import { selectNetworkChoice } from '../select.js'
import type { Face } from './face.js'
import { KitButton } from './KitButton.js'
import { textOf } from './text.js'

export class AccountButton extends KitButton {
  /** The kit whose names were asked for. */
  #asked: Kit | undefined
  /** Made with the first balance, and again for a kit that speaks otherwise. */
  #digits: (Digits & { readonly code: string }) | undefined

  protected override face(state: KitState | undefined): Face | undefined {
    const account = state && selectAccount(state, this.standsFor)
    if (!account) return undefined
    const t = textOf(this.kit)
    const { address } = account
    const name = state.accountNames[this.standsFor ?? state.activeNamespace]
    const start = Number(this.getAttribute('chars-start') ?? 6)
    const end = Number(this.getAttribute('chars-end') ?? 4)
    const held = selectBalance(state, this.standsFor)?.balance
    const balance =
      held && this.getAttribute('balance') !== 'hide'
        ? `${this.#written(held.formatted)} ${held.symbol}`
        : undefined
    const pending = state.pendingTransactions[this.standsFor ?? state.activeNamespace] || undefined
    // Whatever it is called, it is the address that signs (D-11).
    const who = { address: name ? `${address} (${name})` : address }
    const label = balance ? t('button.account-balance', { ...who, balance }) : t('button.account', who)
    return {
      look: 'quiet',
      text: name ?? shorten(address, { start, end }),
      mark: { kind: 'avatar', seed: address },
      balance,
      pending,
      label: pending ? t('button.pending', { label, pending }) : label,
    }
  }

  #written(amount: string): string {
    const code = this.kit?.options.language?.code ?? 'en'
    if (this.#digits?.code !== code) this.#digits = { ...createDigits(code), code }
    return this.#digits.write(amount)
  }

  /** A name is worth nobody's wait: the address is there until it comes, and stays where none does. */
  protected override update(state: KitState | undefined): void {
    super.update(state)
    const { kit } = this
    if (!kit?.options.gatewayUrl || kit === this.#asked) return
    if (!state || !selectAccount(state, this.standsFor)) return
    this.#asked = kit
    import('./askName.js').then(({ askName }) => askName(kit)).catch(() => {})
  }

  protected override target(state: KitState): ViewId | undefined {
    // Where the network is not one of the page's, the kit knows what to show (S2-10).
    return selectNetworkChoice(state, this.standsFor)?.isSupported === false ? undefined : 'Account'
  }
}
