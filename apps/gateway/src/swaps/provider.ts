/** The contract of swap providers: somebody else finds the way and writes the calldata, and where it leads is checked here. */
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

/**
 * Only contracts of the provider are called, and no coins go along but those of the swap. What the calldata makes of the
 * tokens is not looked at: a provider that is broken into could name another receiver or a worse price, and an allowance
 * given to it is at stake. Wallets that simulate show that; who wants no such trust uses the exchanges on the chain.
 */
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
