/** What pools of either kind are asked, and what they tell: of all that are deep enough, the deepest counts. */
import type { Hex } from '../chain/shapes.js'

/** One token against one whose price is known. */
export interface PoolQuestion {
  readonly asset: Hex
  readonly token: Hex
  readonly decimals: number
  readonly base: { readonly token: Hex; readonly decimals: number; readonly price: bigint }
}

/** One that is there, and what it is asked about. */
export interface Pool {
  readonly address: Hex
  readonly question: PoolQuestion
}

export interface PoolPrice {
  readonly asset: Hex
  /** Dollars that stand on the other side, in fixed point. */
  readonly depth: bigint
  readonly price: bigint
}

/** Blocks between the looks at a pool that remembers nothing. */
export const lookEvery = 8

export function middle(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}
