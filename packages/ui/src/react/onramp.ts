/** Buying with a card or a bank: what is on sale, the offers for it, and the way until it arrives (S7-18, D-18). */
import { selectNetwork } from '@latchkey/core'
import { type BuyProblem, type BuyToken, type Onramp, type OnrampState, onramp } from '@latchkey/core/screen'
import { useSelect } from '../context.js'
import { type Flow, useFlow } from './flow.js'

export type OnrampFlow = Flow<
  OnrampState,
  Omit<Onramp, 'store' | 'open' | 'close' | 'tokens' | 'amountProblem'>
> & {
  /** What keeps the amount from being paid; `undefined` when nothing does. */
  readonly need: BuyProblem | undefined
  /** What can be bought for the account in use, its network first. */
  readonly tokens: readonly BuyToken[]
}

/** Offers stay young while a component that uses it is on the page; a purchase is followed all the same. */
export function useOnramp(): OnrampFlow {
  const flow = useFlow<OnrampState, Onramp>(onramp, look)
  // What is on sale is told for the network in use; both are told of what this render has seen, and of nothing newer.
  const networkId = useSelect(selectNetwork)?.caipNetworkId
  const { state, actions } = flow
  const need = actions?.amountProblem(state)
  const tokens = actions?.tokens({ options: state.options, networkId }) ?? none
  return { ...flow, need, tokens }
}

const none: readonly BuyToken[] = []

const look = (shop: Onramp) => {
  void shop.open()
  return () => shop.close()
}
