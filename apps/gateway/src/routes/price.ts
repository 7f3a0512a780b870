/** What tokens are worth (S7-08): all that are asked for, in the order of the question. */
import { accountId, type NetworkId, parseAccountId } from '@latchkey/spec/caip'
import { type EndpointOutput, endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { decimalsOfMint, solanaCoin } from '../balances/solana.js'
import { eip155Address, eip155Networks, nativeToken, solanaNetworks } from '../chain/account.js'
import type { ChainData } from '../chain/openChainData.js'
import type { Hex } from '../chain/shapes.js'
import type { Deps } from '../deps.js'
import { refuse } from '../http/refusal.js'
import { route } from '../http/route.js'
import { displayNumber, priceText } from '../prices/fixed.js'
import type { Asset } from '../prices/onChain.js'
import type { CallOptions } from '../rpc/rpc.js'

type Fungible = EndpointOutput<'price'>['fungibles'][number]

export function price(app: FastifyInstance): void {
  route(app, endpoints.price, async ({ body, caller }, { chainData, rpc }) => {
    const { currency, addresses } = body
    const { signal } = caller
    const asked = addresses.map((id) => {
      const parts = parseAccountId(id)
      if (!parts) throw refuse('address', 'Expected a token of a known namespace')
      if (parts.namespace === 'solana') {
        const [networkId = parts.networkId] = solanaNetworks(rpc.upstreams, parts.networkId)
        return { id, networkId, token: parts.address }
      }
      const [networkId = parts.networkId] = eip155Networks(rpc.upstreams, parts.networkId)
      return { id, networkId, token: eip155Address(parts.address) }
    })
    if ((await chainData.prices.rate(currency, { signal })) === undefined)
      throw refuse('currency', `Nothing can be priced in ${currency} here`)
    const networkIds = [...new Set(asked.map(({ networkId }) => networkId))]
    const found = new Map<string, Fungible>()
    for (const networkId of networkIds) {
      const tokens = asked.filter((item) => item.networkId === networkId).map(({ token }) => token)
      const priced = networkId.startsWith('solana:')
        ? await priceSolana({ chainData, rpc }, networkId, tokens, currency, { signal })
        : await priceAll(chainData, networkId, tokens as Hex[], currency, { signal }) // read as eip155 above
      for (const [id, fungible] of priced) found.set(id, fungible)
    }
    const fungibles = asked.flatMap(({ id, networkId, token }) => {
      const fungible = found.get(accountId({ networkId, address: token }))
      // As it was written in the question, so that it is found again.
      return fungible ? [{ ...fungible, address: id }] : []
    })
    if (fungibles.length === 0) throw refuse('asset', 'None of these tokens can be priced')
    return { fungibles }
  })
}

interface Known extends Pick<Fungible, 'name' | 'symbol' | 'iconUrl' | 'decimals'> {
  readonly address: Hex
  readonly asset: Asset
}

/** What providers say, and tokens that the operator takes to be worth one dollar. */
async function priceSolana(
  { chainData, rpc }: Pick<Deps, 'chainData' | 'rpc'>,
  networkId: NetworkId,
  mints: readonly string[],
  currency: Parameters<ChainData['prices']['of']>[2],
  options: CallOptions,
): Promise<Map<string, Fungible>> {
  const { nameOf, dollars } = chainData.solana(networkId)
  const isCoin = (mint: string) => mint === solanaCoin.address
  const assets = [...new Set(mints)].map((mint) => (isCoin(mint) ? 'native' : mint))
  const prices = await chainData.prices.elsewhere(networkId, assets, dollars, currency, options)
  const found = new Map<string, Fungible>()
  await Promise.all(
    assets.map(async (asset) => {
      const worth = prices.get(asset)
      const words = asset === 'native' ? solanaCoin : nameOf(asset)
      if (worth === undefined || !words) return
      const decimals =
        asset === 'native' ? solanaCoin.decimals : await decimalsOfMint(rpc, networkId, asset, options)
      if (decimals === undefined) return
      const { name, symbol } = words
      const id = accountId({ networkId, address: asset === 'native' ? solanaCoin.address : asset })
      found.set(id, {
        address: id,
        name,
        symbol,
        iconUrl: '',
        price: displayNumber(priceText(worth)),
        decimals,
      })
    }),
  )
  return found
}

async function priceAll(
  { chainOf, networks, tokens, prices }: ChainData,
  networkId: NetworkId,
  addresses: readonly Hex[],
  currency: Parameters<ChainData['prices']['of']>[2],
  options: CallOptions,
): Promise<Map<string, Fungible>> {
  const chain = chainOf(networkId)
  const { nativeCurrency } = networks(networkId)
  const plain = addresses.filter((address) => address !== nativeToken)
  const described = await tokens.describe(chain, plain, options)
  const known = addresses.flatMap((address): Known[] => {
    if (address === nativeToken) return [{ address, asset: 'native', ...nativeCurrency, iconUrl: '' }]
    const token = described.get(address)
    if (!token || token.decimals === undefined || token.symbol === undefined) return []
    const { symbol, name = symbol, decimals, iconUrl } = token
    return [{ address, asset: address, name, symbol, decimals, iconUrl }]
  })
  const found = await prices.of(chain, known, currency, options)
  return new Map(
    known.flatMap(({ address, asset, name, symbol, decimals, iconUrl }) => {
      const worth = found.get(asset)
      if (worth === undefined) return []
      const id = accountId({ networkId, address })
      return [[id, { address: id, name, symbol, iconUrl, price: displayNumber(priceText(worth)), decimals }]]
    }),
  )
}
