/** The ways from one token to another over the exchanges of a network: direct, or over one of the tokens that most trade against. */
import type { Chain } from '../chain/chain.js'
import { readMany } from '../chain/multicall.js'
import type { Exchange, NetworkFacts } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import { findPool, poolRead } from '../pools/concentrated.js'
import type { CallOptions } from '../rpc/rpc.js'

export interface Way {
  readonly exchange: Exchange
  readonly path: readonly Hex[]
  /** Of each pool on the way, in millionths; none where all pools of the exchange take the same. */
  readonly fees: readonly number[]
}

/** Everything that a swap is held to. */
export interface SwapOrder {
  readonly way: Way
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
  readonly least: bigint
  readonly user: Hex
  /** In Unix seconds. */
  readonly deadline: bigint
}

export async function findWays(
  chain: Chain,
  input: { readonly facts: NetworkFacts; readonly from: Hex; readonly to: Hex },
  options: CallOptions,
): Promise<Way[]> {
  const { facts, from, to } = input
  const bases = [...new Set([...(facts.wrapped ? [facts.wrapped] : []), ...facts.dollars])]
  const paths: Hex[][] = [
    [from, to],
    ...bases.filter((base) => base !== from && base !== to).map((base) => [from, base, to]),
  ]
  const open = await openTiers(chain, facts, paths, options)
  return facts.exchanges.flatMap((exchange) =>
    paths.flatMap((path): Way[] => {
      if (exchange.kind === 'pairs') return [{ exchange, path, fees: [] }]
      const hops = hopsOf(path).map(([one, other]) => open.get(hopKey(exchange, one, other)) ?? [])
      return everyChoice(hops).map((fees) => ({ exchange, path, fees }))
    }),
  )
}

/** The fees for which there is a pool: asking a quoter about pools that are not there costs a node much more. */
async function openTiers(
  chain: Chain,
  { exchanges, multicall }: NetworkFacts,
  paths: readonly Hex[][],
  options: CallOptions,
): Promise<Map<string, number[]>> {
  const hops = new Map(paths.flatMap(hopsOf).map((hop) => [hop.join('/'), hop]))
  const wanted = exchanges.flatMap((exchange) =>
    exchange.kind === 'concentrated'
      ? [...hops.values()].flatMap(([one, other]) =>
          exchange.fees.map((fee) => ({ key: hopKey(exchange, one, other), exchange, one, other, fee })),
        )
      : [],
  )
  if (wanted.length === 0) return new Map()
  const reads = wanted.map(({ exchange, one, other, fee }) => poolRead(exchange, one, other, fee))
  const answers = await readMany(chain, reads, { ...options, multicall })
  const open = new Map<string, number[]>()
  for (const [index, { key, fee }] of wanted.entries())
    if (findPool(answers[index])) open.set(key, [...(open.get(key) ?? []), fee])
  return open
}

const hopsOf = (path: readonly Hex[]): (readonly [Hex, Hex])[] =>
  path.slice(1).flatMap((to, index) => {
    const from = path[index]
    return from ? [[from, to] as const] : []
  })

const hopKey = ({ factory }: Exchange, one: Hex, other: Hex) => `${factory}/${one}/${other}`

/** One of each list, in every combination; none where a list is empty. */
function everyChoice(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>(
    (chosen, list) => chosen.flatMap((before) => list.map((fee) => [...before, fee])),
    [[]],
  )
}
