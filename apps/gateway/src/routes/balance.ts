/** What an account holds (S7-05). */
import { type AccountId, accountId, type NetworkId, parseAccountId } from '@latchkey/spec/caip'
import { type Currency, type EndpointOutput, endpoints } from '@latchkey/spec/endpoints'
import { isAddress, multiplyDecimal } from '@latchkey/spec/validation'
import type { FastifyInstance } from 'fastify'
import { getAddress } from 'viem'
import { solanaCoin, solanaHoldings } from '../balances/solana.js'
import { type PricedHolding, withPrices } from '../balances/worth.js'
import { bitcoin, bitcoinBalance } from '../bitcoin/balance.js'
import {
  type BitcoinNetworkId,
  bitcoinNetwork,
  eip155Address,
  eip155Networks,
  isSolana,
  nativeToken,
  type SolanaNetworkId,
  solanaNetworks,
} from '../chain/account.js'
import type { Hex } from '../chain/shapes.js'
import type { Deps } from '../deps.js'
import { refuse } from '../http/refusal.js'
import { type Caller, route } from '../http/route.js'
import { displayNumber, priceText } from '../prices/fixed.js'

export function balance(app: FastifyInstance): void {
  route(app, endpoints.balance, async ({ params, query, caller }, { chainData, rpc }) => {
    const { signal, charge } = caller
    if (isSolana(params.address)) {
      const networkIds = solanaNetworks(rpc.upstreams, query.chainId)
      await chargeFor(caller, networkIds.length)
      const reads = { chainData, rpc, currency: query.currency, signal }
      return { balances: await solanaBalances(reads, networkIds, params.address) }
    }
    if (query.chainId?.startsWith('bip122:')) {
      const networkId = bitcoinNetwork(chainData.esplora.networks, query.chainId)
      if (!isAddress('bip122', params.address)) throw refuse('address', 'Expected a bip122 address')
      const reads = { chainData, rpc, currency: query.currency, signal }
      return { balances: await bitcoinBalances(reads, networkId, params.address) }
    }
    const address = eip155Address(params.address)
    const networkIds = eip155Networks(rpc.upstreams, query.chainId)
    await chargeFor(caller, networkIds.length + (query.forceUpdate?.length ?? 0))
    const { balances, prices } = chainData
    // All or nothing: the wire has no word for a network that is away, and leaving it out would say that nothing is there.
    const lists = await Promise.all(
      networkIds.map(async (networkId) => {
        const chain = chainData.chainOf(networkId)
        const force = forcedTokens(query.forceUpdate ?? [], networkId)
        const holdings = await balances.of(chain, address, { signal, charge, ...(force ? { force } : {}) })
        const priced = await withPrices(chain, holdings, { prices, currency: query.currency }, { signal })
        return priced.map((holding) => wireHolding(networkId, holding))
      }),
    )
    return { balances: lists.flat() }
  })
}

/** Every network is read by itself, and so is every token that is named; the request itself has paid for one. */
async function chargeFor({ charge }: Caller, reads: number): Promise<void> {
  if (reads > 1) await charge(reads - 1)
}

type Reads = Pick<Deps, 'chainData' | 'rpc'> & { readonly currency: Currency; readonly signal: AbortSignal }

async function solanaBalances(
  { chainData, rpc, currency, signal }: Reads,
  networkIds: readonly SolanaNetworkId[],
  address: string,
): Promise<WireHolding[]> {
  const lists = await Promise.all(
    networkIds.map(async (networkId) => {
      const { nameOf, dollars } = chainData.solana(networkId)
      const holdings = await solanaHoldings(rpc, networkId, address, { signal })
      const assets = holdings.map(({ mint }) => mint ?? 'native')
      const prices = await chainData.prices.elsewhere(networkId, assets, dollars, currency, { signal })
      return holdings.map(({ mint, decimals, numeric }) => {
        const short = mint === undefined ? '' : `${mint.slice(0, 4)}…${mint.slice(-4)}`
        const words = mint === undefined ? { name: solanaCoin.name, symbol: solanaCoin.symbol } : nameOf(mint)
        return {
          name: words?.name ?? short,
          symbol: words?.symbol ?? short,
          chainId: networkId,
          address: mint === undefined ? solanaCoin.address : (`${networkId}:${mint}` as const),
          ...worthOf(numeric, prices.get(mint ?? 'native')),
          quantity: { decimals: String(decimals), numeric },
          iconUrl: '',
        }
      })
    }),
  )
  return lists.flat()
}

async function bitcoinBalances(
  { chainData, currency, signal }: Reads,
  networkId: BitcoinNetworkId,
  address: string,
): Promise<WireHolding[]> {
  const numeric = await bitcoinBalance(chainData.esplora, networkId, address, signal)
  const prices = await chainData.prices.elsewhere(networkId, ['native'], [], currency, { signal })
  const { name, symbol, decimals } = bitcoin
  return [
    {
      name,
      symbol,
      chainId: networkId,
      ...worthOf(numeric, prices.get('native')),
      quantity: { decimals: String(decimals), numeric },
      iconUrl: '',
    },
  ]
}

/** 0 on the wire where nobody knows a price. */
function worthOf(numeric: string, price: bigint | undefined): { price: number; value?: number } {
  if (price === undefined) return { price: 0 }
  const text = priceText(price)
  const value = multiplyDecimal(numeric, text)
  return { price: displayNumber(text), ...(value === undefined ? {} : { value: displayNumber(value) }) }
}

/** Tokens of one network that are to be read again. The native coin always is. */
function forcedTokens(ids: readonly AccountId[], networkId: NetworkId): Hex[] | undefined {
  const own = ids.flatMap((id) => {
    const parts = parseAccountId(id)
    return parts?.networkId === networkId ? [eip155Address(parts.address)] : []
  })
  if (own.length === 0) return undefined
  return own.filter((token) => token !== nativeToken)
}

type WireHolding = EndpointOutput<'balance'>['balances'][number]

function wireHolding(networkId: NetworkId, holding: PricedHolding): WireHolding {
  const { token, name, symbol, decimals, iconUrl, numeric, price, value } = holding
  return {
    name,
    symbol,
    chainId: networkId as `eip155:${string}`, // only eip155 networks come here
    ...(token === undefined
      ? {}
      : { address: accountId({ networkId, address: getAddress(token) }) as `eip155:${string}:0x${string}` }), // the same
    ...(value === undefined ? {} : { value: displayNumber(value) }),
    price: displayNumber(price ?? '0'),
    quantity: { decimals: String(decimals), numeric },
    iconUrl,
  }
}
