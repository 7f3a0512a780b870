/** What is known of the tokens of a solana network: the operator's words first, then the directory's. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Listed } from './listed.js'
import type { SolanaSettings } from './solanaFacts.js'

interface SolanaToken {
  readonly mint: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export type SolanaTokens = (networkId: NetworkId) => {
  nameOf(mint: string): { readonly name: string; readonly symbol: string } | undefined
  /** Those of the directory, which says their decimals; the operator's words for them first. */
  listed(): readonly SolanaToken[]
  /** Taken to be worth one dollar. */
  readonly dollars: readonly string[]
}

export function createSolanaTokens(configured: SolanaSettings, listed: Pick<Listed, 'names'>): SolanaTokens {
  return (networkId) => {
    const { tokens = [], dollars = [] } = configured.get(networkId) ?? {}
    const own = new Map(tokens.map(({ address, name, symbol }) => [address, { name, symbol }]))
    // Read when first needed: the directory's list is long.
    let names: ReturnType<Listed['names']> | undefined
    const listedNames = () => {
      names ??= listed.names(networkId)
      return names
    }
    return {
      nameOf: (mint) => own.get(mint) ?? listedNames().get(mint),
      listed: () => [...listedNames()].map(([mint, token]) => ({ mint, ...token, ...own.get(mint) })),
      dollars,
    }
  }
}
