/** The way from one token to another through the pools of an exchange, quoted by its own router. */
import { encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '../chain/chain.js'
import { decodeResult, readMany } from '../chain/multicall.js'
import type { Exchange, NetworkFacts } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { CallOptions } from '../rpc/rpc.js'

export const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

export interface Route {
  readonly exchange: Exchange
  readonly path: readonly Hex[]
  readonly amountOut: bigint
  /** How much worse the price is than for a small amount, in hundredths of a percent. */
  readonly impact: bigint
}

/** The part of an amount whose price counts as that of a small one. */
const smallPart = 10_000n
/** Ten thousandths in one. */
const whole = 10_000n

/** The best way, direct or over one other token; undefined where there is none. */
export async function bestRoute(
  chain: Chain,
  input: {
    readonly facts: NetworkFacts
    readonly exchange: Exchange
    readonly from: Hex
    readonly to: Hex
    readonly amount: bigint
  },
  options: CallOptions,
): Promise<Route | undefined> {
  const { facts, exchange, from, to, amount } = input
  const bases = [...(facts.wrapped ? [facts.wrapped] : []), ...facts.dollars]
  const paths: Hex[][] = [
    [from, to],
    ...[...new Set(bases)].filter((base) => base !== from && base !== to).map((base) => [from, base, to]),
  ]
  const small = amount / smallPart > 0n ? amount / smallPart : 1n
  const reads = paths.flatMap((path) =>
    [amount, small].map((amountIn) => ({
      to: exchange.router,
      data: encodeFunctionData({ abi: routerAbi, functionName: 'getAmountsOut', args: [amountIn, path] }),
    })),
  )
  const answers = await readMany(chain, reads, { ...options, multicall: facts.multicall })
  const routes = paths.flatMap((path, index) => {
    const amountOut = lastAmount(answers[2 * index])
    if (amountOut === undefined || amountOut === 0n) return []
    const smallOut = lastAmount(answers[2 * index + 1]) ?? 0n
    return [{ exchange, path, amountOut, impact: impactOf({ amount, amountOut, small, smallOut }) }]
  })
  return routes.reduce<Route | undefined>(
    (best, route) => (best && best.amountOut >= route.amountOut ? best : route),
    undefined,
  )
}

/** Compares the price of the whole with that of a small part; nothing where the part is too small to say. */
function impactOf(amounts: { amount: bigint; amountOut: bigint; small: bigint; smallOut: bigint }): bigint {
  const { amount, amountOut, small, smallOut } = amounts
  const fair = smallOut * amount
  const got = amountOut * small
  return fair <= got ? 0n : ((fair - got) * whole) / fair
}

function lastAmount(answer: Hex | undefined): bigint | undefined {
  const amounts = decodeResult(routerAbi, 'getAmountsOut', answer)
  const last: unknown = Array.isArray(amounts) ? amounts.at(-1) : undefined
  return typeof last === 'bigint' ? last : undefined
}
