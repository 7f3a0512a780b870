/** What pools of either kind are asked, and what they tell: of all that are deep enough, the deepest counts. */
import type { Hex } from '../chain/shapes.js'

/** One token against one whose price is known. */
export interface PoolQuestion {
  readonly asset: Hex
  readonly token: Hex
  readonly decimals: number
  readonly base: { readonly token: Hex; readonly decimals: number; readonly price: bigint }
}

export interface PoolPrice {
  readonly asset: Hex
  /** Dollars that stand on the other side, in fixed point. */
  readonly depth: bigint
  readonly price: bigint
}

export function middle(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}
