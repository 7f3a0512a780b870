/** What is sold by companies: well-known coins on well-known networks, and the networks' names at each company. */
import type { NetworkId } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { paymentMethods } from '../methods.js'
import type { Offer, SoldAsset } from '../provider.js'

interface KnownNetwork {
  readonly id: NetworkId
  readonly name: string
  /** At Coinbase and Transak. */
  readonly slug: string
  /** Behind the symbols of MoonPay and Meld; empty on Ethereum. */
  readonly suffix: string
}

const networks = [
  { id: 'eip155:1', name: 'Ethereum', slug: 'ethereum', suffix: '' },
  { id: 'eip155:10', name: 'OP Mainnet', slug: 'optimism', suffix: 'optimism' },
  { id: 'eip155:137', name: 'Polygon', slug: 'polygon', suffix: 'polygon' },
  { id: 'eip155:8453', name: 'Base', slug: 'base', suffix: 'base' },
  { id: 'eip155:42161', name: 'Arbitrum One', slug: 'arbitrum', suffix: 'arbitrum' },
  { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', slug: 'solana', suffix: 'sol' },
] as const satisfies readonly KnownNetwork[]

type KnownId = (typeof networks)[number]['id']

/** Contracts by network; empty for the coin of the network. */
const sold: readonly { symbol: string; name: string; on: Readonly<Partial<Record<KnownId, string>>> }[] = [
  {
    symbol: 'ETH',
    name: 'Ether',
    on: { 'eip155:1': '', 'eip155:10': '', 'eip155:8453': '', 'eip155:42161': '' },
  },
  { symbol: 'POL', name: 'POL', on: { 'eip155:137': '' } },
  { symbol: 'SOL', name: 'Solana', on: { 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': '' } },
  {
    symbol: 'USDC',
    name: 'USD Coin',
    on: {
      'eip155:1': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      'eip155:10': '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      'eip155:137': '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      'eip155:8453': '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      'eip155:42161': '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    },
  },
  { symbol: 'USDT', name: 'Tether', on: { 'eip155:1': '0xdAC17F958D2ee523a2206206994597C13D831ec7' } },
]

const assets: readonly SoldAsset[] = sold.flatMap(({ symbol, name, on }) =>
  networks.flatMap(({ id, name: networkName }) => {
    const contract = on[id]
    return contract === undefined ? [] : [{ symbol, name, networkId: id, networkName, contract }]
  }),
)

/** The limits of S9-05: what a company takes at most in a country, its own page knows. */
export const usualOffer: Offer = {
  assets,
  limits: limits.onrampCurrencies.flatMap((currency) =>
    paymentMethods.map((method) => ({
      currency,
      method,
      ...(method === 'card' ? limits.onrampCard : limits.onrampBankAccount),
    })),
  ),
}

function networkOf({ networkId }: SoldAsset): KnownNetwork {
  const found = networks.find(({ id }) => id === networkId)
  if (!found) throw new Error(`${networkId} is not one of the networks that are sold on.`)
  return found
}

/** `ethereum` for eip155:1. */
export const networkSlugOf = (asset: SoldAsset) => networkOf(asset).slug

/** `usdc_base`: how MoonPay writes a coin on a network; the network's own coin is bare on networks of their own. */
export function suffixedCode(asset: SoldAsset): string {
  const { suffix } = networkOf(asset)
  const isOwn = suffix === '' || (asset.symbol === 'SOL' && suffix === 'sol')
  return (isOwn ? asset.symbol : `${asset.symbol}_${suffix}`).toLowerCase()
}
