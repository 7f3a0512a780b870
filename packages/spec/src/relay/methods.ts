/** What clients ask of the relay and what it pushes to them. */
import * as v from 'valibot'
import { relayBounds } from './bounds.js'

/** 64 lower-case hex digits. */
export const topic = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Expected a topic'))
const subscriptionId = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** An opaque envelope; the relay cannot read it. */
const message = v.pipe(v.string(), v.minLength(1), v.maxLength(relayBounds.payloadBytes))
/** Seconds. Out of bounds is told by name (TtlTooShort, TtlTooLong), so the schema only asks for a whole number. */
const ttl = v.pipe(v.number(), v.safeInteger())
const tag = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0xffffffff))
const attestation = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(16 * 1024))))

/* @__NO_SIDE_EFFECTS__ */
function batch<item extends v.GenericSchema>(item: item) {
  // The length before the items: of a frame with a million entries none is read.
  return v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(relayBounds.batch), v.array(item))
}

/**
 * Clients put chain ids, method names, transaction hashes and accounts beside the ciphertext, in clear. The relay has
 * no use for them: unknown fields are dropped here, so that they are neither stored nor logged.
 */
const publication = v.object({
  topic,
  message,
  ttl,
  tag,
  prompt: v.optional(v.boolean(), false),
  attestation,
})

const stored = v.strictObject({
  topic,
  message,
  /** Milliseconds since 1970. */
  publishedAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  tag,
  /** An empty text tells a wallet not to ask a verify server. */
  attestation,
})

const page = v.strictObject({ messages: v.array(stored), hasMore: v.boolean() })
const done = v.literal(true)
const topicOnly = v.object({ topic })
const topicsOnly = v.object({ topics: batch(topic) })

export interface RelayMethodEntry {
  readonly params: v.GenericSchema
  readonly result: v.GenericSchema
  /** Who asks: a client, or the relay itself when it pushes. */
  readonly from: 'client' | 'relay'
}

export const relayMethods = {
  irn_publish: { from: 'client', params: publication, result: done },
  irn_batchPublish: { from: 'client', params: v.object({ messages: batch(publication) }), result: done },
  irn_subscribe: { from: 'client', params: topicOnly, result: subscriptionId },
  irn_batchSubscribe: { from: 'client', params: topicsOnly, result: v.array(subscriptionId) },
  irn_subscribeBlocking: { from: 'client', params: topicOnly, result: subscriptionId },
  irn_batchSubscribeBlocking: {
    from: 'client',
    params: topicsOnly,
    result: v.array(
      v.union([
        v.strictObject({ id: subscriptionId }),
        v.strictObject({ error: v.strictObject({ code: v.number(), message: v.string() }) }),
      ]),
    ),
  },
  /** The id is ignored: a connection has one subscription a topic. */
  irn_unsubscribe: {
    from: 'client',
    params: v.object({ topic, id: v.optional(subscriptionId) }),
    result: done,
  },
  irn_batchUnsubscribe: {
    from: 'client',
    params: v.object({ subscriptions: batch(v.object({ topic, id: v.optional(subscriptionId) })) }),
    result: done,
  },
  irn_fetchMessages: { from: 'client', params: topicOnly, result: page },
  irn_batchFetchMessages: { from: 'client', params: topicsOnly, result: page },
  irn_batchReceive: {
    from: 'client',
    params: v.object({
      receipts: batch(
        v.union([
          v.object({ topic, messageId: subscriptionId }),
          // Older services write the key so.
          v.pipe(
            v.object({ topic, message_id: subscriptionId }),
            v.transform(({ topic, message_id }) => ({ topic, messageId: message_id })),
          ),
        ]),
      ),
    }),
    result: done,
  },
  wc_createTopic: { from: 'client', params: topicOnly, result: done },
  /** Subscribes the caller to the pairing topic, then publishes the proposal there (tag 1100). */
  wc_proposeSession: {
    from: 'client',
    params: v.object({ pairingTopic: topic, sessionProposal: message, ttl: v.optional(ttl), attestation }),
    result: done,
  },
  /**
   * Subscribes the caller to the session topic, publishes the settlement there (1102), and only then the response on
   * the pairing topic (1101): the settlement must be waiting when the other side subscribes.
   */
  wc_approveSession: {
    from: 'client',
    params: v.object({
      pairingTopic: topic,
      sessionTopic: topic,
      sessionProposalResponse: message,
      sessionSettlementRequest: message,
      ttl: v.optional(ttl),
    }),
    result: done,
  },
  /** A push. The client's answer `true` is the acknowledgement. */
  irn_subscription: {
    from: 'relay',
    params: v.strictObject({ id: subscriptionId, data: stored }),
    result: done,
  },
} as const satisfies Record<string, RelayMethodEntry>

export type RelayMethod = keyof typeof relayMethods
export type RelayParams<method extends RelayMethod> = v.InferOutput<(typeof relayMethods)[method]['params']>
export type RelayResult<method extends RelayMethod> = v.InferOutput<(typeof relayMethods)[method]['result']>

/** Methods of the protocol that this relay refuses with InvalidMethod: push webhooks. */
export const refusedRelayMethods = ['irn_watchRegister', 'irn_watchUnregister'] as const

/** Older names of the `irn_` methods. */
export const relayPrefixes = ['irn_', 'iridium_', 'waku_'] as const

/** The method that a name, or one of its older spellings, stands for. */
export function relayMethod(name: string): RelayMethod | undefined {
  const prefix = relayPrefixes.find((known) => name.startsWith(known))
  const canonical = prefix ? `irn_${name.slice(prefix.length)}` : name
  return isRelayMethod(canonical) ? canonical : undefined
}

function isRelayMethod(name: string): name is RelayMethod {
  return Object.hasOwn(relayMethods, name)
}

/** A frame from a client. The id is for logs only: answer with the token that `idTokens` found in the text. */
export const relayRequest = v.object({
  id: v.union([v.pipe(v.string(), v.regex(/^\d{1,32}$/, 'Expected a numeric id')), v.number()]),
  jsonrpc: v.literal('2.0'),
  method: v.pipe(v.string(), v.maxLength(64)),
  params: v.optional(v.record(v.string(), v.unknown()), {}),
})

/** True for the id tokens that clients of the protocol make; smaller numbers are refused with InvalidRequestId. */
export function isRequestIdToken(token: string | undefined): boolean {
  const digits = /^"?([1-9]\d{0,31})"?$/.exec(token ?? '')?.[1]
  return digits !== undefined && BigInt(digits) >= BigInt(relayBounds.requestIdMin)
}
