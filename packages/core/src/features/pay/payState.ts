/** What the screen of a payment reads: what is asked, how it would be paid, how far that has come. */
import type { Address } from '@latchkey/spec/caip'
import type { Fee } from '../fees.js'
import type { SwapPlan, SwapStep } from '../swaps/types.js'
import type { PayOrder, PayReceipt } from './payRequest.js'

export interface PayAsset {
  readonly symbol: string
  readonly decimals: number
  /** What is asked, in the smallest unit. */
  readonly units: bigint
}

/** Something else that the account holds and that can become what is asked for. */
export interface PaySource {
  readonly id: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl: string | undefined
  readonly held: bigint
}

export type PayWay =
  | { readonly kind: 'direct'; readonly fee: Fee }
  /** First a swap for what is missing, then the payment. */
  | { readonly kind: 'swap'; readonly source: PaySource; readonly plan: SwapPlan; readonly fee: Fee }

/** `network`, `wallet` and the steps before a swap: the wallet is asked. `confirming`: the network has it. */
export type PayStep = 'network' | SwapStep | 'wallet' | 'confirming'

export type PayProblem =
  | { readonly code: 'declined' | 'timeout' | 'account' | 'network' }
  /** Another window of this page is at it. */
  | { readonly code: 'elsewhere' }
  /** What arrives is less than what is asked: the token keeps a part. */
  | { readonly code: 'arrives-less' }
  /** The token refuses it, in its own words where it has some. */
  | { readonly code: 'refused'; readonly reason: string | undefined }
  /** It was included and had no effect. */
  | { readonly code: 'reverted' }
  /** The wallet used its place for something else, or the network lost it. */
  | { readonly code: 'replaced' | 'dropped' }
  | { readonly code: 'failed'; readonly reason: string }

export type PayStage =
  | { readonly status: 'idle' }
  /** Nobody is there to pay. */
  | { readonly status: 'connect' }
  | { readonly status: 'loading' }
  /** What it takes could not be found out; asking again may help. */
  | { readonly status: 'unknown'; readonly reason: string }
  | { readonly status: 'ready'; readonly way: PayWay; readonly held: bigint }
  /** `asset`: too little of it, and nothing to swap. `fee`: too little for the fee. */
  | {
      readonly status: 'short'
      readonly of: 'asset' | 'fee'
      readonly held: bigint
      readonly symbol: string
      readonly decimals: number
    }
  | { readonly status: 'paying'; readonly step: PayStep; readonly hash: string | undefined }
  | { readonly status: 'stopped'; readonly problem: PayProblem }
  | { readonly status: 'paid'; readonly receipt: PayReceipt }

export interface PayState {
  readonly order: PayOrder | undefined
  readonly asset: PayAsset | undefined
  readonly payer: Address | undefined
  /** What could be swapped for it, where there is too little of the asset. */
  readonly sources: readonly PaySource[]
  readonly stage: PayStage
}

export const noPayment: PayState = {
  order: undefined,
  asset: undefined,
  payer: undefined,
  sources: [],
  stage: { status: 'idle' },
}
