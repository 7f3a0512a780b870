/** The gateway's side of a swap: what can be swapped, for how much, and the transactions that do it (S7-06 to S7-12). */
import { type AccountId, accountId, asAddress, type NetworkId, parseAccountId } from '@latchkey/spec/caip'
import {
  price,
  swapApproval,
  swapGasPrice,
  swapQuotes,
  swapTokens,
  swapTransaction,
} from '@latchkey/spec/endpoints'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { isSameAddress } from '@latchkey/spec/validation'
import type { Api } from '../../api.js'
import type { KitContext } from '../../context.js'
import { priceOf } from '../../money.js'
import { within } from '../../within.js'
import { nativeAddress } from './nativeAddress.js'
import { problemOf } from './problems.js'
import { type Hex, SwapError, type SwapQuestion, type SwapQuote, type SwapToken } from './types.js'

export interface BuiltSwap {
  readonly to: string
  readonly data: Hex
  readonly amountOut: bigint
  /** As the gateway guesses, where the swap cannot be tried yet. */
  readonly gas: bigint | undefined
}

export interface Exchange {
  tokens(networkId: NetworkId, options: { readonly fresh: boolean }): Promise<readonly SwapToken[]>
  quote(question: SwapQuestion, signal: AbortSignal): Promise<SwapQuote>
  gasPrice(networkId: NetworkId, signal: AbortSignal): Promise<bigint>
  build(question: SwapQuestion, slippage: string, signal: AbortSignal): Promise<BuiltSwap>
  /** The calldata of an approval for exactly the amount. */
  approval(question: SwapQuestion, signal: AbortSignal): Promise<string>
  /** In US dollars, by id; without those that nobody can price. */
  prices(ids: readonly AccountId[]): Promise<Readonly<Record<string, string>>>
}

type Eip155Id = `eip155:${string}:0x${string}`

export function createExchange({ services, clock, options, jobs }: KitContext): Exchange {
  const lists = new Map<NetworkId, { readonly at: number; readonly tokens: readonly SwapToken[] }>()

  async function ask<T>(signal: AbortSignal, run: (api: Api) => Promise<T>): Promise<T> {
    const api = await services.api()
    // Without a gateway there is nobody to ask.
    if (!api) throw new SwapError({ code: 'unsupported' })
    const ms = limits.swapAnswer
    const timeout = () => new LatchkeyError('http.timeout', { url: api.baseUrl, n: ms })
    return within(run(api), { clock, ms, timeout, signal })
  }
  // The kit offers swaps on eip155 only, so every id of a question is one of its ids.
  const idOf = (networkId: NetworkId, address: string) => accountId({ networkId, address }) as Eip155Id
  const placesOf = ({ networkId, address, from, to }: SwapQuestion) => ({
    from: from.id as Eip155Id,
    to: to.id as Eip155Id,
    userAddress: idOf(networkId, address),
  })

  return {
    async tokens(networkId, { fresh }) {
      const known = lists.get(networkId)
      if (known && !fresh && clock.now() - known.at < limits.queryGarbage) return known.tokens
      // Not by way of the cache: its patient retries would keep a person waiting who can press a button.
      const { signal } = jobs.scope
      const query = { chainId: networkId }
      const answer = await ask(signal, (api) => api.call(swapTokens, { query }, { signal }))
      const tokens = answer.tokens.slice(0, limits.swapTokens).flatMap((token) => readToken(networkId, token))
      lists.set(networkId, { at: clock.now(), tokens })
      return tokens
    },

    async quote(question, signal) {
      const { from, to, userAddress } = placesOf(question)
      const query = { from, to, userAddress, amount: question.amount.toString() }
      const { quotes } = await ask(signal, (api) => api.call(swapQuotes, { query }, { signal }))
      const [best] = quotes
      if (!best) throw new SwapError({ code: 'no-liquidity' })
      return {
        question,
        amountOut: unitsOf(best.toAmount),
        priceImpact: best.priceImpact,
        expiresAt: expiryOf(best.expiry, clock.now()),
      }
    },

    async gasPrice(networkId, signal) {
      try {
        // Checked by the endpoint's own schema; only eip155 networks come here.
        const query = { chainId: networkId as `eip155:${string}` }
        return unitsOf((await ask(signal, (api) => api.call(swapGasPrice, { query }, { signal }))).standard)
      } catch (cause) {
        const problem = problemOf(cause)
        if (problem.code === 'unsupported') throw new SwapError({ ...problem, code: 'gas-price-unsupported' })
        throw cause
      }
    },

    async build(question, slippage, signal) {
      const { projectId } = options
      const body = {
        ...placesOf(question),
        ...(projectId ? { projectId } : {}),
        amount: question.amount.toString(),
        // A ratio, which the wire wants as a number; it is no amount.
        eip155: { slippage: Number(slippage) },
      }
      // It only writes calldata down, so asking twice does no harm.
      const { tx } = await ask(signal, (api) =>
        api.call(swapTransaction, { body }, { signal, isRepeatable: true }),
      )
      const isOurs = isIdOf(tx.from, question.networkId, question.address)
      const to = parseAccountId(tx.to)
      if (!isOurs || to?.networkId !== question.networkId) throw new SwapError({ code: 'wrong-transaction' })
      const gas = tx.eip155?.gas
      return {
        to: to.address,
        data: tx.data,
        amountOut: unitsOf(tx.amount),
        gas: gas ? unitsOf(gas) : undefined,
      }
    },

    async approval(question, signal) {
      const query = { ...placesOf(question), amount: question.amount.toString() }
      const { tx } = await ask(signal, (api) => api.call(swapApproval, { query }, { signal }))
      return tx.data
    },

    async prices(ids) {
      const queries = await services.queries()
      const { fungibles } = await queries.fetch({
        kind: 'balance',
        key: ['prices', ...ids],
        run: ({ signal }) =>
          ask(signal, (api) =>
            api.call(
              price,
              { body: { currency: 'usd', addresses: [...ids] } },
              { signal, isRepeatable: true },
            ),
          ),
      })
      const entries = fungibles.flatMap(({ address, price: wire }) => {
        const known = ids.find((id) => id.toLowerCase() === address?.toLowerCase())
        const dollars = priceOf(wire)
        return known && dollars ? [[known, dollars] as const] : []
      })
      return Object.fromEntries(entries)
    },
  }
}

/** Lists come from outside: what is no token of this network is left out. */
function readToken(
  networkId: NetworkId,
  token: { name: string; symbol: string; address: string; decimals: number; logoUri: string | null },
): readonly SwapToken[] {
  const parts = parseAccountId(token.address)
  const { name, symbol, decimals, logoUri } = token
  const isFine =
    parts?.networkId === networkId &&
    /^0x[0-9a-f]{40}$/i.test(parts.address) &&
    Number.isInteger(decimals) &&
    decimals >= 0 &&
    decimals <= limits.tokenDecimals &&
    symbol !== ''
  if (!isFine) return []
  return [
    {
      id: accountId({ networkId, address: parts.address }),
      address: asAddress(parts.address),
      name: name.slice(0, longestName),
      symbol: symbol.slice(0, longestSymbol),
      decimals,
      iconUrl: logoUri ?? undefined,
      isNative: isSameAddress('eip155', parts.address, nativeAddress),
    },
  ]
}

const longestName = 64
const longestSymbol = 24

function isIdOf(id: string, networkId: NetworkId, address: string): boolean {
  const parts = parseAccountId(id)
  return parts?.networkId === networkId && isSameAddress('eip155', parts.address, address)
}

/** Amounts of the wire are digits; ones beyond 256 bits are nobody's. */
function unitsOf(amount: string): bigint {
  const units = /^\d{1,78}$/.test(amount) ? BigInt(amount) : -1n
  if (units < 0n || units > limits.maxUint256) throw new SwapError({ code: 'wrong-transaction' })
  return units
}

/** The gateway's clock and ours may differ by anything, so what it says is taken within bounds. */
function expiryOf(expiry: number | undefined, now: number): number {
  const life = expiry === undefined ? limits.swapQuoteLife : expiry * 1000 - now
  return now + Math.min(Math.max(life, limits.swapQuoteRefresh), limits.swapQuoteLife)
}
