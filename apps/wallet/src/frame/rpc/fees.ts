/** What a transaction of a plain account may cost: what the page said, and what the network says where it said nothing. */
import { limits } from '@latchkey/spec/limits'
import * as v from 'valibot'
import type { FrameContext } from '../context.js'
import { callNode } from './callNode.js'
import { type Hex, quantityOf, type WantedTransaction } from './parseParams.js'

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)
const block = v.looseObject({ baseFeePerGas: v.optional(quantity) })

export interface FeesOf {
  readonly gas: Hex
  readonly maxFeePerGas: Hex
  readonly maxPriorityFeePerGas: Hex
}

/** S9-08, in whole numbers. */

const withRoom = (value: bigint): bigint =>
  (value * limits.gasMultiplier.numerator) / limits.gasMultiplier.denominator

export async function feesFor(
  context: FrameContext,
  network: string,
  { from, transaction }: { readonly from: string; readonly transaction: WantedTransaction },
): Promise<FeesOf> {
  const node = (method: string, params: readonly unknown[]) => callNode(context, network, method, params)
  const { to, value, data = transaction.input } = transaction
  const call = { from, ...(to ? { to } : {}), ...(value ? { value } : {}), ...(data ? { data } : {}) }
  const given = transaction.gas ?? transaction.gasLimit
  const [gas, prices] = await Promise.all([
    given ?? node('eth_estimateGas', [call]).then((told) => quantityOf(withRoom(v.parse(quantity, told)))),
    pricesFor(node, transaction),
  ])
  return { gas, ...prices }
}

async function pricesFor(
  node: (method: string, params: readonly unknown[]) => Promise<unknown>,
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: WantedTransaction,
) {
  // One price of the older kind is what both of the newer kind are at most.
  if (gasPrice !== undefined) return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice }
  if (maxFeePerGas !== undefined)
    return { maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas ?? maxFeePerGas }
  const [told, latest] = await Promise.all([
    maxPriorityFeePerGas ?? node('eth_maxPriorityFeePerGas', []),
    node('eth_getBlockByNumber', ['latest', false]),
  ])
  const tip = v.parse(quantity, told)
  const { baseFeePerGas = 0n } = v.parse(block, latest)
  return {
    maxFeePerGas: quantityOf(withRoom(baseFeePerGas) + tip),
    maxPriorityFeePerGas: quantityOf(tip),
  }
}
