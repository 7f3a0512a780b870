/**
 * The contract of account providers: somebody else knows which tokens an account has met and what it did. Amounts are
 * still read from the chain, and words and spam are judged here, so that a provider only saves the reading of the past.
 */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Hex } from '../chain/shapes.js'
import type { ActivityRow } from '../indexer/activity.js'
import type { CallOptions } from '../rpc/rpc.js'

export interface RowsPage {
  /** Newest first, as the index of this gateway would have them. */
  readonly rows: readonly ActivityRow[]
  /** Where the next page begins, in the provider's own words; undefined at the end. */
  readonly next: string | undefined
}

export interface AccountProvider {
  readonly name: string
  serves(networkId: NetworkId): boolean
  /** Tokens without ids that an account holds. */
  tokens(networkId: NetworkId, address: Hex, options: CallOptions): Promise<readonly Hex[]>
  rows(
    networkId: NetworkId,
    address: Hex,
    before: string | undefined,
    options: CallOptions,
  ): Promise<RowsPage>
}

/** Tokens of one account; the rest is dust that nobody looks through. */
export const mostTokens = 500

/** The chain id in an eip155 network id. */
export const chainIdOf = (networkId: NetworkId): string => networkId.slice('eip155:'.length)
