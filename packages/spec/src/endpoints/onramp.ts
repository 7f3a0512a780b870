/** Buying crypto with a card or a bank: links, options, quotes. Money is decimal text throughout. */
import * as v from 'valibot'
import { minutes } from '../limits.js'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import { address, boundedRecord, decimalAmount, listOf, networkId, text, uuid, webUrl } from './fields.js'

/** An amount in a request; some clients send a JSON number. It is read as text, so it never becomes a float sum. */
const requestAmount = v.union([
  decimalAmount,
  v.pipe(v.number(), v.finite(), v.minValue(0), v.transform(String), v.regex(/^\d+(?:\.\d+)?$/)),
])

const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Expected a country code'))
const subdivision = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,3}$/, 'Expected a subdivision code'))
const currencyCode = text(64)

/** A link to a provider's page on which the user pays; `orderId` is what `onrampOrder` is asked for. */
export const onrampUrl = defineEndpoint({
  rule: 'S7-17',
  method: 'POST',
  path: '/v1/generators/onrampurl',
  query: plainQuery,
  body: v.object({
    destinationWallets: listOf(
      v.object({
        address,
        blockchains: v.optional(listOf(text(64), bounds.filterItems)),
        assets: v.optional(listOf(text(64), bounds.filterItems)),
        supported_networks: v.optional(listOf(text(64), bounds.filterItems)),
      }),
      bounds.destinationWallets,
      1,
    ),
    partnerUserId: v.optional(text(bounds.identifier)),
    defaultNetwork: v.optional(text(64)),
    defaultExperience: v.optional(v.picklist(['send', 'buy'])),
    presetCryptoAmount: v.optional(requestAmount),
    presetFiatAmount: v.optional(requestAmount),
    handlingRequestedUrls: v.optional(v.boolean()),
  }),
  response: v.strictObject({ url: webUrl, orderId: uuid }),
  // Other gateways keep no orders.
  accepts: v.looseObject({ url: webUrl, orderId: v.optional(v.string()) }),
  errors: ['address', 'asset', 'currency', 'provider', 'unavailable'],
})

const paymentLimits = v.array(v.strictObject({ id: text(64), min: decimalAmount, max: decimalAmount }))

/** The shape that clients of this wire read: snake case inside. */
export const onrampOptions = defineEndpoint({
  rule: 'S7-18',
  method: 'GET',
  path: '/v1/onramp/options',
  query: plainQuery,
  response: v.strictObject({
    paymentCurrencies: v.array(v.strictObject({ id: currencyCode, payment_method_limits: paymentLimits })),
    purchaseCurrencies: v.array(
      v.strictObject({
        id: text(),
        name: text(),
        symbol: text(64),
        networks: v.array(
          v.strictObject({
            name: text(64),
            display_name: text(),
            chain_id: text(64),
            contract_address: v.pipe(v.string(), v.maxLength(bounds.address)),
          }),
        ),
      }),
    ),
  }),
  accepts: v.looseObject({
    paymentCurrencies: v.array(
      v.looseObject({
        id: v.string(),
        payment_method_limits: v.array(v.looseObject({ id: v.string(), min: v.string(), max: v.string() })),
      }),
    ),
    purchaseCurrencies: v.array(
      v.looseObject({
        id: v.string(),
        name: v.string(),
        symbol: v.string(),
        networks: v.array(
          v.looseObject({
            name: v.string(),
            display_name: v.optional(v.string()),
            chain_id: v.string(),
            contract_address: v.nullish(v.string(), ''),
          }),
        ),
      }),
    ),
  }),
  errors: ['provider', 'unavailable'],
  cache: { maxAge: minutes(5) },
})

/** The same under its other name: camel case, and `limits`. */
export const onrampBuyOptions = defineEndpoint({
  rule: 'S7-18',
  method: 'GET',
  path: '/v1/onramp/buy/options',
  query: query({ country, subdivision: v.optional(subdivision) }),
  response: v.strictObject({
    paymentCurrencies: v.array(v.strictObject({ id: currencyCode, limits: paymentLimits })),
    purchaseCurrencies: v.array(
      v.strictObject({
        id: text(),
        name: text(),
        symbol: text(64),
        networks: v.array(
          v.strictObject({
            name: text(64),
            displayName: text(),
            contractAddress: v.pipe(v.string(), v.maxLength(bounds.address)),
            chainId: text(64),
          }),
        ),
      }),
    ),
  }),
  errors: ['provider', 'unavailable'],
  cache: { maxAge: minutes(5) },
})

const amountOf = v.strictObject({ amount: decimalAmount, currency: currencyCode })
const looseAmountOf = v.looseObject({ amount: v.string(), currency: v.string() })

/** `purchaseCurrency` and `paymentCurrency` are whole objects of the options; `network` is the symbol bought. */
export const onrampQuote = defineEndpoint({
  rule: 'S7-19',
  method: 'POST',
  path: '/v1/onramp/quote',
  query: plainQuery,
  body: v.object({
    purchaseCurrency: v.union([currencyCode, boundedRecord]),
    paymentCurrency: v.union([currencyCode, boundedRecord]),
    amount: requestAmount,
    network: text(64),
  }),
  response: v.strictObject({
    paymentTotal: amountOf,
    paymentSubtotal: amountOf,
    purchaseAmount: amountOf,
    networkFee: amountOf,
    fees: v.array(v.strictObject({ name: text(), amount: decimalAmount, currency: currencyCode })),
    quoteId: text(),
  }),
  accepts: v.looseObject({
    paymentTotal: looseAmountOf,
    paymentSubtotal: looseAmountOf,
    purchaseAmount: looseAmountOf,
    networkFee: v.optional(looseAmountOf),
    quoteId: v.string(),
  }),
  errors: ['asset', 'currency', 'provider', 'unavailable'],
})

const valueOf = v.strictObject({ value: decimalAmount, currency: currencyCode })

export const onrampBuyQuotes = defineEndpoint({
  rule: 'S7-19',
  method: 'GET',
  path: '/v1/onramp/buy/quotes',
  query: query({
    purchaseCurrency: currencyCode,
    purchaseNetwork: v.optional(text(64)),
    paymentAmount: decimalAmount,
    paymentCurrency: currencyCode,
    paymentMethod: text(64),
    country,
    subdivision: v.optional(subdivision),
  }),
  response: v.strictObject({
    paymentTotal: valueOf,
    paymentSubTotal: valueOf,
    purchaseAmount: valueOf,
    coinbaseFee: valueOf,
    networkFee: valueOf,
    quoteId: text(),
  }),
  errors: ['asset', 'currency', 'provider', 'unavailable'],
})

const purchase = {
  sourceAmount: requestAmount,
  sourceCurrencyCode: currencyCode,
  destinationCurrencyCode: currencyCode,
  countryCode: v.optional(country),
  paymentMethodType: v.optional(text(64)),
  /** Where it is to arrive; needed where the currency is sold on several networks. */
  chainId: v.optional(networkId),
}

/** Quotes of every provider, best first. */
export const onrampMultiQuotes = defineEndpoint({
  rule: 'S7-19',
  method: 'POST',
  path: '/v1/onramp/multi/quotes',
  query: plainQuery,
  body: v.object({
    ...purchase,
    walletAddress: v.optional(address),
    excludeProviders: v.optional(listOf(text(64), 32)),
  }),
  response: v.array(
    v.strictObject({
      serviceProvider: text(64),
      countryCode: v.nullable(country),
      paymentMethodType: text(64),
      sourceAmount: decimalAmount,
      sourceCurrencyCode: currencyCode,
      destinationAmount: decimalAmount,
      destinationCurrencyCode: currencyCode,
      totalFee: decimalAmount,
      networkFee: v.nullable(decimalAmount),
      transactionFee: v.nullable(decimalAmount),
      lowKyc: v.nullable(v.boolean()),
    }),
  ),
  // Elsewhere these amounts are JSON numbers.
  accepts: v.array(
    v.looseObject({
      serviceProvider: v.string(),
      sourceAmount: v.union([v.string(), v.number()]),
      destinationAmount: v.union([v.string(), v.number()]),
      totalFee: v.nullish(v.union([v.string(), v.number()])),
    }),
  ),
  errors: ['asset', 'currency', 'provider', 'unavailable'],
})

/** A provider's page for one quote. */
export const onrampWidget = defineEndpoint({
  rule: 'S7-17',
  method: 'POST',
  path: '/v1/onramp/widget',
  query: plainQuery,
  body: v.object({
    ...purchase,
    serviceProvider: text(64),
    walletAddress: address,
    redirectUrl: v.optional(webUrl),
  }),
  response: v.strictObject({ widgetUrl: webUrl, orderId: uuid }),
  accepts: v.looseObject({ widgetUrl: webUrl, orderId: v.optional(v.string()) }),
  errors: ['address', 'asset', 'currency', 'provider', 'unavailable'],
})
