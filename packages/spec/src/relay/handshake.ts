/** How a client opens the relay connection, and what its token must say. */
import * as v from 'valibot'
import { relayBounds } from './bounds.js'
import { type AuthFailureKind, authFailureText } from './errors.js'

const identifier = v.optional(v.pipe(v.string(), v.maxLength(256)))

/** The query of the upgrade request. The token may come as `Authorization: Bearer` instead. */
export const relayQuery = v.object({
  auth: v.optional(v.pipe(v.string(), v.maxLength(relayBounds.jwt))),
  projectId: identifier,
  ua: identifier,
  /** Asks for refusals as a close event, which a browser can read, instead of a failed upgrade, which it cannot. */
  useOnCloseEvent: v.optional(v.picklist(['true', 'false'])),
  /** What native apps send in place of an Origin. */
  packageName: identifier,
  bundleId: identifier,
})

export const jwtHeader = v.strictObject({ alg: v.literal('EdDSA'), typ: v.literal('JWT') })

/** Seconds. */
const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const jwtClaims = v.object({
  /** `did:key` of the client's Ed25519 key: the multicodec ed01 always encodes to this beginning. */
  iss: v.pipe(v.string(), v.regex(/^did:key:z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/, 'Expected an Ed25519 did:key')),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  aud: v.pipe(v.string(), v.minLength(1), v.maxLength(2048)),
  iat: time,
  exp: v.optional(time),
  act: v.optional(v.literal('client_auth')),
})
export type JwtClaims = v.InferOutput<typeof jwtClaims>

export interface JwtRefusal {
  readonly kind: AuthFailureKind
  readonly text: string
}

/** Seconds that a token may live at most, whatever it says. */
const longestLife = 30 * relayBounds.jwtLifetime

/** When a token ends: one that does not say lives as long as those of the clients that do. */
function endOf({ iat, exp = iat + relayBounds.jwtLifetime }: JwtClaims): number {
  return Math.min(exp, iat + longestLife)
}

/**
 * Times and audience of a token whose signature has been checked. `now` is in seconds; no audiences means any, so that a
 * token for another relay is good here too.
 */
export function refuseClaims(
  claims: JwtClaims,
  { now, audiences }: { readonly now: number; readonly audiences?: readonly string[] },
): JwtRefusal | undefined {
  const leeway = relayBounds.jwtLeeway
  const exp = endOf(claims)
  if (now - leeway > exp) return { kind: 'jwt-expired', text: authFailureText('jwt-expired', { exp }) }
  if (now + leeway < claims.iat) {
    const context = { iat: claims.iat, latest: now + leeway, leeway }
    return { kind: 'jwt-early', text: authFailureText('jwt-early', context) }
  }
  if (audiences && !audiences.some((allowed) => trimSlash(allowed) === trimSlash(claims.aud))) {
    return { kind: 'jwt-audience', text: authFailureText('jwt-audience', {}) }
  }
  return undefined
}

/** Clients repeat the URL they were given, with or without its last slash. */
function trimSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}
