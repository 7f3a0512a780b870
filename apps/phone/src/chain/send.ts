/** Fees, sending and receipts: real transactions on a real node. */
import type { Address, Hex, PrivateKeyAccount } from 'viem'
import {
  estimateFeesPerGas,
  estimateGas,
  getBalance,
  sendTransaction,
  waitForTransactionReceipt,
} from 'viem/actions'
import type { Node } from './node.js'

/** One call of a transaction, as an app asked for it and this wallet understood it. */
export interface Call {
  /** Absent: a new contract. */
  readonly to: Address | undefined
  readonly value: bigint
  readonly data: Hex | undefined
  readonly gas?: bigint | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
  readonly nonce?: number | undefined
}

/** In the network's smallest unit; the most that can be taken. */
export async function mostFee(node: Node, from: Address, call: Call): Promise<bigint> {
  const [gas, fees] = await Promise.all([
    call.gas ?? estimateGas(node, { account: from, ...requestOf(call) }),
    call.maxFeePerGas === undefined ? estimateFeesPerGas(node) : { maxFeePerGas: call.maxFeePerGas },
  ])
  return gas * fees.maxFeePerGas
}

export function send(node: Node, account: PrivateKeyAccount, call: Call): Promise<Hex> {
  return sendTransaction(node, {
    account,
    chain: node.chain,
    ...requestOf(call),
    ...(call.gas !== undefined && { gas: call.gas }),
    ...(call.maxFeePerGas !== undefined && { maxFeePerGas: call.maxFeePerGas }),
    ...(call.maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas: call.maxPriorityFeePerGas }),
    ...(call.nonce !== undefined && { nonce: call.nonce }),
  })
}

const requestOf = ({ to, value, data }: Call) => ({
  value,
  ...(to !== undefined && { to }),
  ...(data !== undefined && { data }),
})

/** In milliseconds: a local chain answers at once, and nobody watches for longer. */
const receiptPatience = 60_000

export const receiptOf = (node: Node, hash: Hex) =>
  waitForTransactionReceipt(node, { hash, timeout: receiptPatience })

export const balanceOf = (node: Node, address: Address) => getBalance(node, { address })
