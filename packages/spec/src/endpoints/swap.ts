/** Swaps on eip155, and on solana where somebody quotes: of what, for how much, and the transactions that do it. */
import * as v from 'valibot'
import { hours, limits } from '../limits.js'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import {
  accountId,
  address,
  decimalAmount,
  eip155AccountId,
  eip155NetworkId,
  hex,
  imageUrl,
  integerAmount,
  networkId,
  text,
  unixSeconds,
} from './fields.js'

/** Source, destination and user must be on one network; a swap does not bridge. */
function sharesNetwork(...ids: readonly string[]): boolean {
  return new Set(ids.map((id) => id.slice(0, id.lastIndexOf(':')))).size === 1
}
const oneNetwork = 'All accounts must be on the same network'
/** An exchange would have to be called otherwise: nobody should believe that the approval may be left out. */
const noPermit = 'A permit is not passed on: approve the token, as build-approve writes it'
const noTerms = 'The slippage is missing, under the name of the namespace'

/** Percent, 0.1 to 5 (D-16): a ratio, so a JSON number. */
const slippage = v.pipe(
  v.number(),
  v.minValue(/* @__PURE__ */ Number(limits.slippageMin)),
  v.maxValue(/* @__PURE__ */ Number(limits.slippageMax)),
)

export const swapTokens = defineEndpoint({
  rule: 'S7-07',
  method: 'GET',
  path: '/v1/convert/tokens',
  query: query({ chainId: networkId, address: v.optional(address) }),
  response: v.strictObject({
    tokens: v.array(
      v.strictObject({
        name: text(),
        symbol: text(),
        /** CAIP-10; the native token is listed under 0xeeee…eeee. */
        address: accountId,
        decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
        logoUri: v.nullable(imageUrl),
        eip2612: v.boolean(),
      }),
    ),
  }),
  accepts: v.looseObject({
    tokens: v.array(
      v.looseObject({
        name: v.string(),
        symbol: v.string(),
        address: v.string(),
        decimals: v.number(),
        logoUri: v.nullish(v.string(), null),
        eip2612: v.optional(v.boolean(), false),
      }),
    ),
  }),
  errors: ['chain', 'unavailable'],
  cache: { maxAge: hours(1) },
})

export const swapQuotes = defineEndpoint({
  rule: 'S7-06',
  method: 'GET',
  path: '/v1/convert/quotes',
  query: v.pipe(
    query({
      amount: integerAmount,
      from: accountId,
      to: accountId,
      gasPrice: v.optional(integerAmount),
      /** Some clients send it bare. */
      userAddress: v.optional(v.union([accountId, address])),
    }),
    v.check(({ from, to }) => sharesNetwork(from, to), oneNetwork),
  ),
  response: v.strictObject({
    quotes: v.array(
      v.strictObject({
        id: v.nullable(text()),
        fromAmount: integerAmount,
        fromAccount: accountId,
        toAmount: integerAmount,
        toAccount: accountId,
        /** D-16: when the quote ends, the least that arrives at 1 %, and the price impact in percent. */
        expiry: v.optional(unixSeconds),
        minimumToAmount: v.optional(integerAmount),
        priceImpact: v.optional(decimalAmount),
      }),
    ),
  }),
  accepts: v.looseObject({
    quotes: v.array(
      v.looseObject({
        id: v.nullish(v.string(), null),
        toAmount: v.string(),
        expiry: v.optional(v.number()),
        minimumToAmount: v.optional(v.string()),
        priceImpact: v.optional(v.string()),
      }),
    ),
  }),
  errors: ['chain', 'address', 'asset', 'unavailable'],
})

export const swapAllowance = defineEndpoint({
  rule: 'S7-09',
  method: 'GET',
  path: '/v1/convert/allowance',
  query: v.pipe(
    query({ tokenAddress: eip155AccountId, userAddress: eip155AccountId }),
    v.check(({ tokenAddress, userAddress }) => sharesNetwork(tokenAddress, userAddress), oneNetwork),
  ),
  response: v.strictObject({ allowance: integerAmount }),
  accepts: v.looseObject({ allowance: integerAmount }),
  errors: ['chain', 'address', 'unavailable'],
})

/** Wei as text. solana never asks: its fee comes from the connection. */
export const swapGasPrice = defineEndpoint({
  rule: 'S7-10',
  method: 'GET',
  path: '/v1/convert/gas-price',
  query: query({ chainId: eip155NetworkId }),
  response: v.strictObject({ standard: integerAmount, fast: integerAmount, instant: integerAmount }),
  accepts: v.looseObject({
    standard: integerAmount,
    fast: v.optional(integerAmount),
    instant: v.optional(integerAmount),
  }),
  errors: ['chain', 'unavailable'],
})

export const swapTransaction = defineEndpoint({
  rule: 'S7-11',
  method: 'POST',
  path: '/v1/convert/build-transaction',
  query: plainQuery,
  body: v.pipe(
    v.object({
      projectId: v.optional(text(bounds.identifier)),
      amount: integerAmount,
      from: accountId,
      to: accountId,
      userAddress: accountId,
      eip155: v.optional(v.object({ slippage, permit: v.optional(v.never(noPermit)) })),
      solana: v.optional(v.object({ slippage })),
      /** Changes nothing: a swap that would fail is refused either way (S7-11), and its gas is what the trial cost. */
      disableEstimate: v.optional(v.boolean()),
    }),
    v.check(({ from, to, userAddress }) => sharesNetwork(from, to, userAddress), oneNetwork),
    v.check(
      ({ from, eip155, solana }) => (from.startsWith('solana:') ? solana : eip155) !== undefined,
      noTerms,
    ),
  ),
  response: v.strictObject({
    tx: v.union([
      v.strictObject({
        from: eip155AccountId,
        to: eip155AccountId,
        data: hex(),
        amount: integerAmount,
        eip155: v.strictObject({ gas: integerAmount, gasPrice: integerAmount }),
      }),
      /** `data`: a transaction to sign, base64; `least`: what arrives at least. */
      v.strictObject({
        from: accountId,
        data: text(bounds.message),
        amount: integerAmount,
        solana: v.strictObject({ least: integerAmount, requestId: text(bounds.identifier) }),
      }),
    ]),
  }),
  accepts: v.looseObject({
    tx: v.looseObject({
      from: v.string(),
      to: v.string(),
      data: hex(),
      amount: integerAmount,
      eip155: v.nullish(v.looseObject({ gas: v.nullish(integerAmount), gasPrice: v.nullish(integerAmount) })),
    }),
  }),
  errors: ['chain', 'address', 'asset', 'unavailable'],
})

/**
 * `from` and `to` are the source and the destination token, and clients of this wire call the address they find in
 * `tx.from`: it echoes the request's `from`, the token to approve, and never the user. Without `amount` the approval
 * is unlimited, because such clients never send one; ours always does (D-16) and checks the answer's calldata.
 */
export const swapApproval = defineEndpoint({
  rule: 'S7-12',
  method: 'GET',
  path: '/v1/convert/build-approve',
  query: v.pipe(
    query({
      from: eip155AccountId,
      to: eip155AccountId,
      userAddress: eip155AccountId,
      amount: v.optional(integerAmount),
    }),
    v.check(({ from, to, userAddress }) => sharesNetwork(from, to, userAddress), oneNetwork),
  ),
  response: v.strictObject({
    tx: v.strictObject({
      from: eip155AccountId,
      to: eip155AccountId,
      data: v.pipe(
        v.string(),
        v.regex(/^0x095ea7b3[0-9a-f]{128}$/i, 'Expected the calldata of approve(address,uint256)'),
      ),
      value: v.literal('0'),
      eip155: v.strictObject({ gasPrice: integerAmount }),
    }),
  }),
  accepts: v.looseObject({
    tx: v.looseObject({
      from: v.string(),
      to: v.string(),
      data: v.pipe(v.string(), v.regex(/^0x095ea7b3[0-9a-f]{128}$/i)),
      value: v.nullish(v.string(), '0'),
    }),
  }),
  errors: ['chain', 'address', 'unavailable'],
})
