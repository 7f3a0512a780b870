/** What a transfer costs: its size, from the coins that it would spend, at the rates that blocks are filled with. */
import type { TransactionFee, TransactionRequest } from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { type BitcoinScript, readBitcoinAddress } from '@latchkey/verify/bitcoin'
import type { Esplora } from './esplora.js'
import { readAmount, satoshi } from './satoshi.js'

/** In virtual bytes, rounded up: what spends a coin of a kind, and what pays to it. */
const inputSizes: Readonly<Record<BitcoinScript['kind'], bigint>> = {
  p2pkh: 149n,
  p2sh: 91n,
  p2wpkh: 68n,
  p2wsh: 105n,
  p2tr: 58n,
}
const outputSizes: Readonly<Record<BitcoinScript['kind'], bigint>> = {
  p2pkh: 34n,
  p2sh: 32n,
  p2wpkh: 31n,
  p2wsh: 43n,
  p2tr: 43n,
}
const envelope = 11n

/** Blocks to wait, for what is likely paid and for the most. */
const usualWait = 3
const shortestWait = 1
/** What nodes pass on at the least, in thousandths of a satoshi per byte. */
const leastRate = 1000n

export async function transferFee(
  esplora: Esplora,
  input: { readonly address: Address; readonly transaction: TransactionRequest; readonly gas?: bigint },
): Promise<TransactionFee> {
  const { address, transaction } = input
  const coinsPath = `/address/${encodeURIComponent(address)}/utxo` as const
  const [estimates, coins] = await Promise.all([esplora.get('/fee-estimates'), esplora.get(coinsPath)])
  const rate = rateOf(estimates, usualWait)
  const fast = rateOf(estimates, shortestWait)
  const most = fast > rate ? fast : rate
  const size = input.gas ?? sizeOf({ address, transaction, rate: most, coins: readCoins(coins, coinsPath) })
  return {
    gas: size,
    likely: cost(size, rate),
    most: cost(size, most),
    // Held to by wallets that let the rate be chosen; others show their own before anything is sent.
    fields: { feeRate: Number((rate + 999n) / 1000n) },
  }
}

const cost = (size: bigint, rate: bigint): bigint => (size * rate + 999n) / 1000n

/** Thousandths of a satoshi per byte, by the longest wait that is not longer than asked for. */
function rateOf(estimates: unknown, wait: number): bigint {
  const known = estimates instanceof Object ? Object.entries(estimates) : []
  const fitting = known
    .map(([blocks, rate]: [string, unknown]) => ({ blocks: Number(blocks), rate }))
    .filter(({ blocks, rate }) => blocks <= wait && typeof rate === 'number' && rate > 0 && rate < 1e6)
    .sort((a, b) => b.blocks - a.blocks)
  const rate = BigInt(Math.ceil(Number(fitting[0]?.rate ?? 0) * 1000))
  return rate > leastRate ? rate : leastRate
}

function readCoins(list: unknown, url: string): readonly bigint[] {
  if (!Array.isArray(list)) throw new LatchkeyError('http.answer-malformed', { url })
  return list.map((coin: unknown) =>
    satoshi(coin instanceof Object && 'value' in coin ? coin.value : undefined, url),
  )
}

interface SizeInput {
  readonly address: Address
  readonly transaction: TransactionRequest
  readonly rate: bigint
  readonly coins: readonly bigint[]
}

/** The largest coins first, and the rest back to the same address: about what every wallet does. */
function sizeOf({ address, transaction, rate, coins }: SizeInput): bigint {
  const from = kindOf(address)
  const to = kindOf(typeof transaction.to === 'string' ? transaction.to : '')
  const amount = readAmount(transaction.amount)
  let size = envelope + outputSizes[to] + outputSizes[from]
  let sum = 0n
  for (const coin of [...coins].sort((a, b) => (a < b ? 1 : -1))) {
    size += inputSizes[from]
    sum += coin
    if (sum >= amount + cost(size, rate)) return size
  }
  throw new LatchkeyError('rpc.failed', { method: 'sendTransfer', reason: 'insufficient funds' })
}

function kindOf(address: string): BitcoinScript['kind'] {
  const read = readBitcoinAddress(address)
  if (!read) throw new LatchkeyError('address.invalid', { address, ns: 'bip122' })
  return read.script.kind
}
