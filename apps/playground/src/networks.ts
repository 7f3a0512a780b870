/** The networks this demo asks for: the local chain first, and two public ones to switch to. */
import type { Network } from '@latchkey/spec/entities'

const localNetwork: Network = {
  id: 31337,
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:31337',
  name: 'Local chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['/gateway/v1?chainId=eip155:31337'] } },
}

export const mainnet: Network = {
  id: 1,
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['/gateway/v1?chainId=eip155:1'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
}

const base: Network = {
  id: 8453,
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:8453',
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['/gateway/v1?chainId=eip155:8453'] } },
  blockExplorers: { default: { name: 'Basescan', url: 'https://basescan.org' } },
}

export const networks = [localNetwork, mainnet, base] as const satisfies readonly [Network, ...Network[]]

const named = (id: number, name: string, symbol = 'ETH', testnet = false): Network => ({
  id,
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}`,
  name,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
  rpcUrls: { default: { http: [`/gateway/v1?chainId=eip155:${id}`] } },
  testnet,
})

/** Enough of them to need a search. */
export const manyNetworks: readonly [Network, ...Network[]] = [
  ...networks,
  named(10, 'OP Mainnet'),
  named(42161, 'Arbitrum One'),
  named(137, 'Polygon', 'POL'),
  named(100, 'Gnosis', 'XDAI'),
  named(43114, 'Avalanche', 'AVAX'),
  named(11155111, 'Sepolia', 'ETH', true),
  {
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    chainNamespace: 'solana',
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    name: 'Solana',
    nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: ['/gateway/v1?chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] } },
  },
]
