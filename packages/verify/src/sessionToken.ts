/** Session tokens of a gateway, checked without asking it: its public keys are enough. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base64urlnopad } from '@scure/base'
import { holds, textBytes } from './bytes.js'

/** As the gateway publishes them at `/auth/v1/keys`. */
export interface SessionKeys {
  readonly keys: readonly { readonly kid: string; readonly x: string }[]
}

/** Who a token speaks for. */
export interface SessionClaims {
  /** CAIP-10. */
  readonly sub: string
  readonly address: string
  /** CAIP-2. */
  readonly caip2Network: string
  readonly domain: string
  readonly uri: string
  /** Seconds since 1970. */
  readonly iat: number
  readonly exp: number
}

export interface ReadSessionTokenInput {
  readonly token: string
  readonly keys: SessionKeys
  /** The app's own host: a token of another app of the same gateway is no token here. */
  readonly domain: string
  /** Milliseconds since 1970; now, where it is left out. */
  readonly now?: number
}

const longest = 8192

/**
 * The claims of a good token, `undefined` for anything else. A session that was signed out is good here until its token
 * ends, some minutes later; who must know at once asks the gateway (`/auth/v1/me`).
 */
export function readSessionToken(input: ReadSessionTokenInput): SessionClaims | undefined {
  const { token, keys, domain, now = Date.now() } = input
  const [head = '', body = '', signature = '', ...more] = token.length > longest ? [] : token.split('.')
  const header = decode(head)
  // The algorithm is ours to choose, never the token's.
  if (more.length > 0 || header?.alg !== 'EdDSA') return undefined
  const key = keys.keys.find(({ kid }) => kid === header.kid)
  const isSigned =
    key !== undefined &&
    holds(() =>
      ed25519.verify(
        base64urlnopad.decode(signature),
        textBytes(`${head}.${body}`),
        base64urlnopad.decode(key.x),
      ),
    )
  const claims = isSigned ? decode(body) : undefined
  if (claims?.use !== 'session' || claims.domain !== domain) return undefined
  const { sub, address, caip2Network, uri, iat, exp } = claims
  const isWhole = [sub, address, caip2Network, uri].every((each) => typeof each === 'string')
  if (!isWhole || typeof iat !== 'number' || typeof exp !== 'number' || exp * 1000 <= now) return undefined
  // Each was looked at above, and the signature says that the gateway wrote them.
  return { sub, address, caip2Network, domain, uri, iat, exp } as SessionClaims
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(base64urlnopad.decode(part)))
    return value instanceof Object ? (value as Record<string, unknown>) : undefined // any object has such keys
  } catch {
    return undefined
  }
}
