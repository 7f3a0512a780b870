/** What an account did: the pages of its transaction history. */
import * as v from 'valibot'
import { currency } from './balances.js'
import { bounds } from './bounds.js'
import { defineEndpoint, query } from './endpoint.js'
import {
  address,
  decimalAmount,
  displayNumber,
  imageUrl,
  networkId,
  text,
  timestamp,
  webUrl,
} from './fields.js'

export const operationTypes = [
  'send',
  'receive',
  'trade',
  'approve',
  'deposit',
  'withdraw',
  'mint',
  'burn',
  'execute',
  'deploy',
  'claim',
  'stake',
  'unstake',
  'borrow',
  'repay',
  'buy',
  'close',
] as const
export type OperationType = (typeof operationTypes)[number]

const nftMedia = v.nullish(v.strictObject({ url: v.nullable(webUrl), content_type: v.nullish(text()) }))

const nftInfo = v.strictObject({
  name: v.nullish(v.pipe(v.string(), v.maxLength(bounds.text))),
  content: v.nullish(v.strictObject({ preview: nftMedia, detail: nftMedia })),
  flags: v.strictObject({ is_spam: v.boolean() }),
})

const fungibleInfo = v.strictObject({
  name: v.nullish(v.pipe(v.string(), v.maxLength(bounds.text))),
  symbol: v.nullish(v.pipe(v.string(), v.maxLength(bounds.text))),
  icon: v.nullish(v.strictObject({ url: imageUrl })),
})

/** `value` and `price` are JSON numbers on this wire, for display; the amount that moved is `quantity.numeric`. */
export const transfer = v.pipe(
  v.strictObject({
    fungible_info: v.nullable(fungibleInfo),
    nft_info: v.nullable(nftInfo),
    direction: v.picklist(['in', 'out', 'self']),
    quantity: v.strictObject({ numeric: decimalAmount }),
    value: v.nullable(displayNumber),
    price: v.nullable(displayNumber),
  }),
  v.check((item) => item.fungible_info !== null || item.nft_info !== null, 'A transfer names what moved'),
)

const historyMetadata = {
  operationType: v.picklist(operationTypes),
  /** Transaction hash (eip155), signature (solana) or order id (on-ramp). */
  hash: text(bounds.address),
  minedAt: timestamp,
  sentFrom: v.pipe(v.string(), v.maxLength(bounds.address)),
  /** Empty for a contract creation. */
  sentTo: v.pipe(v.string(), v.maxLength(bounds.address)),
  status: v.picklist(['confirmed', 'failed', 'pending']),
  /** A sequence number, so a JSON number. Solana has none and sends 0. */
  nonce: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  application: v.nullish(v.strictObject({ name: v.nullish(text()), iconUrl: v.nullish(imageUrl) })),
  // Clients drop an item whose chain is not the one in view, so ours is never null.
  chain: networkId,
}

export const historyItem = v.strictObject({
  id: text(),
  metadata: v.strictObject(historyMetadata),
  // Never empty and never null: a client of this wire drops the item in the first case and loses the page in the
  // second. An approval or a bare call carries one transfer of "0" with direction "self".
  transfers: v.pipe(v.array(transfer), v.minLength(1), v.maxLength(bounds.transfers)),
})

const looseMedia = v.nullish(v.looseObject({ url: v.nullish(v.string()) }))

/** Transfers may be missing or null in another gateway's answer; they read as none. */
const acceptedItem = v.looseObject({
  id: v.string(),
  metadata: v.looseObject({
    operationType: v.string(),
    hash: v.nullish(v.string()),
    minedAt: v.string(),
    sentFrom: v.nullish(v.string(), ''),
    sentTo: v.nullish(v.string(), ''),
    status: v.picklist(['confirmed', 'failed', 'pending']),
    nonce: v.nullish(v.number()),
    chain: v.nullish(v.string()),
  }),
  transfers: v.nullish(
    v.array(
      v.looseObject({
        fungible_info: v.nullish(
          v.looseObject({
            name: v.nullish(v.string()),
            symbol: v.nullish(v.string()),
            icon: v.nullish(v.looseObject({ url: v.nullish(v.string()) })),
          }),
        ),
        nft_info: v.nullish(
          v.looseObject({
            name: v.nullish(v.string()),
            content: v.nullish(v.looseObject({ preview: looseMedia, detail: looseMedia })),
            flags: v.nullish(v.looseObject({ is_spam: v.optional(v.boolean(), false) })),
          }),
        ),
        direction: v.string(),
        quantity: v.looseObject({ numeric: v.string() }),
        value: v.nullish(v.number()),
        price: v.nullish(v.number()),
      }),
    ),
    [],
  ),
})

/** A network id, or the bare number that eip155 callers may send. */
const historyNetworkId = v.union([
  networkId,
  v.pipe(
    v.string(),
    v.regex(/^\d{1,32}$/, 'Expected a network id'),
    v.transform((reference) => `eip155:${reference}`),
  ),
])

export const history = defineEndpoint({
  rule: 'S7-04',
  method: 'GET',
  path: '/v1/account/:account/history',
  params: v.object({ account: address }),
  query: query({
    chainId: v.optional(historyNetworkId),
    cursor: v.optional(text(bounds.cursor)),
    currency: v.optional(currency, 'usd'),
    /** Purchases with this on-ramp instead of what happened on networks. */
    onramp: v.optional(v.picklist(['coinbase', 'meld', 'moonpay', 'sandbox', 'transak'])),
  }),
  response: v.strictObject({
    data: v.pipe(v.array(historyItem), v.maxLength(bounds.historyPage)),
    next: v.nullable(text(bounds.cursor)),
    /** How far back the answer really looks; other clients ignore it. */
    meta: v.optional(
      v.strictObject({
        completeness: v.picklist(['full', 'logs-only', 'partial']),
        oldestBlock: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      }),
    ),
  }),
  accepts: v.looseObject({
    data: v.array(acceptedItem),
    next: v.nullish(v.string(), null),
    meta: v.optional(v.looseObject({ completeness: v.optional(v.string()) })),
  }),
  errors: ['address', 'chain', 'namespace', 'provider', 'unavailable'],
})
