/** What the stand-in answers: OpenID Connect by a library, and what the services without it ask in their own way. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { readBody } from '../http.js'
import { askPage } from './page.js'
import { type Person, people } from './people.js'
import { standInProviders, standInSecret } from './services.js'

/** The handler alone, for a server that has more to do. */
export function createIdentity(input: { url: string; walletUrl: () => string }) {
  const { url } = input
  const callback = (provider: string) => `${input.walletUrl()}/oauth/${provider}/callback`
  const personOf = (id: string) => people.find((person) => person.id === id)

  const oidc = new Provider(url, {
    clients: standInProviders.map((provider) => ({
      client_id: provider,
      client_secret: standInSecret(provider),
      redirect_uris: [callback(provider)],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: provider === 'x' ? 'client_secret_basic' : 'client_secret_post',
    })),
    pkce: { required: () => true },
    scopes: [
      'openid',
      'email',
      'profile',
      'name',
      'public_profile',
      'read:user',
      'users.read',
      'tweet.read',
      'identify',
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], name: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['the local world keeps no secrets'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
    // Anybody may be who they say here; the point is the protocol.
    findAccount: (_, id) => {
      const person = personOf(id)
      if (!person) return undefined
      const { email, name } = person
      return { accountId: id, claims: () => ({ sub: id, email, email_verified: true, name }) }
    },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  })
  const serve = oidc.callback()

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params, uid } = await oidc.interactionDetails(request, response)
    const provider = String(params.client_id)
    if (request.method === 'GET') {
      // No cookies of an earlier visit decide: every sign-in asks.
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
        .end(askPage({ provider, action: `/interaction/${uid}`, people }))
      return
    }
    const chosen = new URLSearchParams(await readBody(request, 4096)).get('person') ?? ''
    const person = personOf(chosen)
    if (!person) {
      const denied = { error: 'access_denied', error_description: 'The person said no' }
      await oidc.interactionFinished(request, response, denied, { mergeWithLastSubmission: false })
      return
    }
    const grant = new oidc.Grant({ accountId: person.id, clientId: provider })
    grant.addOIDCScope(typeof params.scope === 'string' ? params.scope : '')
    const consent = { grantId: await grant.save() }
    const login = { accountId: person.id, remember: false }
    await oidc.interactionFinished(request, response, { login, consent }, { mergeWithLastSubmission: false })
  }

  /** The user endpoints of the services that speak OAuth only, each in its own shape. */
  async function describe(
    request: IncomingMessage,
    response: ServerResponse,
    provider: string,
  ): Promise<void> {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const found = await oidc.AccessToken.find(token)
    const person = found?.clientId === provider ? personOf(found.accountId) : undefined
    const body = person ? shapeOf(provider, person) : { error: 'unauthorized' }
    response
      .writeHead(person ? 200 : 401, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(body))
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const [path = ''] = (request.url ?? '').split('?')
    const provider = /^\/people\/(\w+)$/.exec(path)?.[1]
    const done =
      provider !== undefined
        ? describe(request, response, provider)
        : path.startsWith('/interaction/')
          ? interact(request, response)
          : undefined
    if (!done) return void serve(request, response)
    done.catch(() => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' })
      response.end('This sign-in is over. Start again.')
    })
  }
}

function shapeOf(provider: string, { number, name, handle }: Person): unknown {
  if (provider === 'x') return { data: { id: String(number), name, username: handle } }
  if (provider === 'github') return { id: number, login: handle, name }
  if (provider === 'discord') return { id: String(number), username: handle }
  return { id: String(number), name }
}
