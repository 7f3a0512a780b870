/** What can be bought with a card or a bank, and for how much (S7-18, S7-19); each answer has two spellings. */
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../http/refusal.js'
import { type Caller, route } from '../http/route.js'
import { chainIdText, networkSlug } from '../onramp/catalogue.js'
import { readMethod } from '../onramp/methods.js'
import type { ProviderQuote } from '../onramp/onramp.js'

export function onrampOptions(app: FastifyInstance): void {
  route(app, endpoints.onrampOptions, async ({ caller: { signal } }, { onramp }) => {
    const { currencies, payments } = await onramp.catalogue({}, { signal })
    return {
      paymentCurrencies: payments.map(({ id, limits }) => ({
        id,
        payment_method_limits: limits.map(({ method, min, max }) => ({ id: method, min, max })),
      })),
      purchaseCurrencies: currencies.map(({ assets, ...currency }) => ({
        ...currency,
        networks: assets.map(({ networkId, networkName, contract }) => ({
          name: networkSlug(networkName),
          display_name: networkName,
          chain_id: chainIdText(networkId),
          contract_address: contract,
        })),
      })),
    }
  })
}

export function onrampBuyOptions(app: FastifyInstance): void {
  route(app, endpoints.onrampBuyOptions, async ({ query, caller: { signal } }, { onramp }) => {
    const { currencies, payments } = await onramp.catalogue(query, { signal })
    return {
      paymentCurrencies: payments.map(({ id, limits }) => ({
        id,
        limits: limits.map(({ method, min, max }) => ({ id: method, min, max })),
      })),
      purchaseCurrencies: currencies.map(({ assets, ...currency }) => ({
        ...currency,
        networks: assets.map(({ networkId, networkName, contract }) => ({
          name: networkSlug(networkName),
          displayName: networkName,
          contractAddress: contract,
          chainId: chainIdText(networkId),
        })),
      })),
    }
  })
}

/** A code, or what the named fields of an object of the options hold. */
function codesOf(value: string | Record<string, unknown>, ...fields: readonly string[]): string[] {
  if (typeof value === 'string') return [value]
  return fields.flatMap((field) => {
    const code = value[field]
    return typeof code === 'string' && code !== '' ? [code] : []
  })
}

/** The network of an object of the options, where it is on one only. */
function networkOf(value: string | Record<string, unknown>): string | undefined {
  if (typeof value === 'string' || !Array.isArray(value.networks) || value.networks.length !== 1)
    return undefined
  const [network]: unknown[] = value.networks
  if (typeof network !== 'object' || network === null || !('chain_id' in network)) return undefined
  return typeof network.chain_id === 'string' ? network.chain_id : undefined
}

async function bestOf(quotes: Promise<readonly ProviderQuote[]>): Promise<ProviderQuote> {
  const [best] = await quotes
  if (!best) throw refuse('provider', 'Nobody offers this')
  return best
}

/** Names the quote in a log or a question to the provider; what is paid is fixed when a window is opened. */
const quoteIdOf = ({ provider }: ProviderQuote, { requestId }: Caller) => `${provider.id}_${requestId}`

export function onrampQuote(app: FastifyInstance): void {
  route(app, endpoints.onrampQuote, async ({ body, caller }, { onramp }) => {
    const { purchaseCurrency, paymentCurrency, amount, network } = body
    const [currency] = codesOf(paymentCurrency, 'id')
    if (currency === undefined) throw refuse('currency', 'Expected a payment currency')
    // Ids of other gateways mean nothing here; the symbol beside them does.
    const purchase = [...codesOf(purchaseCurrency, 'id', 'symbol'), network]
    const wanted = { purchase, network: networkOf(purchaseCurrency), currency, method: readMethod(undefined) }
    const best = await bestOf(onramp.quotes({ ...wanted, amount }, { signal: caller.signal }))
    const { question, quote } = best
    const paid = (text: string) => ({ amount: text, currency })
    return {
      paymentTotal: paid(quote.total),
      paymentSubtotal: paid(quote.subtotal),
      purchaseAmount: { amount: quote.purchase, currency: question.asset.symbol },
      networkFee: paid(quote.networkFee),
      fees: [
        { name: 'provider', ...paid(quote.providerFee) },
        { name: 'network', ...paid(quote.networkFee) },
      ],
      quoteId: quoteIdOf(best, caller),
    }
  })
}

export function onrampBuyQuotes(app: FastifyInstance): void {
  route(app, endpoints.onrampBuyQuotes, async ({ query, caller }, { onramp }) => {
    const { purchaseCurrency, purchaseNetwork, paymentAmount, paymentCurrency, paymentMethod } = query
    const { country, subdivision } = query
    const best = await bestOf(
      onramp.quotes(
        {
          purchase: [purchaseCurrency],
          network: purchaseNetwork,
          amount: paymentAmount,
          currency: paymentCurrency,
          method: readMethod(paymentMethod),
          country,
          subdivision,
        },
        { signal: caller.signal },
      ),
    )
    const { question, quote } = best
    const paid = (value: string) => ({ value, currency: paymentCurrency })
    return {
      paymentTotal: paid(quote.total),
      paymentSubTotal: paid(quote.subtotal),
      purchaseAmount: { value: quote.purchase, currency: question.asset.symbol },
      // The name is of this wire; it is the fee of whichever provider.
      coinbaseFee: paid(quote.providerFee),
      networkFee: paid(quote.networkFee),
      quoteId: quoteIdOf(best, caller),
    }
  })
}
