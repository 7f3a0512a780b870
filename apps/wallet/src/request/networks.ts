/** Names and currencies of networks, for the eye. One that is not listed is shown by its id, and its amounts by "native". */

export interface ShownNetwork {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

const known: Readonly<Record<string, readonly [name: string, symbol: string]>> = {
  'eip155:1': ['Ethereum', 'ETH'],
  'eip155:10': ['OP Mainnet', 'ETH'],
  'eip155:56': ['BNB Smart Chain', 'BNB'],
  'eip155:100': ['Gnosis', 'xDAI'],
  'eip155:137': ['Polygon', 'POL'],
  'eip155:324': ['ZKsync Era', 'ETH'],
  'eip155:8453': ['Base', 'ETH'],
  'eip155:42161': ['Arbitrum One', 'ETH'],
  'eip155:43114': ['Avalanche', 'AVAX'],
  'eip155:11155111': ['Sepolia', 'ETH'],
  'eip155:84532': ['Base Sepolia', 'ETH'],
  'eip155:31337': ['Local chain', 'ETH'],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['Solana', 'SOL'],
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': ['Solana Devnet', 'SOL'],
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': ['Solana Testnet', 'SOL'],
  'bip122:000000000019d6689c085ae165831e93': ['Bitcoin', 'BTC'],
  'bip122:000000000933ea01ad0ee984209779ba': ['Bitcoin Testnet', 'tBTC'],
}

const decimals: Readonly<Record<string, number>> = { eip155: 18, solana: 9, bip122: 8 }

export function networkOf(chainId: string): ShownNetwork {
  const [namespace = ''] = chainId.split(':')
  const [name, symbol] = (Object.hasOwn(known, chainId) ? known[chainId] : undefined) ?? [chainId, 'native']
  return { name, symbol, decimals: decimals[namespace] ?? 0 }
}
