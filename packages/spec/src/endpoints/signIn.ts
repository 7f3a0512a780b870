/** Sign-in with the wallet, kept by the gateway: nonce, proof and session. */
import * as v from 'valibot'
import { minutes } from '../limits.js'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import {
  accountId,
  boundedRecord,
  listOf,
  networkId,
  queryFlag,
  text,
  timestamp,
  unixSeconds,
  webUrl,
} from './fields.js'

const bearer = v.pipe(
  v.string(),
  v.maxLength(bounds.message),
  v.regex(/^Bearer [A-Za-z0-9._~+/=-]+$/, 'Expected a bearer token'),
)
const jwt = v.pipe(
  v.string(),
  v.maxLength(bounds.message),
  v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'Expected a token'),
)
/** Names a session and proves that one has it: used once. */
const refreshToken = v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}\.[\w-]{43}$/, 'Expected a refresh token'))

/** The nonce is stored and burned at first use; `token` only names it. */
export const authNonce = defineEndpoint({
  rule: 'S1-04',
  method: 'GET',
  path: '/auth/v1/nonce',
  query: plainQuery,
  response: v.strictObject({
    nonce: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{8,128}$/, 'Expected a nonce')),
    token: jwt,
  }),
  accepts: v.looseObject({ nonce: v.string(), token: v.optional(v.string()) }),
  errors: [],
})

/** S3-13: what the message says, field by field. */
export const signInData = v.object({
  accountAddress: text(bounds.address),
  chainId: networkId,
  uri: webUrl,
  version: text(16),
  domain: text(255),
  nonce: text(bounds.identifier),
  issuedAt: v.optional(timestamp),
  expirationTime: v.optional(timestamp),
  notBefore: v.optional(timestamp),
  requestId: v.optional(text()),
  resources: v.optional(listOf(text(bounds.url), 32)),
  statement: v.optional(text(1024)),
})

/** Who a session token speaks for. */
export const sessionClaims = v.strictObject({
  sub: accountId,
  address: text(bounds.address),
  chainId: v.union([text(64), v.number()]),
  chainNamespace: text(8),
  caip2Network: networkId,
  uri: webUrl,
  domain: text(255),
  nonce: text(bounds.identifier),
  iat: unixSeconds,
  exp: unixSeconds,
})

const proof = {
  message: text(bounds.message),
  signature: text(2 + 2 * bounds.signatureBytes),
}
const opened = v.strictObject({ token: jwt, refreshToken })

/**
 * A wallet that signs while it connects signs one message a network, all with one nonce. `others` are those beyond the
 * first: of the same account, on other networks. Each that verifies opens a session of its own; `null` stands for the rest.
 */
export const authenticate = defineEndpoint({
  rule: 'S1-04',
  method: 'POST',
  path: '/auth/v1/authenticate',
  query: plainQuery,
  headers: v.object({ 'x-nonce-jwt': bearer }),
  body: v.object({
    data: v.optional(signInData),
    ...proof,
    others: v.optional(listOf(v.object(proof), bounds.signInNetworks)),
    clientId: v.nullish(text(bounds.identifier)),
    walletInfo: v.optional(boundedRecord),
  }),
  response: v.strictObject({
    ...opened.entries,
    others: v.optional(listOf(v.nullable(opened), bounds.signInNetworks)),
  }),
  accepts: v.looseObject({
    token: v.string(),
    refreshToken: v.optional(v.string()),
    others: v.optional(
      listOf(
        v.nullable(v.object({ token: v.string(), refreshToken: v.optional(v.string()) })),
        bounds.signInNetworks,
      ),
    ),
  }),
  errors: ['nonce', 'signature', 'chainUnavailable'],
})

/**
 * A new token for an old session. Each refresh token is used once; one that comes again ends the session, except within
 * the moment in which two tabs may have sent the same one, or somebody asks again whose answer was lost: they are told
 * the same refresh token.
 */
export const authRefresh = defineEndpoint({
  rule: 'S1-04',
  method: 'POST',
  path: '/auth/v1/refresh',
  query: plainQuery,
  body: v.object({ refreshToken }),
  response: v.strictObject({ token: jwt, refreshToken }),
  accepts: v.looseObject({ token: v.string(), refreshToken: v.optional(v.string()) }),
  errors: ['token'],
})

/** The public keys of session tokens (RFC 7517), for servers that check them on their own. */
export const authKeys = defineEndpoint({
  rule: 'S1-04',
  method: 'GET',
  path: '/auth/v1/keys',
  query: plainQuery,
  response: v.strictObject({
    keys: listOf(
      v.strictObject({
        kty: v.literal('OKP'),
        crv: v.literal('Ed25519'),
        alg: v.literal('EdDSA'),
        use: v.literal('sig'),
        kid: text(64),
        x: text(64),
      }),
      4,
    ),
  }),
  accepts: v.looseObject({ keys: v.array(v.looseObject({ kid: v.string(), x: v.string() })) }),
  errors: [],
  cache: { maxAge: minutes(5) },
})

export const authSession = defineEndpoint({
  rule: 'S1-04',
  method: 'GET',
  path: '/auth/v1/me',
  query: query({ includeAppKitAccount: v.optional(queryFlag) }),
  headers: v.object({ authorization: bearer }),
  response: v.strictObject({
    ...sessionClaims.entries,
    appKitAccount: v.optional(
      v.strictObject({
        uuid: text(64),
        created_at: timestamp,
        updated_at: v.nullable(timestamp),
        metadata: v.nullable(v.record(v.string(), v.unknown())),
      }),
    ),
  }),
  accepts: v.looseObject({
    address: v.string(),
    caip2Network: v.optional(v.string()),
    chainId: v.optional(v.union([v.string(), v.number()])),
  }),
  errors: ['token'],
})

/** Notes that the app keeps with an account. */
export const authMetadata = defineEndpoint({
  rule: 'S1-04',
  method: 'PUT',
  path: '/auth/v1/account-metadata',
  query: plainQuery,
  headers: v.object({ authorization: bearer }),
  body: v.object({ metadata: v.nullable(boundedRecord) }),
  response: v.strictObject({ metadata: v.nullable(v.record(v.string(), v.unknown())) }),
  accepts: v.unknown(),
  errors: ['token'],
})

export const authSignOut = defineEndpoint({
  rule: 'S1-04',
  method: 'POST',
  path: '/auth/v1/sign-out',
  query: plainQuery,
  headers: v.object({ authorization: bearer }),
  response: v.strictObject({ success: v.literal(true) }),
  accepts: v.unknown(),
  errors: ['token'],
})
