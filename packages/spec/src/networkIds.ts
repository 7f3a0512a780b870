/** CAIP-2 network ids and the namespaces: what every page needs of CAIP, parsed and compared whole (S1-05, S5-04, D-15). */

/** S1-05: the namespaces the product knows, in the order they are offered. */
export const namespaces = ['eip155', 'solana', 'bip122', 'polkadot'] as const
export type Namespace = (typeof namespaces)[number]

/** CAIP-2, for example `eip155:1`. */
export type NetworkId = `${string}:${string}`
/** CAIP-10, for example `eip155:1:0xab16…`. */
export type AccountId = `${NetworkId}:${string}`
/** CAIP-19, for example `eip155:1/erc20:0x6b17…`. */
export type AssetId = `${NetworkId}/${string}:${string}`

declare const addressBrand: unique symbol
/** An address as one namespace writes it. Comes from `asAddress`, `parseAddress` or `parseAccountId`. */
export type Address = string & AddressBrand

/** Named, so that declaration files can speak of it. */
export interface AddressBrand {
  readonly [addressBrand]: true
}

export interface NetworkIdParts {
  readonly namespace: Namespace
  readonly reference: string
}
export interface AccountIdParts extends NetworkIdParts {
  readonly networkId: NetworkId
  readonly address: Address
}
export interface AssetIdParts extends NetworkIdParts {
  readonly networkId: NetworkId
  readonly assetNamespace: string
  readonly assetReference: string
  /** One token of a collection (ERC-721, ERC-1155); absent for fungible assets. */
  readonly tokenId?: string
}

const networkPattern = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})$/

export function isNamespace(value: unknown): value is Namespace {
  return namespaces.some((namespace) => namespace === value)
}

/** Brands a string that a trusted source (a wallet, a parsed id) gave as an address. It does not check the format. */
export function asAddress(value: string): Address {
  // The brand exists only in types, so there is nothing to convert.
  return value as Address
}

export function networkId<N extends Namespace>(parts: {
  readonly namespace: N
  readonly reference: string | number
}): `${N}:${string}` {
  return `${parts.namespace}:${parts.reference}`
}

export function accountId(parts: { readonly networkId: NetworkId; readonly address: string }): AccountId {
  return `${parts.networkId}:${parts.address}`
}

/** S5-04: two parts and a known namespace, else undefined. */
export function parseNetworkId(value: string): NetworkIdParts | undefined {
  const [, namespace, reference] = networkPattern.exec(value) ?? []
  if (reference === undefined || !isNamespace(namespace)) return undefined
  return { namespace, reference }
}

export function isNetworkId(value: unknown): value is NetworkId {
  return typeof value === 'string' && parseNetworkId(value) !== undefined
}

/** Networks of Solana that wallets know by a name; CAIP-2 takes the first 32 characters of the genesis hash. */
export const solanaClusters = {
  mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
} as const satisfies Record<string, NetworkId>

/** S9-18: namespaces of the wallet protocol; any other is carried as `generic`. */
export const walletProtocolNamespaces = [
  'eip155',
  'algorand',
  'solana',
  'cosmos',
  'polkadot',
  'cip34',
  'elrond',
  'multiversx',
  'near',
  'tezos',
] as const
export type WalletProtocolNamespace = (typeof walletProtocolNamespaces)[number] | 'generic'

export function walletProtocolNamespace(namespace: string): WalletProtocolNamespace {
  return walletProtocolNamespaces.find((known) => known === namespace) ?? 'generic'
}
