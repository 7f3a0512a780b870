/** Sends the seed's transactions one by one at set times, so that every start makes the same blocks. */
import { type Address, type Hex, parseGwei, toHex } from 'viem'
import type { Request } from '../rpc.js'

export interface SeedTransaction {
  readonly from: Address
  /** Absent: creates a contract. */
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  /** Unix seconds; absent: one second after the transaction before. */
  readonly at?: number
  /** The history has a failed transaction too; any other failure ends the seed. */
  readonly fails?: boolean
}

export interface SeedReceipt {
  readonly status: Hex
  readonly contractAddress: Address | null
  readonly logs: readonly { readonly data: Hex }[]
}

export type Send = (transaction: SeedTransaction) => Promise<SeedReceipt>

// Fixed, so that a transaction's hash depends on nothing but its nonce and content.
const fees = { maxFeePerGas: toHex(parseGwei('3')), maxPriorityFeePerGas: toHex(parseGwei('1')) }
/** Enough for the largest contract; what is not used is not paid. */
const gas = toHex(12_000_000)

export function createSender(request: Request, startsAt: number): Send {
  let time = startsAt
  return async ({ from, to, data, value, at, fails = false }) => {
    time = Math.max(at ?? 0, time + 1)
    await request('evm_setNextBlockTimestamp', [time])
    const hash = await request('eth_sendTransaction', [
      {
        from,
        ...fees,
        gas,
        ...(to ? { to } : {}),
        ...(data ? { data } : {}),
        ...(value === undefined ? {} : { value: toHex(value) }),
      },
    ])
    // Mined at once, so the receipt is there; its shape is the node's.
    const receipt = (await request('eth_getTransactionReceipt', [hash])) as SeedReceipt
    if ((receipt.status === '0x0') !== fails)
      throw new Error(
        `the seed's transaction ${hash} to ${to ?? 'a new contract'} ${fails ? 'did not fail' : 'failed'}`,
      )
    return receipt
  }
}
