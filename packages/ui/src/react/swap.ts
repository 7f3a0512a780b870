/** Swaps without our views: what is chosen and what it gives, and the actions to go on (S7-06). */
import { type SwapNeed, type Swaps, type SwapsState, swaps } from '@latchkey/core/screen'
import { type Flow, useFlow } from './flow.js'

export type SwapFlow = Flow<SwapsState, Omit<Swaps, 'store' | 'show' | 'needOf'>> & {
  /** What is missing before the swap can be previewed; `undefined` when nothing is. */
  readonly need: Exclude<SwapNeed, 'ready'> | undefined
}

/** Tokens, balances and quotes stay young while a component that uses it is on the page. */
export function useSwap(): SwapFlow {
  const flow = useFlow<SwapsState, Swaps>(swaps, show)
  const need = flow.actions?.needOf(flow.state)
  return { ...flow, need: need === 'ready' ? undefined : need }
}

const show = (swap: Swaps) => swap.show()
