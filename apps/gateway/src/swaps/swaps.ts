/** Swaps on the exchanges of a network: what they give, and the transactions that make them. */
import type { NetworkId } from '@latchkey/spec/caip'
import { limits, seconds } from '@latchkey/spec/limits'
import { encodeFunctionData, parseAbi } from 'viem'
import { nativeToken } from '../chain/account.js'
import type { Chain } from '../chain/chain.js'
import type { Exchange, NetworkFacts, Networks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import type { Clock } from '../ports/clock.js'
import type { CallOptions } from '../rpc/rpc.js'
import { swapData } from './exchanges.js'
import { checkTransaction, type SwapProvider } from './provider.js'
import { allowanceOf, allowancesOf, canPay, erc20, gasOf, heldOf } from './ready.js'
import { bestRoute, type Route, routersOf } from './routes.js'

export interface SwapQuestion {
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
}

export interface SwapQuote {
  readonly amountOut: bigint
  /** In hundredths of a percent; undefined where nobody says. */
  readonly impact: bigint | undefined
  /** When it is no longer worth anything, in Unix seconds. */
  readonly expiry: number
}

export interface SwapTransaction {
  readonly to: Hex
  readonly data: Hex
  readonly amountOut: bigint
  readonly gas: bigint
}

export interface Swaps {
  isServed(networkId: NetworkId): boolean
  quote(chain: Chain, question: SwapQuestion, options: CallOptions): Promise<SwapQuote>
  /** `slippage` in hundredths of a percent. */
  build(
    chain: Chain,
    question: SwapQuestion & { readonly user: Hex; readonly slippage: bigint },
    options: CallOptions,
  ): Promise<SwapTransaction>
  /** How much of a token the exchanges may take from a user: what the one may that may most. */
  allowance(chain: Chain, token: Hex, user: Hex, options: CallOptions): Promise<bigint>
  /** Calldata that lets the exchange that gives most take exactly this much; without an amount, all. */
  approval(
    chain: Chain,
    question: Omit<SwapQuestion, 'amount'> & { readonly user: Hex; readonly amount: bigint | undefined },
    options: CallOptions,
  ): Promise<Hex>
}

/** Quotes are good for this long; pools move with every block. */
const quoteLife = seconds(30)
/** How long a swap may wait to be mined, in seconds. */
const deadlineAfter = 20 * 60
/** Above this the pools are too small for the amount, in hundredths of a percent. */
const mostImpact = 1_500n
const whole = 10_000n
/** Gas of a swap that cannot be tried yet, because the approval is still to come. */
const gasOfPool = 150_000n
const gasOfRest = 100_000n

const wrapAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 value)'])

export function createSwaps(input: {
  networks: Networks
  clock: Clock
  /** Asked instead of the exchange on networks that it serves. */
  provider?: SwapProvider | undefined
}): Swaps {
  const { networks, clock, provider } = input

  const providerOf = ({ networkId }: Chain): SwapProvider | undefined =>
    provider?.serves(networkId) ? provider : undefined

  function marketOf({ networkId }: Chain): { facts: NetworkFacts; first: Exchange } {
    const facts = networks(networkId)
    const [first] = facts.exchanges
    if (!first) throw refuse('chain', `Chain ID ${networkId} is not supported`)
    return { facts, first }
  }

  /** Native and wrapped coins are the same to a pool. */
  function inPools({ wrapped }: NetworkFacts, token: Hex): Hex {
    if (token !== nativeToken) return token
    if (!wrapped) throw refuse('asset', 'The native coin cannot be swapped here')
    return wrapped
  }

  async function routeOf(
    chain: Chain,
    { from, to, amount, user }: SwapQuestion & { readonly user?: Hex },
    options: CallOptions,
  ): Promise<Route | 'wrap'> {
    const { facts } = marketOf(chain)
    if (amount === 0n) throw refuse('parameter', 'The amount must be more than nothing')
    const [source, target] = [inPools(facts, from), inPools(facts, to)]
    if (source === target) {
      if (from !== to) return 'wrap'
      throw refuse('asset', 'A token cannot be swapped for itself')
    }
    const approved =
      user === undefined ? [] : await approvedFor(chain, facts, { from, amount, user }, options)
    const route = await bestRoute(chain, { facts, from: source, to: target, amount, approved }, options)
    if (!route || route.impact > mostImpact)
      throw refuse('parameter', 'There is insufficient liquidity for this swap')
    return route
  }

  /** The routers that may take the amount already. */
  async function approvedFor(
    chain: Chain,
    { exchanges, multicall }: NetworkFacts,
    { from, amount, user }: { from: Hex; amount: bigint; user: Hex },
    options: CallOptions,
  ): Promise<Hex[]> {
    const routers = routersOf(exchanges)
    if (from === nativeToken || routers.length < 2) return []
    const allowed = await allowancesOf(chain, from, user, routers, { ...options, multicall })
    return routers.filter((_, index) => (allowed[index] ?? 0n) >= amount)
  }

  /** Who is to be approved: whoever a swap of this amount is built on. */
  async function spenderOf(
    chain: Chain,
    { from, to, user, amount }: Parameters<Swaps['approval']>[1],
    options: CallOptions,
  ): Promise<Hex> {
    const { facts, first } = marketOf(chain)
    const [source, target] = [inPools(facts, from), inPools(facts, to)]
    if (routersOf(facts.exchanges).length < 2 || source === target) return first.router
    // Who names no amount swaps some of what the user has.
    const likely = amount ?? (await heldOf(chain, from, user, options)) ?? 0n
    if (likely === 0n) return first.router
    const approved = await approvedFor(chain, facts, { from, amount: likely, user }, options)
    const route = await bestRoute(
      chain,
      { facts, from: source, to: target, amount: likely, approved },
      options,
    )
    return route?.way.exchange.router ?? first.router
  }

  return {
    isServed: (networkId) => provider?.serves(networkId) === true || networks(networkId).exchanges.length > 0,

    async quote(chain, question, options) {
      const other = providerOf(chain)
      if (other && question.amount > 0n) {
        const amountOut = await other.quote(chain.networkId, question, options)
        return { amountOut, impact: undefined, expiry: Math.floor((clock.now() + quoteLife) / 1000) }
      }
      const route = await routeOf(chain, question, options)
      const expiry = Math.floor((clock.now() + quoteLife) / 1000)
      if (route === 'wrap') return { amountOut: question.amount, impact: 0n, expiry }
      return { amountOut: route.amountOut, impact: route.impact, expiry }
    },

    async build(chain, question, options) {
      const { from, to, amount, user, slippage } = question
      const other = providerOf(chain)
      if (other && amount > 0n) {
        const built = await other.build(chain.networkId, question, options)
        const { gas, ...rest } = checkTransaction(other, built, { value: from === nativeToken ? amount : 0n })
        return { ...rest, gas: (gas * 11n + 9n) / 10n }
      }
      const route = await routeOf(chain, question, options)
      if (route === 'wrap') {
        const { wrapped } = networks(chain.networkId)
        if (!wrapped) throw refuse('asset', 'The native coin cannot be wrapped here')
        const data =
          from === nativeToken
            ? encodeFunctionData({ abi: wrapAbi, functionName: 'deposit' })
            : encodeFunctionData({ abi: wrapAbi, functionName: 'withdraw', args: [amount] })
        const value = from === nativeToken ? amount : 0n
        const gas = await gasOf(chain, { to: wrapped, data, from: user, value }, gasOfRest, options)
        return { to: wrapped, data, amountOut: amount, gas }
      }
      const { way, amountOut } = route
      const { router } = way.exchange
      const least = (amountOut * (whole - slippage)) / whole
      const deadline = BigInt(Math.floor(clock.now() / 1000) + deadlineAfter)
      const data = swapData({ way, from, to, amount, least, user, deadline })
      const value = from === nativeToken ? amount : 0n
      const call = { to: router, data, from: user, value }
      const guess = gasOfRest + gasOfPool * BigInt(way.path.length - 1)
      const isReady = () => canPay(chain, question, router, options)
      const gas = await gasOf(chain, call, guess, options, isReady)
      return { to: router, data, amountOut, gas }
    },

    async allowance(chain, token, user, options) {
      if (token === nativeToken) throw refuse('address', 'The native coin needs no allowance')
      const other = providerOf(chain)
      if (other) return allowanceOf(chain, token, user, other.spender, options)
      const { exchanges, multicall } = marketOf(chain).facts
      const routers = routersOf(exchanges)
      const allowed = await allowancesOf(chain, token, user, routers, { ...options, multicall })
      return allowed.reduce((most, each) => (each > most ? each : most), 0n)
    },

    async approval(chain, question, options) {
      const spender = providerOf(chain)?.spender ?? (await spenderOf(chain, question, options))
      const { amount = limits.maxUint256 } = question
      return encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, amount] })
    },
  }
}
