/** What the screens and hooks of a swap read, and what they may conclude from it. */
import { limits } from '@latchkey/spec/limits'
import { type AmountReading, readAmount } from '../../money.js'
import type { Subject } from '../subject.js'
import { nativeAddress } from './nativeAddress.js'
import { noQuote, type QuoteState } from './quoteLoop.js'
import type {
  SwapChoice,
  SwapPlan,
  SwapProblem,
  SwapProgress,
  SwapQuestion,
  SwapToken,
  UnfinishedSwap,
} from './types.js'

export interface SwapTokenList {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly tokens: readonly SwapToken[]
  /** `unsupported` among them: the network has no swaps (D-17). */
  readonly problem: SwapProblem | undefined
}

export interface PlanState {
  /** A plan stays while the next one is made, and until it ends where nobody answers; `problem` is why there is none. */
  readonly status: 'none' | 'loading' | 'ready' | 'failed'
  readonly plan: SwapPlan | undefined
  readonly problem: SwapProblem | undefined
  /** The price got worse than the least that was shown: it has to be accepted before it is signed. */
  readonly isWorse: boolean
}

export interface UnfinishedState extends UnfinishedSwap {
  /** Whether the chain allows the amount by now; `undefined` while it is asked. */
  readonly isApproved: boolean | undefined
}

export interface SwapsState {
  /** Whose swap it is; without an account nothing can be swapped. */
  readonly subject: Subject | undefined
  readonly list: SwapTokenList
  readonly from: SwapToken | undefined
  readonly to: SwapToken | undefined
  /** As typed. */
  readonly amount: string
  /** In percent (D-16). */
  readonly slippage: string
  /** Exact, by token id, as the chain said last; absent where it has not. */
  readonly balances: Readonly<Record<string, bigint>>
  /** US dollars for one, by token id; absent where nobody knows. */
  readonly prices: Readonly<Record<string, string>>
  readonly quote: QuoteState
  readonly plan: PlanState
  readonly progress: SwapProgress
  readonly unfinished: UnfinishedState | undefined
}

export const noPlan: PlanState = { status: 'none', plan: undefined, problem: undefined, isWorse: false }

export const startState = (subject: Subject | undefined): SwapsState => ({
  subject,
  list: { status: 'loading', tokens: [], problem: undefined },
  from: undefined,
  to: undefined,
  amount: '',
  slippage: limits.slippageDefault,
  balances: {},
  prices: {},
  quote: noQuote,
  plan: noPlan,
  progress: { status: 'idle' },
  unfinished: undefined,
})

/** What is chosen, in words that mean the same on another network: symbols, and for its coin whatever that is there. */
export function choiceOf({ from, to, amount }: Pick<SwapsState, 'from' | 'to' | 'amount'>): SwapChoice {
  const nameOf = ({ isNative, symbol }: SwapToken) => (isNative ? nativeAddress : symbol)
  return {
    ...(from && { from: nameOf(from) }),
    ...(to && { to: nameOf(to) }),
    ...(amount !== '' && { amount }),
  }
}

function readSwapAmount({ amount, from }: Pick<SwapsState, 'amount' | 'from'>): AmountReading {
  return from ? readAmount(amount, from.decimals) : { status: 'empty' }
}

/** What can be asked of the gateway; `undefined` until everything is chosen. */
export function questionOf(state: SwapsState): SwapQuestion | undefined {
  const { subject, from, to } = state
  const reading = readSwapAmount(state)
  if (!subject || !from || !to || reading.status !== 'ready' || reading.value === 0n) return undefined
  return { ...subject, from, to, amount: reading.value }
}

/** What stands between a form and its preview, most urgent first. */
export type SwapNeed =
  | 'account'
  | 'list'
  | 'unsupported'
  | 'token'
  | 'amount'
  | 'amount-invalid'
  | 'balance'
  | 'quote'
  | 'quote-failed'
  | 'ready'

export function needOf(state: SwapsState): SwapNeed {
  const { subject, list, from, to, balances, quote } = state
  if (!subject) return 'account'
  if (list.problem?.code === 'unsupported') return 'unsupported'
  if (list.status !== 'ready') return 'list'
  if (!from || !to) return 'token'
  const reading = readSwapAmount(state)
  if (reading.status === 'empty' || (reading.status === 'ready' && reading.value === 0n)) return 'amount'
  if (reading.status !== 'ready') return 'amount-invalid'
  const held = balances[from.id]
  if (held !== undefined && held < reading.value) return 'balance'
  if (quote.status === 'failed') return 'quote-failed'
  return quote.status === 'ready' ? 'ready' : 'quote'
}
