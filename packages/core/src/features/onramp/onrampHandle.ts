/** What screens and hooks may do with a purchase, and what they read of it. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { ReadonlyStore } from '../../store.js'
import type { BuyChoice, BuyWish } from './choice.js'
import type { ProviderPage } from './openProvider.js'
import type { BuyOptions, BuyProblem, BuyToken } from './options.js'
import type { Purchase } from './purchase.js'
import type { BuyQuotes } from './quotes.js'

export interface OnrampState extends BuyChoice {
  readonly step: 'amount' | 'quote' | 'progress'
  /** `undefined` until the service, or its silence, was heard. */
  readonly options: BuyOptions | undefined
  /** As it was typed, in the currency. */
  readonly amount: string
  readonly quotes: BuyQuotes
  /** Why the page of a provider could not be had. */
  readonly problem: string | undefined
  readonly purchase: Purchase | undefined
}

interface TokensOf extends Pick<OnrampState, 'options'> {
  readonly networkId: NetworkId | undefined
}

export interface Onramp {
  readonly store: ReadonlyStore<OnrampState>
  /** Somebody looks: asks what is on sale, and what it costs where that is on screen. */
  open(): Promise<void>
  /** The same once more, for somebody who looks already. */
  refresh(): Promise<void>
  /** Once for each `open`. When nobody looks any more, no offers are asked for; a purchase is followed all the same. */
  close(): void
  /** What the form is to start with; kept until it is known what is on sale. A purchase under way stays on screen. */
  fill(wish: BuyWish): void
  setAmount(amount: string): void
  /** What keeps the amount from being paid; `undefined` when all is well. Of the state given, else of the one of now. */
  amountProblem(of?: Pick<OnrampState, 'amount' | 'method'>): BuyProblem | undefined
  /** What can be bought for the account in use, its network first. Of what is given, else of the state of now. */
  tokens(of?: TokensOf): readonly BuyToken[]
  chooseFiat(code: string): void
  chooseMethod(id: string): void
  chooseToken(id: string): void
  /** On to what the providers give for the amount; does nothing while something is wrong with it. */
  compare(): void
  /** Back to the amount. */
  back(): void
  /** Buys from a provider. `page` is a window opened in the press itself; without one, a link is shown. */
  buy(input: { readonly provider: string; readonly page?: ProviderPage | undefined }): Promise<void>
  /** Asks once more how far the purchase is. */
  checkAgain(): void
  /** Lets go of the purchase on screen; what was paid for arrives all the same. */
  finish(): void
  /** The same once more, after a purchase that came to nothing. */
  again(): void
}

export const noPurchase: OnrampState = {
  step: 'amount',
  options: undefined,
  fiat: undefined,
  method: undefined,
  token: undefined,
  amount: '',
  quotes: { status: 'idle' },
  problem: undefined,
  purchase: undefined,
}
