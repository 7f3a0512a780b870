/** The six providers: where they are, how they are asked, and what in their answer names a person for ever. */
import { createPrivateKey, sign } from 'node:crypto'
import { seconds } from '@latchkey/spec/limits'
import type { RedirectProvider } from '@latchkey/spec/options'
import * as oidc from 'openid-client'
import * as v from 'valibot'
import type { Clock } from '../../ports/clock.js'
import { WalletRefusal } from '../http/refusal.js'
import type { Identity } from '../users.js'
import type { ProviderSettings } from './settings.js'

export interface Asked {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Provider {
  /** Answers by a form that the browser posts; its cookie must then go along with requests of other sites. */
  readonly postsBack: boolean
  /** Where the browser is sent. */
  authorizeUrl(asked: Asked, redirectUri: string): Promise<string>
  /** Who came back. IDP where the provider fails, IDP_DENIED where the person or the provider says no. */
  identify(answer: URL, asked: Asked): Promise<Identity>
}

interface Plan {
  readonly scope: string
  /** OpenID Connect; otherwise OAuth, and a person is who the user endpoint says. */
  readonly issuer?: string
  readonly authorization?: string
  readonly token?: string
  readonly userinfo?: string
  readonly basic?: true
  readonly postsBack?: true
  readonly person?: v.GenericSchema<unknown, Person>
}

interface Person {
  readonly subject: string
  readonly userName: string | undefined
}

const id = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(/^[\w.-]{1,128}$/))]),
  v.transform(String),
)

/** A user endpoint whose answer has an id and a name under these keys. */
function personOf(nameKey: string) {
  return v.pipe(
    v.looseObject({ id }),
    v.transform((said): Person => ({ subject: said.id, userName: textOf(said[nameKey]) })),
  )
}
const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, mostName) : undefined

const plans: Readonly<Record<RedirectProvider, Plan>> = {
  google: { issuer: 'https://accounts.google.com', scope: 'openid email profile' },
  apple: { issuer: 'https://appleid.apple.com', scope: 'openid name email', postsBack: true },
  facebook: {
    authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userinfo: 'https://graph.facebook.com/v23.0/me?fields=id,name',
    scope: 'public_profile',
    person: personOf('name'),
  },
  github: {
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    userinfo: 'https://api.github.com/user',
    scope: 'read:user',
    person: personOf('login'),
  },
  x: {
    authorization: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    userinfo: 'https://api.x.com/2/users/me',
    scope: 'users.read tweet.read',
    basic: true,
    person: v.pipe(
      v.looseObject({ data: personOf('username') }),
      v.transform(({ data }) => data),
    ),
  },
  discord: {
    authorization: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    userinfo: 'https://discord.com/api/users/@me',
    scope: 'identify',
    person: personOf('username'),
  },
}

/** Stand-ins of the local world are asked without TLS. The library looks for this very function before it asks anything. */
// oxlint-disable-next-line typescript/no-deprecated -- marked so only to stand out; real providers never get here
const allowPlainHttp: (config: oidc.Configuration) => void = oidc.allowInsecureRequests

const deadline = seconds(10) / 1000
const mostName = 256

export function createProvider(input: {
  provider: RedirectProvider
  settings: ProviderSettings
  clock: Clock
  /** Stand-ins of the local world speak plain HTTP. */
  isLocal: boolean
}): Provider {
  const { provider, settings, clock, isLocal } = input
  const plan = plans[provider]
  const postsBack = plan.postsBack ?? false
  const insecure = isLocal ? { execute: [allowPlainHttp] } : {}
  let discovered: Promise<oidc.Configuration> | undefined

  function authentication(): oidc.ClientAuth {
    const secret = settings.apple ? appleSecret(settings, clock.now()) : settings.clientSecret
    if (secret === undefined) return oidc.None()
    return plan.basic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
  }

  async function configuration(): Promise<oidc.Configuration> {
    const issuer = settings.issuer ?? plan.issuer
    if (plan.issuer === undefined) return plain(issuer ?? `https://${provider}.invalid`)
    // Asked for once; a provider that was away is asked again by the next who comes.
    discovered ??= oidc
      .discovery(new URL(issuer ?? ''), settings.clientId, undefined, authentication(), {
        ...insecure,
        timeout: deadline,
      })
      .catch((cause: unknown) => {
        discovered = undefined
        throw cause
      })
    const known = await discovered
    if (!settings.apple) return known
    // Its secret is a token that ends, so that each exchange has a new one.
    return configured(known.serverMetadata())
  }

  function plain(issuer: string): oidc.Configuration {
    return configured({
      issuer,
      authorization_endpoint: settings.authorization ?? plan.authorization ?? '',
      token_endpoint: settings.token ?? plan.token ?? '',
    })
  }

  function configured(server: oidc.ServerMetadata): oidc.Configuration {
    const made = new oidc.Configuration(server, settings.clientId, undefined, authentication())
    made.timeout = deadline
    if (isLocal) allowPlainHttp(made)
    return made
  }

  return {
    postsBack,

    async authorizeUrl({ state, nonce, verifier }, redirectUri) {
      const url = oidc.buildAuthorizationUrl(await configuration().catch(fail), {
        redirect_uri: redirectUri,
        scope: plan.scope,
        state,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(plan.issuer === undefined ? {} : { nonce }),
        ...(postsBack ? { response_mode: 'form_post' } : {}),
      })
      return url.href
    },

    async identify(answer, { state, nonce, verifier }) {
      const config = await configuration().catch(fail)
      const tokens = await oidc
        .authorizationCodeGrant(config, answer, {
          expectedState: state,
          pkceCodeVerifier: verifier,
          ...(plan.issuer === undefined ? {} : { expectedNonce: nonce, idTokenExpected: true }),
        })
        .catch(fail)
      if (!plan.person) {
        const claims = tokens.claims()
        if (!claims) throw new WalletRefusal('IDP')
        return { provider, subject: claims.sub, userName: textOf(claims.name) }
      }
      const endpoint = new URL(settings.userinfo ?? plan.userinfo ?? '')
      const said: unknown = await oidc
        .fetchProtectedResource(config, tokens.access_token, endpoint, 'GET')
        .then((response) => response.json())
        .catch(fail)
      const person = v.safeParse(plan.person, said)
      if (!person.success) throw new WalletRefusal('IDP')
      return { provider, ...person.output }
    },
  }
}

/** What the provider or its library said becomes one of two codes; the details are nobody's business outside. */
function fail(cause: unknown): never {
  if (cause instanceof oidc.AuthorizationResponseError) throw new WalletRefusal('IDP_DENIED')
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  throw new WalletRefusal(
    /_RESPONSE_BODY_ERROR|INVALID_RESPONSE|CLAIM|STATE/.test(code) ? 'IDP_DENIED' : 'IDP',
  )
}

/** Apple's client secret: a token of the operator's own key, for five minutes. */
function appleSecret({ clientId, apple }: ProviderSettings, now: number): string {
  if (!apple) throw new Error('Apple is not set up')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(now / 1000)
  const claims = { iss: apple.teamId, iat, exp: iat + 300, aud: 'https://appleid.apple.com', sub: clientId }
  const text = `${encode({ alg: 'ES256', kid: apple.keyId })}.${encode(claims)}`
  const key = createPrivateKey(apple.privateKey)
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
