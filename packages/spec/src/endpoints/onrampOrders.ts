/** Orders of the on-ramp: how far one is, what providers say of it, and the sandbox in which nobody is charged. */
import * as v from 'valibot'
import { defineEndpoint, plainQuery } from './endpoint.js'
import { address, boundedRecord, decimalAmount, networkId, text, timestamp, uuid } from './fields.js'

const amountOf = v.strictObject({ amount: decimalAmount, currency: text(64) })

/** From a window that was opened to tokens that arrived. The last three are final. */
export const onrampStatuses = ['created', 'paid', 'delivered', 'failed', 'expired'] as const

const order = v.strictObject({
  orderId: uuid,
  serviceProvider: text(64),
  status: v.picklist(onrampStatuses),
  /** What the user pays; null until it is known. */
  payment: v.nullable(amountOf),
  /** What the user gets; null until it is known. */
  purchase: v.nullable(amountOf),
  chainId: networkId,
  address,
  /** The transaction that brings the tokens. */
  transactionHash: v.nullable(text(128)),
  /** Why it failed, or what it waits for; null when there is nothing to say. */
  reason: v.nullable(text(256)),
  createdAt: timestamp,
  updatedAt: timestamp,
})
const orderParams = v.object({ orderId: uuid })

/** How far an order is; only the project that made it is told. */
export const onrampOrder = defineEndpoint({
  rule: 'D-18',
  method: 'GET',
  path: '/v1/onramp/orders/:orderId',
  params: orderParams,
  query: plainQuery,
  response: order,
  accepts: v.looseObject({
    status: v.picklist(onrampStatuses),
    transactionHash: v.nullish(v.string(), null),
    reason: v.nullish(v.string(), null),
  }),
  errors: ['unavailable'],
})

const signatureHeader = v.optional(v.pipe(v.string(), v.maxLength(2048)))

/** A provider tells what became of an order. It is believed for its signature, once, and for nothing else. */
export const onrampWebhook = defineEndpoint({
  rule: 'D-18',
  method: 'POST',
  path: '/v1/onramp/webhooks/:provider',
  params: v.object({
    provider: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/, 'Expected the name of a provider')),
  }),
  query: plainQuery,
  headers: v.object({
    'latchkey-signature': signatureHeader,
    'moonpay-signature-v2': signatureHeader,
    'meld-signature': signatureHeader,
    'meld-signature-timestamp': signatureHeader,
    'x-hook0-signature': signatureHeader,
  }),
  body: boundedRecord,
  response: v.strictObject({ received: v.literal(true) }),
  errors: ['provider', 'signature', 'timestamp', 'payload', 'unavailable'],
})

/** The card form of the sandbox: a page that says so, and charges nobody. */
export const onrampSandboxPage = defineEndpoint({
  rule: 'D-18',
  method: 'GET',
  path: '/onramp/sandbox/:orderId',
  params: orderParams,
  response: v.string(),
  errors: ['unavailable'],
  contentType: 'text/html; charset=utf-8',
})

/** What the form sends. The sandbox knows a few made-up cards and refuses all others unread. */
export const onrampSandboxPay = defineEndpoint({
  rule: 'D-18',
  method: 'POST',
  path: '/onramp/sandbox/:orderId/pay',
  params: orderParams,
  body: v.strictObject({ card: v.pipe(v.string(), v.maxLength(32)) }),
  response: v.strictObject({ status: v.picklist(onrampStatuses) }),
  errors: ['payload', 'unavailable'],
})
