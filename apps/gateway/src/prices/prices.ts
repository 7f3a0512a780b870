/** What things are worth, in any currency of the wire: the chain first, then the providers that the operator chose. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Currency } from '@latchkey/spec/endpoints'
import { seconds } from '@latchkey/spec/limits'
import type { Chain } from '../chain/chain.js'
import type { Networks } from '../chain/networks.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { CallOptions } from '../rpc/rpc.js'
import { readFeeds } from './feeds.js'
import { dividedBy, one } from './fixed.js'
import { type Asset, type PricedAsset, pricesOnChain } from './onChain.js'
import type { PriceProvider } from './provider.js'

export interface Prices {
  /** Prices in a currency, in fixed point; what nobody can price is left out. */
  of(
    chain: Chain,
    assets: readonly PricedAsset[],
    currency: Currency,
    options: CallOptions,
  ): Promise<Map<Asset, bigint>>
  /**
   * The same for networks whose exchanges are not read: what providers say, and tokens that the operator takes to be
   * worth one dollar.
   */
  elsewhere(
    networkId: NetworkId,
    assets: readonly string[],
    dollars: readonly string[],
    currency: Currency,
    options: CallOptions,
  ): Promise<Map<string, bigint>>
  /** Whether anything can be priced in a currency at all. */
  rate(currency: Currency, options: CallOptions): Promise<bigint | undefined>
}

/** How long a price counts, in milliseconds (the client asks again after the same time). */
const freshFor = seconds(15)
/** Prices kept; the oldest go first. */
const mostKept = 20_000

interface Kept {
  /** Undefined: nobody knows, which is worth remembering too. */
  readonly dollars: bigint | undefined
  readonly until: number
}

export function createPrices(input: {
  networks: Networks
  clock: Clock
  log: Log
  providers: readonly PriceProvider[]
  /** Networks whose feeds may tell what a currency is worth. */
  served: () => readonly NetworkId[]
  chainOf: (networkId: NetworkId) => Chain
}): Prices {
  const { networks, clock, log, providers, served, chainOf } = input
  const kept = new Map<string, Kept>()

  function keep(key: string, dollars: bigint | undefined): void {
    kept.delete(key)
    kept.set(key, { dollars, until: clock.now() + freshFor })
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
  }

  const fresh = (key: string): Kept | undefined => {
    const found = kept.get(key)
    return found && found.until > clock.now() ? found : undefined
  }

  async function dollars(chain: Chain, assets: readonly PricedAsset[], options: CallOptions) {
    const { networkId } = chain
    const keyOf = (asset: Asset) => `${networkId}/${asset}`
    const missing = assets.filter(({ asset }) => !fresh(keyOf(asset)))
    if (missing.length > 0) {
      const found = await pricesOnChain(
        chain,
        { facts: networks(networkId), assets: missing, clock },
        options,
      )
      const unknown = missing.flatMap(({ asset }) => (found.has(asset) ? [] : [asset]))
      for (const [asset, price] of await ofProviders(networkId, unknown, options)) found.set(asset, price)
      for (const { asset } of missing) keep(keyOf(asset), found.get(asset))
    }
    return new Map(
      assets.flatMap(({ asset }) => {
        const price = kept.get(keyOf(asset))?.dollars
        return price === undefined ? [] : [[asset, price] as const]
      }),
    )
  }

  /** What the chain does not tell, from the first provider that does. */
  async function ofProviders<asset extends string>(
    networkId: NetworkId,
    assets: readonly asset[],
    options: CallOptions,
  ): Promise<Map<asset, bigint>> {
    const found = new Map<asset, bigint>()
    for (const provider of providers) {
      const unknown = assets.filter((asset) => !found.has(asset))
      if (unknown.length === 0) break
      try {
        const told = await provider.dollars(networkId, unknown, options)
        for (const [asset, price] of told) found.set(asset, price)
      } catch {
        options.signal?.throwIfAborted()
        // Somebody else's service: without it a price is unknown, and nothing else is.
        log.warn({ provider: provider.name }, 'a price provider failed')
      }
    }
    return found
  }

  async function dollarsElsewhere(
    networkId: NetworkId,
    assets: readonly string[],
    pegged: readonly string[],
    options: CallOptions,
  ) {
    const keyOf = (asset: string) => `${networkId}/${asset}`
    const missing = assets.filter((asset) => !pegged.includes(asset) && !fresh(keyOf(asset)))
    const found = await ofProviders(networkId, missing, options)
    for (const asset of missing) keep(keyOf(asset), found.get(asset))
    return new Map(
      assets.flatMap((asset) => {
        const price = pegged.includes(asset) ? one : kept.get(keyOf(asset))?.dollars
        return price === undefined ? [] : [[asset, price] as const]
      }),
    )
  }

  /** Dollars for one unit of a currency. */
  async function rate(currency: Currency, options: CallOptions): Promise<bigint | undefined> {
    if (currency === 'usd') return one
    const key = `currency/${currency}`
    const before = fresh(key)
    if (before) return before.dollars
    const { price, failure } = await rateOnChain(currency, options)
    const found = price ?? (await rateOfProviders(currency, options))
    // Nobody could be asked, which is not that nobody knows.
    if (found === undefined && failure) throw failure.cause
    keep(key, found)
    return found
  }

  /** The first network that knows; one that is away does not stand in the way of the others. */
  async function rateOnChain(
    currency: Exclude<Currency, 'usd'>,
    options: CallOptions,
  ): Promise<{ price?: bigint; failure?: { cause: unknown } }> {
    let failure: { cause: unknown } | undefined
    for (const networkId of served()) {
      try {
        const price = await rateOf(networkId, currency, options)
        if (price !== undefined) return { price }
      } catch (cause) {
        options.signal?.throwIfAborted()
        log.warn({ network: networkId }, 'a network could not tell what a currency is worth')
        failure ??= { cause }
      }
    }
    return failure ? { failure } : {}
  }

  async function rateOf(
    networkId: NetworkId,
    currency: Exclude<Currency, 'usd'>,
    options: CallOptions,
  ): Promise<bigint | undefined> {
    const facts = networks(networkId)
    if (facts.feeds.some(({ base }) => base === currency)) {
      const price = (await readFeeds(chainOf(networkId), { facts, clock }, options)).get(currency)
      if (price !== undefined) return price
    }
    if (currency !== 'eth' || facts.nativeCurrency.symbol !== 'ETH') return undefined
    const coin = { asset: 'native' as const, decimals: facts.nativeCurrency.decimals }
    return (await dollars(chainOf(networkId), [coin], options)).get('native')
  }

  async function rateOfProviders(
    currency: Exclude<Currency, 'usd'>,
    options: CallOptions,
  ): Promise<bigint | undefined> {
    for (const provider of providers) {
      try {
        const price = await provider.currency(currency, options)
        if (price !== undefined) return price
      } catch {
        options.signal?.throwIfAborted()
        log.warn({ provider: provider.name }, 'a price provider failed')
      }
    }
    return undefined
  }

  return {
    rate,
    async elsewhere(networkId, assets, pegged, currency, options) {
      const unit = await rate(currency, options)
      if (unit === undefined || unit === 0n) return new Map()
      const inDollars = await dollarsElsewhere(networkId, assets, pegged, options)
      return new Map([...inDollars].map(([asset, price]) => [asset, dividedBy(price, unit)]))
    },
    async of(chain, assets, currency, options) {
      if (assets.length === 0) return new Map()
      const unit = await rate(currency, options)
      if (unit === undefined || unit === 0n) return new Map()
      const inDollars = await dollars(chain, assets, options)
      return new Map([...inDollars].map(([asset, price]) => [asset, dividedBy(price, unit)]))
    },
  }
}
