/** The contract of swap providers: somebody else finds the way and writes the calldata, and it is checked here. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import type { CallOptions } from '../rpc/rpc.js'

export interface ProviderQuestion {
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
}

export interface ProviderBuild extends ProviderQuestion {
  readonly user: Hex
  /** In hundredths of a percent. */
  readonly slippage: bigint
}

export interface ProviderTransaction {
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
  readonly amountOut: bigint
  readonly gas: bigint
}

export interface SwapProvider {
  readonly name: string
  serves(networkId: NetworkId): boolean
  /** What arrives. */
  quote(networkId: NetworkId, question: ProviderQuestion, options: CallOptions): Promise<bigint>
  build(networkId: NetworkId, question: ProviderBuild, options: CallOptions): Promise<ProviderTransaction>
  /** Who takes the tokens, and so who is to be approved. */
  readonly spender: Hex
  /** Contracts that a transaction of this provider may call. Anything else is not passed on to a user. */
  readonly targets: ReadonlySet<Hex>
}

/** A provider that is broken, or broken into, must not reach a wallet: only its own contracts, and only the amount asked about. */
export function checkTransaction(
  { targets, name }: SwapProvider,
  transaction: ProviderTransaction,
  due: { readonly value: bigint },
): ProviderTransaction {
  if (!targets.has(transaction.to) || transaction.value !== due.value || transaction.data.length < 10)
    throw refuse('unavailable', `${name} gave a transaction that is not a swap`)
  return transaction
}

/** The chain id in an eip155 network id. */
export const chainIdOf = (networkId: NetworkId): string => networkId.slice('eip155:'.length)

/** A percentage as providers take it: hundredths of a percent as a decimal text. */
export function percentText(hundredths: bigint): string {
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}`
}
