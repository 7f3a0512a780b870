/** What tokens are worth by the chain itself: dollar tokens, oracles, then the pools they trade in. */
import type { Chain } from '../chain/chain.js'
import type { NetworkFacts } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { Clock } from '../ports/clock.js'
import type { CallOptions } from '../rpc/rpc.js'
import { readFeeds } from './feeds.js'
import { one } from './fixed.js'
import { pairPrices } from './pairs.js'
import type { PoolPrice, PoolQuestion } from './pools.js'
import { rangePrices } from './ranges.js'

/** `native`, or the address of a token. */
export type Asset = Hex | 'native'

export interface PricedAsset {
  readonly asset: Asset
  readonly decimals: number
}

/** Dollars that a pool must hold of the other side: a shallow one says what somebody wants it to say. */
const leastDepth = 25_000n * one
/** Dollars for one whole unit of each asset, in fixed point. Those that nobody can say are left out. */
export async function pricesOnChain(
  chain: Chain,
  input: { readonly facts: NetworkFacts; readonly assets: readonly PricedAsset[]; readonly clock: Clock },
  options: CallOptions,
): Promise<Map<Asset, bigint>> {
  const { facts, assets, clock } = input
  const found = new Map<Asset, bigint>(facts.dollars.map((token) => [token, one]))
  const feeds = await readFeeds(chain, { facts, clock }, options)
  for (const { base } of facts.feeds) {
    const price = feeds.get(base)
    if (price !== undefined && (base === 'native' || base.startsWith('0x'))) found.set(base as Asset, price) // just told apart
  }
  const { wrapped, nativeCurrency } = facts
  if (!found.has('native') && wrapped) {
    const coin = { asset: wrapped, decimals: nativeCurrency.decimals }
    const price = (await poolPrices(chain, facts, [coin], found, options)).get(wrapped)
    if (price !== undefined) found.set('native', price)
  }
  const native = found.get('native')
  if (native !== undefined && wrapped) found.set(wrapped, native)
  const rest = assets.filter(({ asset }) => asset !== 'native' && !found.has(asset))
  for (const [asset, price] of await poolPrices(chain, facts, rest, found, options)) found.set(asset, price)
  return found
}

async function poolPrices(
  chain: Chain,
  facts: NetworkFacts,
  assets: readonly PricedAsset[],
  known: ReadonlyMap<Asset, bigint>,
  options: CallOptions,
): Promise<Map<Asset, bigint>> {
  const questions = questionsOf(facts, assets, known)
  const told = await Promise.all([
    pairPrices(chain, facts, questions, options),
    rangePrices(chain, facts, questions, options),
  ])
  const deepest = new Map<Asset, PoolPrice>()
  for (const pool of told.flat()) {
    if (pool.depth < leastDepth || pool.depth <= (deepest.get(pool.asset)?.depth ?? 0n)) continue
    deepest.set(pool.asset, pool)
  }
  return new Map(
    [...deepest].filter(([, { price }]) => price > 0n).map(([asset, { price }]) => [asset, price]),
  )
}

/** Every asset against every token of the network that a price can be told in. */
function questionsOf(
  facts: NetworkFacts,
  assets: readonly PricedAsset[],
  known: ReadonlyMap<Asset, bigint>,
): PoolQuestion[] {
  const { dollars, wrapped } = facts
  const bases = [...new Set([...dollars, ...(wrapped ? [wrapped] : [])])].flatMap((token) => {
    const [price, decimals] = [known.get(token), decimalsOf(facts, token)]
    return price === undefined || decimals === undefined ? [] : [{ token, decimals, price }]
  })
  return assets.flatMap(({ asset, decimals }) =>
    asset === 'native'
      ? []
      : bases.filter(({ token }) => token !== asset).map((base) => ({ asset, token: asset, decimals, base })),
  )
}

function decimalsOf({ tokens, wrapped, nativeCurrency }: NetworkFacts, token: Hex): number | undefined {
  if (token === wrapped) return nativeCurrency.decimals
  return tokens.find(({ address }) => address === token)?.decimals
}
