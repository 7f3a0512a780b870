/** Prices from pools of concentrated liquidity: the mean over a time, from pools that have been deep and level all along. */
import { minutes, seconds } from '@latchkey/spec/limits'
import { encodeFunctionData, parseAbi } from 'viem'
import { type Chain, isStateGone } from '../chain/chain.js'
import { decodeResult, readMany } from '../chain/multicall.js'
import type { NetworkFacts } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import { findPool, poolRead } from '../pools/concentrated.js'
import type { CallOptions } from '../rpc/rpc.js'
import { power } from './fixed.js'
import { lookEvery, middle, type Pool, type PoolPrice, type PoolQuestion } from './pools.js'
import { priceAt, sideAt } from './ticks.js'

const poolAbi = parseAbi([
  // More comes; nothing of it is needed.
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick)',
  'function liquidity() view returns (uint128)',
  'function observe(uint32[]) view returns (int56[], uint160[])',
  'function balanceOf(address) view returns (uint256)',
])

/** Seconds of the mean; the shorter one where a pool does not remember the longer. */
const windows = [minutes(30), minutes(5)].map((time) => time / seconds(1))
/** Ticks between the price now and the mean, some 5 %: further apart, somebody is moving it, and nobody can say where to. */
const mostApart = 500

/** What a pool was like for some time. */
interface Seen {
  readonly tick: number
  /** The price now, as a tick. */
  readonly spot: number
  readonly sqrtPrice: bigint
  /** The least that stood around the price. */
  readonly liquidity: bigint
}

export async function rangePrices(
  chain: Chain,
  facts: NetworkFacts,
  questions: readonly PoolQuestion[],
  options: CallOptions,
): Promise<PoolPrice[]> {
  const pools = await findPools(chain, facts, questions, options)
  if (pools.length === 0) return []
  const reading = { ...options, multicall: facts.multicall }
  const answers = await readMany(chain, pools.flatMap(readsOf), reading)
  const each = 3 + windows.length
  const told = pools.map((pool, index) => {
    const own = answers.slice(index * each, (index + 1) * each)
    const held = decodeResult(poolAbi, 'balanceOf', own[2])
    return { pool, held: typeof held === 'bigint' ? held : 0n, now: readNow(own), seen: readMean(own) }
  })
  const forgetful = told.filter(({ now, seen }) => now && !seen)
  const looks = await lookBack(
    chain,
    forgetful.map(({ pool }) => pool),
    reading,
  )
  return told.flatMap(({ pool, held, now, seen }) => {
    const before = looks.get(pool.address)
    const read = seen ?? (now && before ? fromLooks([now, ...before]) : undefined)
    return read ? priceOf(pool, held, read) : []
  })
}

async function findPools(
  chain: Chain,
  { exchanges, multicall }: NetworkFacts,
  questions: readonly PoolQuestion[],
  options: CallOptions,
): Promise<Pool[]> {
  const wanted = exchanges.flatMap((exchange) =>
    exchange.kind === 'concentrated'
      ? questions.flatMap((question) => exchange.fees.map((fee) => ({ exchange, question, fee })))
      : [],
  )
  if (wanted.length === 0) return []
  const reads = wanted.map(({ exchange, question: { token, base }, fee }) =>
    poolRead(exchange, token, base.token, fee),
  )
  const answers = await readMany(chain, reads, { ...options, multicall })
  return wanted.flatMap(({ question }, index) => {
    const address = findPool(answers[index])
    return address ? [{ address, question }] : []
  })
}

const slotData = encodeFunctionData({ abi: poolAbi, functionName: 'slot0' })
const liquidityData = encodeFunctionData({ abi: poolAbi, functionName: 'liquidity' })

const readsOf = ({ address, question: { base } }: Pool) => [
  { to: address, data: slotData },
  { to: address, data: liquidityData },
  {
    to: base.token,
    data: encodeFunctionData({ abi: poolAbi, functionName: 'balanceOf', args: [address] }),
  },
  ...windows.map((window) => ({
    to: address,
    data: encodeFunctionData({ abi: poolAbi, functionName: 'observe', args: [[window, 0]] }),
  })),
]

/** The state of one block. */
function readNow([slot, depth]: readonly (Hex | undefined)[]): Seen | undefined {
  const [price, liquidity] = [decodeResult(poolAbi, 'slot0', slot), decodeResult(poolAbi, 'liquidity', depth)]
  if (!Array.isArray(price) || typeof liquidity !== 'bigint') return undefined
  const [sqrtPrice, tick] = price as [bigint, number] // decoded by that very function
  return sqrtPrice === 0n ? undefined : { tick, spot: tick, sqrtPrice, liquidity }
}

/** The mean of the longest time that the pool remembers. */
function readMean(own: readonly (Hex | undefined)[]): Seen | undefined {
  const now = readNow(own)
  if (!now) return undefined
  for (const [index, window] of windows.entries()) {
    const observed = decodeResult(poolAbi, 'observe', own[3 + index])
    if (!Array.isArray(observed)) continue
    const [[from, to], [before, after]] = observed as [bigint[], bigint[]] // decoded by that very function
    if (from === undefined || to === undefined || before === undefined || after === undefined) continue
    const passed = BigInt(window)
    // The sum of seconds per liquidity gives the mean that one moment of depth cannot lift.
    const sum = BigInt.asUintN(160, after - before)
    const stood = sum === 0n ? 0n : (passed << 128n) / sum
    return {
      ...now,
      tick: Number(BigInt.asIntN(56, to - from) / passed),
      liquidity: stood < now.liquidity ? stood : now.liquidity,
    }
  }
  return undefined
}

type Reading = CallOptions & { readonly multicall: Hex | undefined }

/** Two looks at pools that remember nothing; none where the node has forgotten too. */
async function lookBack(
  chain: Chain,
  pools: readonly Pool[],
  options: Reading,
): Promise<Map<Hex, readonly Seen[]>> {
  if (pools.length === 0) return new Map()
  const { number } = await chain.newest(options)
  const reads = pools.flatMap(({ address }) =>
    [slotData, liquidityData].map((data) => ({ to: address, data })),
  )
  const blocks = [number - lookEvery, number - 2 * lookEvery].filter((block) => block >= 0)
  const answers = await Promise.all(
    blocks.map((at) =>
      readMany(chain, reads, { ...options, at }).catch((cause: unknown) => {
        if (isStateGone(cause)) return []
        throw cause
      }),
    ),
  )
  return new Map(
    pools.flatMap(({ address }, index) => {
      const looks = answers.flatMap((list) => readNow(list.slice(2 * index, 2 * index + 2)) ?? [])
      return looks.length === 2 ? [[address, looks] as const] : []
    }),
  )
}

/** The middle price, and no more depth than there was each time. */
function fromLooks(looks: readonly [Seen, ...Seen[]]): Seen {
  const [now] = looks
  const least = looks.reduce((low, { liquidity }) => (liquidity < low ? liquidity : low), now.liquidity)
  return { ...now, tick: Number(middle(looks.map(({ tick }) => BigInt(tick)))), liquidity: least }
}

function priceOf({ question }: Pool, held: bigint, seen: Seen): PoolPrice[] {
  const { asset, token, decimals, base } = question
  if (Math.abs(seen.spot - seen.tick) > mostApart) return []
  const isFirst = token < base.token
  // What a pair with the same depth around this price would hold of the other side; and what there really is of it.
  const side = sideAt(seen.sqrtPrice, seen.liquidity, isFirst)
  const depth = ((side < held ? side : held) * base.price) / power(base.decimals)
  const price = priceAt(seen.tick, isFirst, base.price * power(decimals)) / power(base.decimals)
  return [{ asset, depth, price }]
}
