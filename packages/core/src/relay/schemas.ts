/** Shapes of what wallets send inside envelopes, and of what is kept between page loads. Everything is bounded. */
import { signBounds, topic } from '@latchkey/spec/relay'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.maxLength(signBounds.text))
const texts = v.pipe(v.array(text), v.maxLength(signBounds.namespaceItems))
/** 32 bytes as hex; topics are written the same way. */
const key = topic
const requestId = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Seconds since 1970. */
const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** An image that a page may show without running anything. */
const icon = v.pipe(text, v.regex(/^(https?:\/\/|data:image\/|ipfs:\/\/)/))

/** A wallet that describes itself badly is still a wallet, so each field falls back. */
const walletSchema = v.object({
  name: v.fallback(v.pipe(text, v.trim(), v.minLength(1)), 'Wallet'),
  description: v.fallback(text, ''),
  url: v.fallback(text, ''),
  icons: v.fallback(v.pipe(v.array(icon), v.maxLength(8)), []),
  redirect: v.fallback(
    v.optional(v.object({ native: v.optional(text), universal: v.optional(text) })),
    undefined,
  ),
})

const namespaceSchema = v.object({
  accounts: texts,
  methods: texts,
  events: texts,
  chains: v.optional(texts),
})

export const namespacesSchema = v.pipe(
  v.record(text, namespaceSchema),
  v.check((value) => Object.keys(value).length <= signBounds.namespaces),
)
export type SessionNamespaces = v.InferOutput<typeof namespacesSchema>

const properties = v.optional(v.record(v.string(), v.unknown()))

export const sessionSchema = v.object({
  topic,
  key,
  wallet: walletSchema,
  namespaces: namespacesSchema,
  /** What the wallet told about itself beyond the namespaces. */
  properties,
  expiry: time,
  /** The newest update that was applied: an older one that comes late must not undo it. */
  lastUpdate: requestId,
  /** Namespaces of the page that use it; it ends with the last of them. */
  usedBy: texts,
  /** Requests of the wallet that were heard. */
  seen: v.pipe(v.array(requestId), v.maxLength(signBounds.seenRequests)),
})
export type Session = v.InferOutput<typeof sessionSchema>

export const sessionsSchema = v.pipe(v.array(sessionSchema), v.maxLength(signBounds.sessions))

const participant = v.object({ publicKey: key, metadata: walletSchema })

/** What a wallet answers to a proposal. */
export const proposalResult = v.object({ responderPublicKey: key })

export const authResult = v.object({
  cacaos: v.pipe(
    v.array(
      v.object({
        h: v.object({ t: text }),
        p: v.looseObject({
          iss: text,
          aud: text,
          domain: text,
          version: text,
          nonce: text,
          iat: text,
          nbf: v.optional(text),
          exp: v.optional(text),
          requestId: v.optional(text),
          statement: v.optional(text),
          resources: v.optional(v.nullable(v.pipe(v.array(v.string()), v.maxLength(64)))),
        }),
        s: v.looseObject({ t: text, s: v.pipe(v.string(), v.maxLength(64 * 1024)) }),
      }),
    ),
    v.minLength(1),
    v.maxLength(signBounds.namespaceItems),
  ),
  responder: participant,
})
export type Cacao = v.InferOutput<typeof authResult>['cacaos'][number]

/** What wallets ask of a page. */
export const walletRequests = {
  wc_sessionSettle: v.object({
    namespaces: namespacesSchema,
    controller: participant,
    expiry: time,
    sessionProperties: v.fallback(properties, undefined),
  }),
  wc_sessionUpdate: v.object({ namespaces: namespacesSchema }),
  wc_sessionExtend: v.object({ expiry: v.optional(time) }),
  wc_sessionEvent: v.object({
    event: v.object({ name: text, data: v.optional(v.unknown()) }),
    chainId: text,
  }),
  wc_sessionDelete: v.object({ code: v.optional(v.number()), message: v.optional(text) }),
  wc_sessionPing: v.optional(v.unknown()),
} as const

export const payloadSchema = v.union([
  v.object({ id: requestId, method: text, params: v.optional(v.unknown()) }),
  v.object({
    id: requestId,
    error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  }),
  v.object({ id: requestId, result: v.unknown() }),
])
export type Payload = v.InferOutput<typeof payloadSchema>
