/** Prices from DefiLlama, which asks for no key. */
import type { NetworkId } from '@latchkey/spec/caip'
import { hours } from '@latchkey/spec/limits'
import * as v from 'valibot'
import type { CallOptions } from '../rpc/rpc.js'
import { askProvider, inParts, type PriceProvider, type ProviderInput, providerPrice } from './provider.js'
import { providerNetworks } from './providerNetworks.js'

const name = 'defillama'
const base = 'https://coins.llama.fi/prices/current'
const tokensAtOnce = 80
/** Older prices, and those that it does not trust itself, are none. */
const freshFor = hours(2)
const leastConfidence = 0.9

/** `{"coins": {"ethereum:0xa0b8…": {"price": 1.0, "timestamp": 1700000000, "confidence": 0.99}}}`. */
const coin = v.looseObject({ price: v.number(), timestamp: v.number(), confidence: v.nullish(v.number(), 1) })
const coinTable = v.looseObject({ coins: v.record(v.string(), coin) })

/** Currencies that are coins; it knows no others. */
const coins: Readonly<Record<string, string>> = { btc: 'coingecko:bitcoin', eth: 'coingecko:ethereum' }

export function createDefillama(input: ProviderInput): PriceProvider {
  async function ask(ids: readonly string[], signal: AbortSignal | undefined): Promise<Map<string, bigint>> {
    const found = new Map<string, bigint>()
    for (const some of inParts(ids, tokensAtOnce)) {
      const url = `${base}/${some.join(',')}`
      const table = await askProvider(input, { provider: name, url, schema: coinTable, signal })
      for (const id of some) {
        const told = table.coins[id]
        if (!told || told.confidence < leastConfidence) continue
        if (input.clock.now() - told.timestamp * 1000 > freshFor) continue
        const price = providerPrice(told.price)
        if (price !== undefined) found.set(id, price)
      }
    }
    return found
  }

  return {
    name,
    async dollars<asset extends string>(
      networkId: NetworkId,
      assets: readonly asset[],
      { signal }: CallOptions,
    ) {
      const network = providerNetworks.get(networkId)
      if (!network) return new Map<asset, bigint>()
      const idOf = (asset: string) =>
        asset === 'native' ? `coingecko:${network.coin}` : `${network.defillama}:${asset}`
      const prices = await ask(assets.map(idOf), signal)
      return new Map(
        assets.flatMap((asset) => {
          const price = prices.get(idOf(asset))
          return price === undefined ? [] : [[asset, price] as const]
        }),
      )
    },
    async currency(currency, { signal }) {
      const id = coins[currency]
      return id === undefined ? undefined : (await ask([id], signal)).get(id)
    },
  }
}
