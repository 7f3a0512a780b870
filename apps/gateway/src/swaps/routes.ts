/** The best way from one token to another, as the exchanges of a network quote it themselves. */
import type { Chain } from '../chain/chain.js'
import { readMany } from '../chain/multicall.js'
import type { Exchange, NetworkFacts } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { CallOptions } from '../rpc/rpc.js'
import { quotedAmount, quoteRead } from './exchanges.js'
import { findWays, type Way } from './ways.js'

export interface Route {
  readonly way: Way
  readonly amountOut: bigint
  /** How much worse the price is than for a small amount, in hundredths of a percent. */
  readonly impact: bigint
}

/** The part of an amount whose price counts as that of a small one. */
const smallPart = 10_000n
/** Ten thousandths in one. */
const whole = 10_000n
/** Quotes of one call: a quoter runs the whole swap, and nodes cap the gas of a call. */
const quotesAtOnce = 24
/** What a way over an exchange that is approved already may give less than the best, in hundredths of a percent. */
const worthOfApproval = 10n

interface Quoted {
  readonly way: Way
  readonly amountOut: bigint
}

/**
 * The way that gives most. One over an exchange of `approved` is kept while it gives nearly as much, so that a price that
 * moves between an approval and its swap does not ask for another. Undefined where there is none.
 */
export async function bestRoute(
  chain: Chain,
  input: {
    readonly facts: NetworkFacts
    readonly from: Hex
    readonly to: Hex
    readonly amount: bigint
    /** Routers that may take the amount already. */
    readonly approved?: readonly Hex[]
  },
  options: CallOptions,
): Promise<Route | undefined> {
  const { facts, amount, approved = [] } = input
  const ways = await findWays(chain, input, options)
  const reading = { ...options, multicall: facts.multicall, atOnce: quotesAtOnce }
  const answers = await readMany(
    chain,
    ways.map((way) => quoteRead(way, amount)),
    reading,
  )
  const quoted = ways.flatMap((way, index) => {
    const amountOut = quotedAmount(way, answers[index])
    return amountOut === undefined || amountOut === 0n ? [] : [{ way, amountOut }]
  })
  const best = most(quoted)
  if (!best) return undefined
  const kept = most(quoted.filter(({ way }) => approved.includes(way.exchange.router)))
  const isKept = kept && kept.amountOut * whole >= best.amountOut * (whole - worthOfApproval)
  const { way, amountOut } = isKept ? kept : best
  const small = amount / smallPart > 0n ? amount / smallPart : 1n
  const [answer] = await readMany(chain, [quoteRead(way, small)], reading)
  const smallOut = quotedAmount(way, answer) ?? 0n
  return { way, amountOut, impact: impactOf({ amount, amountOut, small, smallOut }) }
}

/** The first of those that give most: the operator's order decides between equals. */
const most = (quoted: readonly Quoted[]): Quoted | undefined =>
  quoted.reduce<Quoted | undefined>(
    (best, each) => (best && best.amountOut >= each.amountOut ? best : each),
    undefined,
  )

/** Those that may be approved: a router that two exchanges share is one. */
export const routersOf = (exchanges: readonly Exchange[]): Hex[] => [
  ...new Set(exchanges.map(({ router }) => router)),
]

/** Compares the price of the whole with that of a small part; nothing where the part is too small to say. */
function impactOf(amounts: { amount: bigint; amountOut: bigint; small: bigint; smallOut: bigint }): bigint {
  const { amount, amountOut, small, smallOut } = amounts
  const fair = smallOut * amount
  const got = amountOut * small
  return fair <= got ? 0n : ((fair - got) * whole) / fair
}
