/** The words of a swap: what is swapped for what, what it gives, what it needs, and how far it has come. */
import type { AccountId, Address, NetworkId } from '@latchkey/spec/caip'
import type { TransactionRequest } from '../../connector.js'

export type Hex = `0x${string}`

export interface SwapToken {
  /** CAIP-10, as the gateway calls it. */
  readonly id: AccountId
  /** The native coin is `nativeAddress`. */
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl: string | undefined
  readonly isNative: boolean
}

/** What a page or a person would like to swap. */
export interface SwapChoice {
  /** A token by its id, its address or its symbol. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** In whole tokens, such as `1.5`. */
  readonly amount?: string | undefined
}

/** Who asks for what. */
export interface SwapQuestion {
  readonly networkId: NetworkId
  readonly address: Address
  readonly from: SwapToken
  readonly to: SwapToken
  /** In the smallest unit of `from`; never 0. */
  readonly amount: bigint
}

export interface SwapQuote {
  readonly question: SwapQuestion
  readonly amountOut: bigint
  /** In percent; `undefined` where nobody says. */
  readonly priceImpact: string | undefined
  /** By the kit's clock. */
  readonly expiresAt: number
}

export type SwapProblemCode =
  /** S8-03: 'Network not supported for Swaps'. */
  | 'unsupported'
  /** S8-03: 'Network not supported for Gas Price'. */
  | 'gas-price-unsupported'
  /** The gateway or the chain does not answer. */
  | 'unavailable'
  | 'no-liquidity'
  /** The gateway refuses, and says why in `reason`. */
  | 'refused'
  | 'slippage-invalid'
  /** Less of the token than the amount. */
  | 'balance'
  /** Less of the native coin than the fee, or than the fee and the amount. */
  | 'gas-funds'
  /** Less would arrive than the least that was shown. */
  | 'price-moved'
  /** Tried on the chain, it fails. */
  | 'would-fail'
  /** What the gateway wrote is not the swap that was asked for; nobody is asked to sign it. */
  | 'wrong-transaction'
  | 'approval-rejected'
  | 'approval-failed'
  /** Approved, but for less than the swap needs. */
  | 'allowance'
  | 'swap-rejected'
  | 'swap-failed'
  /** Replaced by another transaction, or lost by the network. */
  | 'swap-dropped'
  /** The wallet did not do it; `reason` is what it said. */
  | 'wallet'

export interface SwapProblem {
  readonly code: SwapProblemCode
  /** In the words of whoever refused. */
  readonly reason?: string | undefined
  readonly cause?: unknown
}

/** A call of a contract, ready to be signed. */
export interface SwapCall {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
}

/** Everything about to be signed, checked and tried. What a preview shows is read from here and from nowhere else. */
export interface SwapPlan {
  readonly question: SwapQuestion
  /** In percent. */
  readonly slippage: string
  readonly amountOut: bigint
  /** Less than this never arrives: the exchange is held to it, or, where `isHeld` is false, it was only tried. */
  readonly minimum: bigint
  /** Whether the calldata could be read, and says the minimum itself. */
  readonly isHeld: boolean
  readonly priceImpact: string | undefined
  readonly swap: SwapCall
  /** For exactly the amount (D-16); first back to zero where the token wants that. */
  readonly approvals: readonly SwapCall[]
  readonly spender: Address
  /** The wallet takes approval and swap together, all or nothing. */
  readonly canBatch: boolean
  readonly fee: SwapFee
  /** What keeps it from being signed, though all of the above is known. */
  readonly problem: SwapProblem | undefined
  readonly expiresAt: number
}

/** In the smallest unit of the native coin. */
export interface SwapFee {
  /** More than this is not paid, as fees are now. */
  readonly most: bigint
  /** What holds each approval, then the swap, to it: limits of gas with the margin of S9-08, and prices. */
  readonly fields: readonly TransactionRequest[]
}

/** `approve` and `swap`: the wallet is asked. `approving` and `swapping`: the network has it. */
export type SwapStep = 'check' | 'approve' | 'approving' | 'swap' | 'swapping' | 'batch' | 'batching'

export type SwapProgress =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly step: SwapStep; readonly hash?: string; readonly plan: SwapPlan }
  | { readonly status: 'failed'; readonly problem: SwapProblem; readonly plan: SwapPlan }
  | { readonly status: 'done'; readonly hash: string; readonly plan: SwapPlan }

/** An approval that was sent, and whose swap was not (yet). */
export interface UnfinishedSwap {
  readonly networkId: NetworkId
  readonly address: Address
  readonly from: AccountId
  readonly to: AccountId
  /** As text: it is stored. */
  readonly amount: string
  readonly slippage: string
  readonly spender: Address
  readonly hash: string
  readonly at: number
}

/** What is thrown inside; the state shows the problem. */
export class SwapError extends Error {
  override readonly name = 'SwapError'
  readonly problem: SwapProblem
  constructor(problem: SwapProblem) {
    super(problem.reason ?? problem.code, { cause: problem.cause })
    this.problem = problem
  }
}
