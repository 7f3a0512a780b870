/** Networks beyond Ethereum's that this wallet has accounts on. */

export const otherNamespaces = ['solana', 'bip122', 'polkadot'] as const
export type OtherNamespace = (typeof otherNamespaces)[number]

export interface OtherNetwork {
  readonly id: `${OtherNamespace}:${string}`
  readonly namespace: OtherNamespace
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Of its addresses: the first letters of Bitcoin's, the number of Polkadot's. */
  readonly bech32?: 'bc' | 'tb' | 'bcrt'
  readonly prefix?: number
}

const solana = (reference: string, name: string): OtherNetwork => ({
  id: `solana:${reference}`,
  namespace: 'solana',
  name,
  symbol: 'SOL',
  decimals: 9,
})
const bitcoin = (reference: string, name: string, bech32: 'bc' | 'tb' | 'bcrt'): OtherNetwork => ({
  id: `bip122:${reference}`,
  namespace: 'bip122',
  name,
  symbol: 'BTC',
  decimals: 8,
  bech32,
})
const polkadot = (
  reference: string,
  name: string,
  symbol: string,
  decimals: number,
  prefix: number,
): OtherNetwork => ({
  id: `polkadot:${reference}`,
  namespace: 'polkadot',
  name,
  symbol,
  decimals,
  prefix,
})

/** The first of each family is the local one, where there is one. */
const otherNetworks: readonly OtherNetwork[] = [
  solana('6PiZqmBYHtSwhoyez1DuTiE9j4thCgvv', 'Local Solana'),
  solana('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'),
  solana('EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet'),
  solana('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'Solana Testnet'),
  bitcoin('0f9188f13cb7b2c71f2a335e3a4fc328', 'Local Bitcoin', 'bcrt'),
  bitcoin('000000000019d6689c085ae165831e93', 'Bitcoin', 'bc'),
  bitcoin('000000000933ea01ad0ee984209779ba', 'Bitcoin Testnet', 'tb'),
  bitcoin('00000008819873e925422c1ff0f99f7c', 'Bitcoin Signet', 'tb'),
  polkadot('91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', 'DOT', 10, 0),
  polkadot('b0a8d493285c2df73290dfb7e61f870f', 'Kusama', 'KSM', 12, 2),
  polkadot('e143f23803ac50e8f6f8e62695d1ce9e', 'Westend', 'WND', 12, 42),
]

export const otherNetworkOf = (id: string): OtherNetwork | undefined =>
  otherNetworks.find((network) => network.id === id)
