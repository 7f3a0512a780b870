/** Swaps on the exchange of a network: what they give, and the transactions that make them. */
import type { NetworkId } from '@latchkey/spec/caip'
import { seconds } from '@latchkey/spec/limits'
import { encodeFunctionData, parseAbi } from 'viem'
import { nativeToken } from '../chain/account.js'
import type { Chain } from '../chain/chain.js'
import { decodeResult } from '../chain/multicall.js'
import type { Exchange, NetworkFacts, Networks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import type { Clock } from '../ports/clock.js'
import { RpcError } from '../rpc/errors.js'
import type { CallOptions } from '../rpc/rpc.js'
import { checkTransaction, type SwapProvider } from './provider.js'
import { bestRoute, type Route, routerAbi } from './routes.js'

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
  /** How much of a token the exchange may take from a user. */
  allowance(chain: Chain, token: Hex, user: Hex, options: CallOptions): Promise<bigint>
  /** Calldata that lets the exchange take exactly this much. */
  approval(chain: Chain, amount: bigint): Hex
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

const erc20 = parseAbi([
  'function approve(address spender, uint256 value)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
])
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

  function marketOf({ networkId }: Chain): { facts: NetworkFacts; exchange: Exchange } {
    const facts = networks(networkId)
    const [exchange] = facts.exchanges
    if (!exchange) throw refuse('chain', `Chain ID ${networkId} is not supported`)
    return { facts, exchange }
  }

  /** Native and wrapped coins are the same to a pool. */
  function inPools({ wrapped }: NetworkFacts, token: Hex): Hex {
    if (token !== nativeToken) return token
    if (!wrapped) throw refuse('asset', 'The native coin cannot be swapped here')
    return wrapped
  }

  async function routeOf(
    chain: Chain,
    { from, to, amount }: SwapQuestion,
    options: CallOptions,
  ): Promise<Route | 'wrap'> {
    const { facts, exchange } = marketOf(chain)
    if (amount === 0n) throw refuse('parameter', 'The amount must be more than nothing')
    const [source, target] = [inPools(facts, from), inPools(facts, to)]
    if (source === target) {
      if (from !== to) return 'wrap'
      throw refuse('asset', 'A token cannot be swapped for itself')
    }
    const route = await bestRoute(chain, { facts, exchange, from: source, to: target, amount }, options)
    if (!route || route.impact > mostImpact)
      throw refuse('parameter', 'There is insufficient liquidity for this swap')
    return route
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
      const { exchange, path, amountOut } = route
      const least = (amountOut * (whole - slippage)) / whole
      const deadline = BigInt(Math.floor(clock.now() / 1000) + deadlineAfter)
      const rest = [least, path, user, deadline] as const
      // The functions for tokens with a toll: they hold the exchange to what really arrives.
      const data =
        from === nativeToken
          ? encodeFunctionData({
              abi: routerAbi,
              functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
              args: rest,
            })
          : encodeFunctionData({
              abi: routerAbi,
              functionName:
                to === nativeToken
                  ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
                  : 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
              args: [amount, ...rest],
            })
      const value = from === nativeToken ? amount : 0n
      const call = { to: exchange.router, data, from: user, value }
      const guess = gasOfRest + gasOfPool * BigInt(path.length - 1)
      const isReady = () => canPay(chain, question, exchange.router, options)
      const gas = await gasOf(chain, call, guess, options, isReady)
      return { to: exchange.router, data, amountOut, gas }
    },

    allowance(chain, token, user, options) {
      const spender = providerOf(chain)?.spender ?? marketOf(chain).exchange.router
      if (token === nativeToken) throw refuse('address', 'The native coin needs no allowance')
      return allowanceOf(chain, token, user, spender, options)
    },

    approval(chain, amount) {
      const spender = providerOf(chain)?.spender ?? marketOf(chain).exchange.router
      return encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, amount] })
    },
  }
}

/** A tenth more than what the node found, rounded up; a guess where the user cannot do it yet. */
async function gasOf(
  chain: Chain,
  call: { to: Hex; data: Hex; from: Hex; value: bigint },
  guess: bigint,
  options: CallOptions,
  isReady: () => Promise<boolean> = async () => false,
): Promise<bigint> {
  try {
    const gas = await chain.estimateGas(call, options)
    return (gas * 11n + 9n) / 10n
  } catch (cause) {
    if (!(cause instanceof RpcError)) throw cause
    // Money and allowance are there, and it fails all the same: it would cost gas and give nothing.
    if (await isReady())
      throw refuse('parameter', 'The swap would fail: the price moves more than the slippage allows')
    return guess
  }
}

async function canPay(
  chain: Chain,
  { from, amount, user }: SwapQuestion & { readonly user: Hex },
  router: Hex,
  options: CallOptions,
): Promise<boolean> {
  if (from === nativeToken) return (await chain.balance(user, 'latest', options)) > amount
  const [held, allowed] = await Promise.all([
    readNumber(
      chain,
      from,
      encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [user] }),
      options,
    ),
    allowanceOf(chain, from, user, router, options),
  ])
  return held !== undefined && held >= amount && allowed >= amount
}

async function allowanceOf(
  chain: Chain,
  token: Hex,
  user: Hex,
  router: Hex,
  options: CallOptions,
): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20, functionName: 'allowance', args: [user, router] })
  const allowed = await readNumber(chain, token, data, options)
  if (allowed === undefined) throw refuse('address', 'This address is no token')
  return allowed
}

/** Undefined where the contract answers anything but one number. */
async function readNumber(
  chain: Chain,
  to: Hex,
  data: Hex,
  options: CallOptions,
): Promise<bigint | undefined> {
  try {
    const answer = decodeResult(erc20, 'balanceOf', await chain.call({ to, data }, options))
    return typeof answer === 'bigint' ? answer : undefined
  } catch (cause) {
    if (cause instanceof RpcError) return undefined
    throw cause
  }
}
