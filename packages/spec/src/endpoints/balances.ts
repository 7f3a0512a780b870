/** What an account holds, and what tokens are worth. */
import * as v from 'valibot'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import {
  accountId,
  address,
  decimalAmount,
  displayNumber,
  eip155AccountId,
  eip155NetworkId,
  imageUrl,
  listOf,
  networkId,
  queryList,
  solanaAccountId,
  solanaAddress,
  solanaNetworkId,
  text,
} from './fields.js'

export const currencies = ['btc', 'eth', 'usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy'] as const
export type Currency = (typeof currencies)[number]
export const currency = v.picklist(currencies)

/** `decimals` is a string on this wire, and so is the amount. `price` (0 if unknown) and `value` are JSON numbers. */
const holding = {
  name: text(),
  symbol: text(),
  value: v.optional(displayNumber),
  price: displayNumber,
  quantity: v.strictObject({
    decimals: v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'Expected decimals as text')),
    numeric: decimalAmount,
  }),
  iconUrl: imageUrl,
}

/** The native token of eip155 has no address; others are CAIP-10. */
const eip155Holding = v.strictObject({
  ...holding,
  chainId: eip155NetworkId,
  address: v.optional(eip155AccountId),
})

/** The native token of solana carries its bare pseudo-mint; SPL tokens are CAIP-10. */
const solanaHolding = v.strictObject({
  ...holding,
  chainId: solanaNetworkId,
  address: v.union([solanaAccountId, solanaAddress]),
})

/** bip122 and polkadot have a native token only. */
const nativeHolding = v.strictObject({
  ...holding,
  chainId: v.pipe(networkId, v.regex(/^(?:bip122|polkadot):/, 'Expected bip122 or polkadot')),
})

export const balance = defineEndpoint({
  rule: 'S7-05',
  method: 'GET',
  path: '/v1/account/:address/balance',
  params: v.object({ address }),
  query: query({
    currency,
    chainId: v.optional(networkId),
    /** Tokens to read again from the chain, past every cache: CAIP-10, the native one as 0xeeee…eeee. */
    forceUpdate: v.optional(queryList(accountId, bounds.forceUpdate)),
  }),
  response: v.strictObject({ balances: v.array(v.union([eip155Holding, solanaHolding, nativeHolding])) }),
  // Other gateways send SPL mints bare or as CAIP-10, and leave out what they do not know.
  accepts: v.looseObject({
    balances: v.array(
      v.looseObject({
        name: v.string(),
        symbol: v.string(),
        chainId: v.optional(v.string()),
        address: v.optional(v.string()),
        value: v.nullish(v.number()),
        price: v.number(),
        quantity: v.looseObject({ decimals: v.string(), numeric: v.string() }),
        iconUrl: v.nullish(v.string(), ''),
      }),
    ),
  }),
  errors: ['address', 'chain', 'namespace', 'currency', 'chainUnavailable'],
})

/** Prices all addresses and keeps their order; one that cannot be priced is left out. */
export const price = defineEndpoint({
  rule: 'S7-08',
  method: 'POST',
  path: '/v1/fungible/price',
  query: plainQuery,
  body: v.object({
    currency,
    addresses: listOf(accountId, bounds.priceAddresses, 1),
    projectId: v.optional(text(bounds.identifier)),
  }),
  response: v.strictObject({
    fungibles: v.array(
      v.strictObject({
        address: accountId,
        name: text(),
        symbol: text(),
        iconUrl: imageUrl,
        /** A JSON number on this wire. */
        price: displayNumber,
        decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
      }),
    ),
  }),
  accepts: v.looseObject({
    fungibles: v.array(
      v.looseObject({
        address: v.optional(v.string()),
        name: v.optional(v.string()),
        symbol: v.string(),
        iconUrl: v.nullish(v.string(), ''),
        price: v.number(),
        decimals: v.optional(v.number()),
      }),
    ),
  }),
  errors: ['address', 'asset', 'currency', 'unavailable'],
})
