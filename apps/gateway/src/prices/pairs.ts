/** Prices from pools of constant product: the middle of three looks, so that one bent block decides nothing. */
import { encodeFunctionData, parseAbi } from 'viem'
import { type Chain, isStateGone } from '../chain/chain.js'
import { decodeResult, readMany } from '../chain/multicall.js'
import type { NetworkFacts } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { CallOptions } from '../rpc/rpc.js'
import { dividedBy, power, times } from './fixed.js'
import { lookEvery, middle, type Pool, type PoolPrice, type PoolQuestion } from './pools.js'

/** Both sides of a pool, whichever of them is asked about. */
const pairAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])

export async function pairPrices(
  chain: Chain,
  facts: NetworkFacts,
  questions: readonly PoolQuestion[],
  options: CallOptions,
): Promise<PoolPrice[]> {
  const pools = await findPools(chain, facts, questions, options)
  const reserves = await readReserves(chain, facts, pools, options)
  return pools.flatMap(({ question: { asset, decimals, base } }, index) => {
    const looks = reserves.flatMap((list) => list[index] ?? [])
    const [now] = looks
    if (!now || now.own === 0n) return []
    const rates = looks
      .filter(({ own }) => own > 0n)
      .map(({ own, base: other }) => dividedBy(other * power(decimals), own * power(base.decimals)))
    const depth = (now.base * base.price) / power(base.decimals)
    return [{ asset, depth, price: times(middle(rates), base.price) }]
  })
}

async function findPools(
  chain: Chain,
  { exchanges, multicall }: NetworkFacts,
  questions: readonly PoolQuestion[],
  options: CallOptions,
): Promise<Pool[]> {
  const wanted = exchanges.flatMap(({ kind, factory }) =>
    kind === 'pairs' ? questions.map((question) => ({ factory, question })) : [],
  )
  const reads = wanted.map(({ factory, question: { token, base } }) => ({
    to: factory,
    data: encodeFunctionData({ abi: pairAbi, functionName: 'getPair', args: [token, base.token] }),
  }))
  const answers = await readMany(chain, reads, { ...options, multicall })
  return wanted.flatMap(({ question }, index) => {
    const address = decodeResult(pairAbi, 'getPair', answers[index])
    const isPool = typeof address === 'string' && BigInt(address) !== 0n
    return isPool ? [{ address: address.toLowerCase() as Hex, question }] : [] // decoded as an address
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
      const question = pools[index]?.question
      const decoded = decodeResult(pairAbi, 'getReserves', answer)
      if (!question || !Array.isArray(decoded)) return undefined
      const [first, second] = decoded as [bigint, bigint] // decoded by that very function
      // Pools order their two tokens by address.
      return question.token < question.base.token
        ? { own: first, base: second }
        : { own: second, base: first }
    }),
  )
}
