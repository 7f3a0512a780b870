/** What tokens are worth by the chain itself: dollar tokens, oracles, then the pools they trade in. */
import { encodeFunctionData, parseAbi } from 'viem'
import { type Chain, isStateGone } from '../chain/chain.js'
import { decodeResult, readMany } from '../chain/multicall.js'
import type { NetworkFacts } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { Clock } from '../ports/clock.js'
import type { CallOptions } from '../rpc/rpc.js'
import { readFeeds } from './feeds.js'
import { dividedBy, one, power, times } from './fixed.js'

/** `native`, or the address of a token. */
export type Asset = Hex | 'native'

export interface PricedAsset {
  readonly asset: Asset
  readonly decimals: number
}

/** Dollars that a pool must hold of the other side: a shallow one says what somebody wants it to say. */
const leastDepth = 25_000n * one
/** Blocks between the three looks at a pool. The middle one counts, so that one bent block decides nothing. */
const lookEvery = 8
/** Both sides of a pool, whichever of them is asked about. */
const pairAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])

interface Pool {
  readonly address: Hex
  readonly asset: PricedAsset & { readonly token: Hex }
  readonly base: Hex
}

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
  const pools = await findPools(chain, facts, assets, known, options)
  const reserves = await readReserves(chain, facts, pools, options)
  const deepest = new Map<Asset, { depth: bigint; price: bigint }>()
  for (const [index, { asset, base }] of pools.entries()) {
    const basePrice = known.get(base)
    const baseDecimals = decimalsOf(facts, base)
    const looks = reserves.flatMap((list) => list[index] ?? [])
    const [now] = looks
    if (basePrice === undefined || baseDecimals === undefined || !now || now.own === 0n) continue
    const depth = (now.base * basePrice) / power(baseDecimals)
    if (depth < leastDepth || depth <= (deepest.get(asset.asset)?.depth ?? 0n)) continue
    const rates = looks
      .filter(({ own }) => own > 0n)
      .map(({ own, base: other }) => dividedBy(other * power(asset.decimals), own * power(baseDecimals)))
    deepest.set(asset.asset, { depth, price: times(middle(rates), basePrice) })
  }
  return new Map(
    [...deepest].filter(([, { price }]) => price > 0n).map(([asset, { price }]) => [asset, price]),
  )
}

async function findPools(
  chain: Chain,
  { exchanges, dollars, wrapped, multicall }: NetworkFacts,
  assets: readonly PricedAsset[],
  known: ReadonlyMap<Asset, bigint>,
  options: CallOptions,
): Promise<Pool[]> {
  const bases = [...dollars, ...(wrapped ? [wrapped] : [])].filter((base) => known.has(base))
  const wanted = assets.flatMap(({ asset, decimals }) =>
    asset === 'native'
      ? []
      : exchanges.flatMap(({ factory }) =>
          bases
            .filter((base) => base !== asset)
            .map((base) => ({ factory, base, asset: { asset, decimals, token: asset } })),
        ),
  )
  const reads = wanted.map(({ factory, base, asset: { token } }) => ({
    to: factory,
    data: encodeFunctionData({ abi: pairAbi, functionName: 'getPair', args: [token, base] }),
  }))
  const answers = await readMany(chain, reads, { ...options, multicall })
  return wanted.flatMap(({ base, asset }, index) => {
    const address = decodeResult(pairAbi, 'getPair', answers[index])
    const isPool = typeof address === 'string' && BigInt(address) !== 0n
    return isPool ? [{ address: address.toLowerCase() as Hex, asset, base }] : [] // decoded as an address
  })
}

interface Reserves {
  readonly own: bigint
  readonly base: bigint
}

/** The reserves now, and twice before where the node still knows. */
async function readReserves(
  chain: Chain,
  { multicall }: NetworkFacts,
  pools: readonly Pool[],
  options: CallOptions,
): Promise<(Reserves | undefined)[][]> {
  if (pools.length === 0) return []
  const data = encodeFunctionData({ abi: pairAbi, functionName: 'getReserves' })
  const reads = pools.map(({ address }) => ({ to: address, data }))
  const { number } = await chain.newest(options)
  const blocks = [number, number - lookEvery, number - 2 * lookEvery].filter((block) => block >= 0)
  const looks = await Promise.all(
    blocks.map((at) =>
      readMany(chain, reads, { ...options, multicall, at }).catch((cause: unknown) => {
        if (isStateGone(cause)) return []
        throw cause
      }),
    ),
  )
  return looks.map((answers) =>
    answers.map((answer, index) => {
      const pool = pools[index]
      const decoded = decodeResult(pairAbi, 'getReserves', answer)
      if (!pool || !Array.isArray(decoded)) return undefined
      const [first, second] = decoded as [bigint, bigint] // decoded by that very function
      // Pools order their two tokens by address.
      return pool.asset.token < pool.base ? { own: first, base: second } : { own: second, base: first }
    }),
  )
}

function decimalsOf({ tokens, wrapped, nativeCurrency }: NetworkFacts, token: Hex): number | undefined {
  if (token === wrapped) return nativeCurrency.decimals
  return tokens.find(({ address }) => address === token)?.decimals
}

function middle(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}
