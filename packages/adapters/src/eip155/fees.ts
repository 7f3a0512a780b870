/** What a transaction costs: gas with the margin of S9-08, at the prices of the last block; rollups charge for data too. */
import type { TransactionFee, TransactionRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { scaleAmount } from '@latchkey/spec/validation'
import type { Place } from './place.js'
import { parseAmount } from './quantity.js'
import { rpcTransaction } from './transactions.js'

export interface FeeInput {
  readonly transaction: TransactionRequest
  readonly place: Place
  /** Where the caller knows it; else the network is asked. */
  readonly gas?: bigint | undefined
  call(method: string, params: readonly unknown[]): Promise<unknown>
}

interface Prices {
  readonly likely: bigint
  readonly most: bigint
  /** What holds the wallet to them. */
  readonly fields: TransactionRequest
}

export async function transactionFee(input: FeeInput): Promise<TransactionFee> {
  const { transaction, place, call } = input
  const request = rpcTransaction(transaction, place)
  const [estimate, prices, extra] = await Promise.all([
    input.gas ?? call('eth_estimateGas', [request]).then(amountOf('eth_estimateGas')),
    pricesOf(call),
    dataFee(request.data?.length ?? 2, call),
  ])
  const gas = input.gas ?? scaleAmount(estimate, limits.gasMultiplier)
  return {
    gas,
    likely: estimate * prices.likely + extra,
    most: gas * prices.most + scaleAmount(extra, limits.gasMultiplier),
    fields: { gas, ...prices.fields },
  }
}

/** The base fee may double in the time somebody takes to approve: six full blocks. */
const baseFeeRoom = 2n

async function pricesOf(call: FeeInput['call']): Promise<Prices> {
  const [block, gasPrice, tip] = await Promise.all([
    call('eth_getBlockByNumber', ['latest', false]),
    call('eth_gasPrice', []).then(amountOf('eth_gasPrice')),
    // Nodes without it say so; the difference to the price of gas says the same.
    call('eth_maxPriorityFeePerGas', []).then(parseAmount, () => undefined),
  ])
  const base =
    block instanceof Object && 'baseFeePerGas' in block ? parseAmount(block.baseFeePerGas) : undefined
  if (base === undefined) return { likely: gasPrice, most: gasPrice, fields: { gasPrice } }
  const maxPriorityFeePerGas = tip ?? (gasPrice > base ? gasPrice - base : 0n)
  const maxFeePerGas = base * baseFeeRoom + maxPriorityFeePerGas
  return {
    likely: base + maxPriorityFeePerGas,
    most: maxFeePerGas,
    fields: { maxFeePerGas, maxPriorityFeePerGas },
  }
}

/** The contract by which rollups of the OP Stack tell what they charge for storing a transaction on Ethereum. */
const oracle = '0x420000000000000000000000000000000000000F'
/** `getL1FeeUpperBound(uint256)`, by the size of the unsigned transaction. */
const upperBound = 'f1c7a58b'
/** Everything of a transaction besides its data, and then some. */
const envelopeBytes = 150

/** 0 where there is no such contract. A rollup that charges in another way is not known here; the docs say so. */
async function dataFee(hexLength: number, call: FeeInput['call']): Promise<bigint> {
  const size = BigInt(envelopeBytes + Math.ceil((hexLength - 2) / 2))
  const data = `0x${upperBound}${size.toString(16).padStart(64, '0')}`
  const answer = await call('eth_call', [{ to: oracle, data }, 'latest']).catch(() => '0x')
  return typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : 0n
}

const amountOf =
  (method: string) =>
  (answer: unknown): bigint => {
    const value = parseAmount(answer)
    if (value !== undefined) return value
    throw new LatchkeyError('rpc.failed', { method, reason: 'the answer is no number' })
  }
