/** Prices from CoinGecko, with a key of its demo or its paid service. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import type { CallOptions } from '../rpc/rpc.js'
import { dividedBy } from './fixed.js'
import { askProvider, inParts, type PriceProvider, type ProviderInput, providerPrice } from './provider.js'
import { providerNetworks } from './providerNetworks.js'

const name = 'coingecko'
/** Tokens that one question may name are 515; a URL of that length is refused elsewhere. */
const tokensAtOnce = 100

/** `{"0xa0b8…": {"usd": 1.0001}}`; a token that it does not know is missing, or has no price. */
const priceTable = v.record(v.string(), v.looseObject({ usd: v.nullish(v.number()) }))
/** Everything in bitcoins. */
const rateTable = v.looseObject({ rates: v.record(v.string(), v.looseObject({ value: v.number() })) })

export interface CoingeckoKey {
  readonly kind: 'demo' | 'pro'
  readonly key: string
}

export function createCoingecko(
  input: ProviderInput & { readonly key: CoingeckoKey | undefined },
): PriceProvider {
  const { key } = input
  const base =
    key?.kind === 'pro' ? 'https://pro-api.coingecko.com/api/v3' : 'https://api.coingecko.com/api/v3'
  const headers: Record<string, string> = key ? { [`x-cg-${key.kind}-api-key`]: key.key } : {}
  const get = <schema extends v.GenericSchema>(
    path: string,
    schema: schema,
    signal: AbortSignal | undefined,
  ) => askProvider(input, { provider: name, url: `${base}${path}`, headers, schema, signal })

  return {
    name,
    async dollars<asset extends string>(
      networkId: NetworkId,
      assets: readonly asset[],
      { signal }: CallOptions,
    ) {
      const network = providerNetworks.get(networkId)
      const found = new Map<asset, bigint>()
      if (!network) return found
      const coin = assets.find((asset) => asset === 'native')
      if (coin !== undefined) {
        const table = await get(`/simple/price?ids=${network.coin}&vs_currencies=usd`, priceTable, signal)
        const price = providerPrice(table[network.coin]?.usd)
        if (price !== undefined) found.set(coin, price)
      }
      const tokens = network.coingecko === undefined ? [] : assets.filter((asset) => asset !== 'native')
      for (const some of inParts(tokens, tokensAtOnce)) {
        const path = `/simple/token_price/${network.coingecko}?contract_addresses=${some.join(',')}&vs_currencies=usd`
        const table = await get(path, priceTable, signal)
        for (const asset of some) {
          const price = providerPrice(table[asset]?.usd)
          if (price !== undefined) found.set(asset, price)
        }
      }
      return found
    },
    async currency(currency, { signal }) {
      const { rates } = await get('/exchange_rates', rateTable, signal)
      const [dollar, other] = [providerPrice(rates.usd?.value), providerPrice(rates[currency]?.value)]
      return dollar === undefined || other === undefined ? undefined : dividedBy(dollar, other)
    },
  }
}
