/** What price providers call the networks and their coins. */
import type { NetworkId } from '@latchkey/spec/caip'

export interface ProviderNetwork {
  /** Asset platform of CoinGecko; undefined where a network has no tokens. */
  readonly coingecko: string | undefined
  /** Chain of DefiLlama. */
  readonly defillama: string
  /** Id of the native coin at CoinGecko; DefiLlama takes the same. */
  readonly coin: string
}

export const providerNetworks: ReadonlyMap<NetworkId, ProviderNetwork> = new Map<NetworkId, ProviderNetwork>([
  ['eip155:1', { coingecko: 'ethereum', defillama: 'ethereum', coin: 'ethereum' }],
  ['eip155:10', { coingecko: 'optimistic-ethereum', defillama: 'optimism', coin: 'ethereum' }],
  ['eip155:56', { coingecko: 'binance-smart-chain', defillama: 'bsc', coin: 'binancecoin' }],
  ['eip155:100', { coingecko: 'xdai', defillama: 'xdai', coin: 'xdai' }],
  ['eip155:137', { coingecko: 'polygon-pos', defillama: 'polygon', coin: 'polygon-ecosystem-token' }],
  ['eip155:8453', { coingecko: 'base', defillama: 'base', coin: 'ethereum' }],
  ['eip155:42161', { coingecko: 'arbitrum-one', defillama: 'arbitrum', coin: 'ethereum' }],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { coingecko: 'solana', defillama: 'solana', coin: 'solana' }],
  [
    'bip122:000000000019d6689c085ae165831e93',
    { coingecko: undefined, defillama: 'bitcoin', coin: 'bitcoin' },
  ],
  ['eip155:43114', { coingecko: 'avalanche', defillama: 'avax', coin: 'avalanche-2' }],
])
