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
