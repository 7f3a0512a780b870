/** Both kinds of exchange behind the same three questions: what to ask, what came, and how to swap. */
import type { ContractCall } from '../chain/chain.js'
import type { Hex } from '../chain/shapes.js'
import { concentratedAmount, concentratedQuote, concentratedSwap } from './concentrated.js'
import { pairAmount, pairQuote, pairSwap } from './pairs.js'
import type { SwapOrder, Way } from './ways.js'

export const quoteRead = (way: Way, amount: bigint): Pick<ContractCall, 'to' | 'data'> =>
  way.exchange.kind === 'pairs'
    ? pairQuote(way.exchange, way.path, amount)
    : concentratedQuote(way.exchange, way, amount)

/** Undefined where the exchange cannot go this way. */
export const quotedAmount = (way: Way, answer: Hex | undefined): bigint | undefined =>
  way.exchange.kind === 'pairs' ? pairAmount(answer) : concentratedAmount(answer, way)

export const swapData = (order: SwapOrder): Hex =>
  order.way.exchange.kind === 'pairs' ? pairSwap(order) : concentratedSwap(order)
