/** What each provider would give for an amount, best first; where nobody answers, an estimate that says so (S7-19, D-18). */
import type { Address } from '@latchkey/spec/caip'
import { onrampMultiQuotes, onrampProviders, onrampQuote } from '@latchkey/spec/endpoints'
import { errorText, firstReason, isLatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import {
  compareDecimal,
  decimalOfNumber,
  formatUnits,
  isDecimal,
  multiplyDecimal,
} from '@latchkey/spec/validation'
import type { Api } from '../../api.js'
import type { BuyToken } from './options.js'

export interface BuyQuote {
  /** The provider's id; empty where the gateway has one provider and does not name it. */
  readonly provider: string
  /** Its name, where the gateway knows one. */
  readonly name: string
  /** A stand-in that charges nobody. */
  readonly isSandbox: boolean
  /** Decimals: what is paid and what it costs in the currency, what arrives in the token. */
  readonly pays: string
  readonly gets: string
  readonly fee: string | undefined
}

/** What is left of an amount after the least and the most that providers usually take (S9-05). */
export interface BuyEstimate {
  readonly low: string
  readonly high: string
}

export type BuyQuotes =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly items: readonly BuyQuote[] }
  /** An empty list: everybody answered, and nobody sells it. */
  | { readonly status: 'ready'; readonly items: readonly BuyQuote[] }
  /** The service understood and said no. */
  | { readonly status: 'refused'; readonly reason: string }
  /** Nobody answered (D-18). */
  | { readonly status: 'estimate'; readonly estimate: BuyEstimate }

export interface QuoteInput {
  readonly amount: string
  readonly currency: string
  readonly method: string
  readonly token: BuyToken
  readonly address: Address
}

export async function readQuotes(api: Api, input: QuoteInput, signal: AbortSignal): Promise<BuyQuote[]> {
  const [quotes, names] = await Promise.all([
    askAll(api, input, signal),
    // Without its name a provider is called by its id.
    api.call(onrampProviders, { query: {} }, { signal }).catch(() => []),
  ])
  return quotes
    .map((quote): BuyQuote => {
      const known = names.find(({ serviceProvider }) => serviceProvider === quote.provider)
      return { ...quote, name: known?.name ?? quote.provider, isSandbox: known?.sandbox === true }
    })
    .filter(({ pays, gets }) => isDecimal(pays) && isDecimal(gets))
    .sort((a, b) => compareDecimal(b.gets, a.gets) ?? 0)
}

type Offer = Omit<BuyQuote, 'name' | 'isSandbox'>

async function askAll(api: Api, input: QuoteInput, signal: AbortSignal): Promise<Offer[]> {
  const { amount, currency, method, token, address } = input
  const body = {
    sourceAmount: amount,
    sourceCurrencyCode: currency,
    destinationCurrencyCode: token.symbol,
    chainId: token.networkId,
    paymentMethodType: method,
    walletAddress: address,
  }
  try {
    const quotes = await api.call(onrampMultiQuotes, { body }, { signal, isRepeatable: true })
    return quotes.map(({ serviceProvider, sourceAmount, destinationAmount, totalFee }) => ({
      provider: serviceProvider,
      pays: decimal(sourceAmount),
      gets: decimal(destinationAmount),
      fee: totalFee == null ? undefined : decimal(totalFee),
    }))
  } catch (cause) {
    // A gateway with one provider has no such path.
    if (isLatchkeyError(cause, 'http.status') && cause.context.n === 404)
      return [await askOne(api, input, signal)]
    throw cause
  }
}

async function askOne(
  api: Api,
  { amount, currency, token }: QuoteInput,
  signal: AbortSignal,
): Promise<Offer> {
  const body = { purchaseCurrency: token.symbol, paymentCurrency: currency, amount, network: token.symbol }
  const quote = await api.call(onrampQuote, { body }, { signal, isRepeatable: true })
  return { provider: '', pays: quote.paymentTotal.amount, gets: quote.purchaseAmount.amount, fee: undefined }
}

const decimal = (value: string | number): string =>
  typeof value === 'number' ? decimalOfNumber(value) : value

/** D-18: what a failed question leaves to be shown. */
export function quotesAfter(cause: unknown, amount: string): BuyQuotes {
  if (isLatchkeyError(cause, 'http.status') && cause.context.n === 400)
    return { status: 'refused', reason: firstReason(cause.context.answer, errorText('request.failed')) }
  return { status: 'estimate', estimate: estimateOf(amount) }
}

export function estimateOf(amount: string): BuyEstimate {
  const { min, max } = limits.onrampFeePercent
  const after = (percent: string) => multiplyDecimal(amount, formatUnits(100n - BigInt(percent), 2)) ?? '0'
  return { low: after(max), high: after(min) }
}
