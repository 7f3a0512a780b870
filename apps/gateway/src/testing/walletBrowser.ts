/** A browser of the embedded wallet, as far as its server sees it: a key, proofs with it, cookies, and an access token. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import {
  type SessionAnswer,
  thumbprintText,
  type WalletRouteName,
  walletApiBase,
  walletRoutes,
} from '@latchkey/spec/walletApi'

export interface WalletAnswer {
  readonly status: number
  /** The body as JSON; tests look into it with `toMatchObject`. */
  readonly body: Record<string, unknown> & {
    readonly error?: { readonly code: string; readonly left?: number }
  }
  readonly headers: Headers
}

export interface AskOptions {
  readonly body?: unknown
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Changes what the proof says, for tests that lie. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** A proof made before, whole. */
  readonly proof?: string
}

export interface WalletBrowser {
  readonly jkt: string
  readonly cookies: Map<string, string>
  session: SessionAnswer | undefined
  ask(name: WalletRouteName, options?: AskOptions): Promise<WalletAnswer>
  /** The proof of a call, without making it. */
  prove(name: WalletRouteName, options?: AskOptions): string
}

export function createWalletBrowser(
  origin: string,
  defaults: Readonly<Record<string, string>> = {},
  /** Where the server listens, where a proxy would stand before it. */
  server: string = origin,
): WalletBrowser {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  let nonce: string | undefined

  function pathOf(name: WalletRouteName, params: Readonly<Record<string, string>> = {}): string {
    const path = walletRoutes[name].path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '')
    return `${walletApiBase}${path}`
  }

  const browser: WalletBrowser = {
    jkt: digest(thumbprintText({ x, y })),
    cookies: new Map(),
    session: undefined,

    prove(name, options = {}) {
      const { method, proof } = walletRoutes[name]
      const access = proof === 'session' ? browser.session?.access : undefined
      const claims = {
        htm: method,
        htu: `${origin}${pathOf(name, options.params)}`,
        iat: Math.floor(Date.now() / 1000),
        jti: randomBytes(16).toString('base64url'),
        ...(nonce === undefined ? {} : { nonce }),
        ...(access === undefined ? {} : { ath: digest(access) }),
        ...options.claims,
      }
      const head = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...options.header })
      const text = `${head}.${encode(claims)}`
      const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `${text}.${signature.toString('base64url')}`
    },

    async ask(name, options = {}) {
      const route = walletRoutes[name]
      const search = options.query ? `?${new URLSearchParams(options.query)}` : ''
      const send = async () => {
        const access = route.proof === 'session' ? browser.session?.access : undefined
        const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
        const answer = await fetch(`${server}${pathOf(name, options.params)}${search}`, {
          method: route.method,
          headers: {
            origin,
            'content-type': 'application/json',
            ...(cookie ? { cookie } : {}),
            ...(route.proof === 'none' ? {} : { dpop: options.proof ?? browser.prove(name, options) }),
            ...(access === undefined ? {} : { authorization: `DPoP ${access}` }),
            ...defaults,
            ...options.headers,
          },
          ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        })
        nonce = answer.headers.get('dpop-nonce') ?? nonce
        for (const line of answer.headers.getSetCookie()) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          if (value === '') browser.cookies.delete(key)
          else browser.cookies.set(key, value)
        }
        const body = (await answer.json()) as WalletAnswer['body'] // JSON objects, as the contract has them
        return { status: answer.status, body, headers: answer.headers }
      }
      const first = await send()
      const isTold = first.body.error?.code === 'USE_DPOP_NONCE'
      const answer = isTold && !options.claims && !options.proof ? await send() : first
      if (typeof answer.body.access === 'string') browser.session = answer.body as unknown as SessionAnswer // parsed by the server
      return answer
    },
  }
  return browser
}
