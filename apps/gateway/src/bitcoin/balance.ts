/** What an address of a bip122 network holds, coins of waiting transactions among them, to the satoshi. */
import type { NetworkId } from '@latchkey/spec/caip'
import { formatUnits } from '@latchkey/spec/validation'
import * as v from 'valibot'
import { refuse } from '../http/refusal.js'
import { NetworkUnavailable } from '../rpc/errors.js'
import type { Esplora } from './esplora.js'

const satoshi = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((value) => BigInt(value)),
)
const sums = v.object({ funded_txo_sum: satoshi, spent_txo_sum: satoshi })
const stats = v.object({ chain_stats: sums, mempool_stats: sums })

export const bitcoin = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 } as const

/** With its decimals, exact. */
export async function bitcoinBalance(
  esplora: Esplora,
  networkId: NetworkId,
  address: string,
  signal: AbortSignal,
): Promise<string> {
  const { status, text } = await esplora.ask(networkId, { path: `/address/${address}`, signal })
  if (status === 400) throw refuse('address', 'This is no address of that network')
  const told = status === 200 ? v.safeParse(v.pipe(v.string(), v.parseJson(), stats), text) : undefined
  if (!told?.success) throw new NetworkUnavailable(networkId)
  const { chain_stats: mined, mempool_stats: waiting } = told.output
  const units = mined.funded_txo_sum - mined.spent_txo_sum + waiting.funded_txo_sum - waiting.spent_txo_sum
  return formatUnits(units < 0n ? 0n : units, bitcoin.decimals)
}
