/** What gas costs: from the fees of the last blocks, or from the node's word where there is no base fee (S7-10). */
import * as v from 'valibot'
import type { Chain } from '../chain/chain.js'
import { quantity } from '../chain/shapes.js'
import { RpcError } from '../rpc/errors.js'
import type { CallOptions } from '../rpc/rpc.js'

export interface GasPrices {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

/** Blocks looked at, and which of their tips: a quarter, more than half, and nine in ten paid no more. */
const blocks = 20
const percentiles = [25, 60, 90]

const feeHistory = v.object({
  baseFeePerGas: v.pipe(v.array(quantity), v.maxLength(blocks + 1)),
  reward: v.nullish(
    v.pipe(v.array(v.pipe(v.array(quantity), v.maxLength(percentiles.length))), v.maxLength(blocks)),
  ),
})

export async function gasPrices(chain: Chain, options: CallOptions): Promise<GasPrices> {
  const history = await readHistory(chain, options)
  // The last entry is the block to come.
  const base = history?.baseFeePerGas.at(-1) ?? 0n
  if (!history || base === 0n) {
    const price = await chain.gasPrice(options)
    return { standard: price, fast: (price * 110n) / 100n, instant: (price * 125n) / 100n }
  }
  const tip = (column: number) => middle((history.reward ?? []).flatMap((row) => row[column] ?? []))
  // Twice the base fee outlasts six full blocks.
  const [standard, fast, instant] = [0, 1, 2].map((column) => 2n * base + tip(column)) as [
    bigint,
    bigint,
    bigint,
  ] // three in, three out
  return { standard, fast: largest(standard, fast), instant: largest(standard, fast, instant) }
}

async function readHistory(chain: Chain, options: CallOptions) {
  try {
    return await chain.read(
      feeHistory,
      'eth_feeHistory',
      [`0x${blocks.toString(16)}`, 'latest', percentiles],
      options,
    )
  } catch (cause) {
    if (cause instanceof RpcError) return undefined
    throw cause
  }
}

function middle(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}

const largest = (...values: readonly bigint[]) => values.reduce((a, b) => (a > b ? a : b))
