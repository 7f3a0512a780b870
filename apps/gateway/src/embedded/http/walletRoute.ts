/** Serves an entry of the wallet's contract: caller, proof, level and surface are checked before its handler sees anything. */
import { seconds } from '@latchkey/spec/limits'
import {
  type WalletAnswerOf,
  type WalletRequestOf,
  type WalletRoute,
  type WalletRouteName,
  walletApiBase,
  walletCookies,
  walletLimits,
  walletRoutes,
} from '@latchkey/spec/walletApi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { addressKey } from '../../http/addressKey.js'
import { acceptJson } from '../../http/body.js'
import { isDatabaseAway } from '../../ports/db.js'
import { KmsError } from '../kms/kms.js'
import type { AccessTokens } from '../session/accessTokens.js'
import type { Dpop } from '../session/dpop.js'
import { type LiveSession, levelOf, type Sessions } from '../session/sessions.js'
import type { User, Users } from '../users.js'
import { browserOf } from './browser.js'
import { WalletRefusal } from './refusal.js'
import type { Repeats } from './repeats.js'

/** Who asks. What the route's proof asks for is there; the types of single routes say so (`KeyCaller`, `SessionCaller`). */
export interface WalletCaller {
  readonly jkt: string
  /** Where a session was asked for. */
  readonly signedIn:
    | { readonly session: LiveSession; readonly user: User; readonly level: 1 | 2 | 3 }
    | undefined
  /** As whom the network address is counted. */
  readonly network: string
  /** "Chromium on Linux". */
  readonly browser: string
  /** What its `Accept-Language` says. */
  readonly languages: string | undefined
  /** The cookie that the route reads. */
  readonly cookie: string | undefined
  readonly signal: AbortSignal
}

/** An answer that sets a cookie, or takes it away. */
export class WithCookie<body> {
  constructor(
    readonly body: body,
    readonly name: keyof typeof walletCookies,
    readonly value: string | undefined,
  ) {}
}

export type WalletHandler<name extends WalletRouteName> = (
  request: WalletRequestOf<name>,
  caller: WalletCaller,
) => Promise<WalletAnswerOf<name> | WithCookie<WalletAnswerOf<name>>>

export type WalletHandlers = { readonly [name in WalletRouteName]?: WalletHandler<name> }

/** Who answers: with its own nonces, so that a proof for one is none for the other. */
interface Side {
  readonly handlers: WalletHandlers
  readonly dpop: Dpop
}

export interface WalletApiInput {
  /** Undefined in a process that is the vault and nothing else. */
  readonly api:
    | (Side & {
        readonly tokens: AccessTokens
        readonly sessions: Sessions
        readonly users: Users
        readonly repeats: Repeats
        readonly now: () => number
      })
    | undefined
  /** Undefined where it is another process, or is not set up. */
  readonly vault: Side | undefined
  /** Where the wallet origin is reached; never what a request says it is. */
  readonly origin: () => string
}

export function serveWalletApi(app: FastifyInstance, input: WalletApiInput): void {
  app.register(async (api) => {
    acceptJson(api)
    api.setErrorHandler((error: Error, request, reply) => {
      const refusal = toRefusal(error)
      if (refusal.status >= 500)
        request.log.error({ err: error, reqId: request.id }, 'a wallet request failed')
      return send(reply, refusal.status, refusal.body, refusal.body.error.retryAfter)
    })
    for (const name of Object.keys(walletRoutes) as WalletRouteName[]) serve(api, name, input)
    // Otherwise a path that is not served would be looked for among the pages.
    api.all(`${walletApiBase}/*`, async () => {
      throw new WalletRefusal('NOT_FOUND')
    })
  })
}

/** When whoever finds the vault away may ask again. */
const away = { retryAfter: seconds(30) }

function serve(app: FastifyInstance, name: WalletRouteName, input: WalletApiInput): void {
  const route: WalletRoute = walletRoutes[name]
  const side = route.vault ? input.vault : input.api
  const place = {
    method: route.method,
    url: `${walletApiBase}${route.path}`,
    bodyLimit: walletLimits.bodyBytes,
  }
  if (route.vault && !side) {
    // F-F: everything else goes on, and recovery by the vault says "later".
    app.route({ ...place, handler: async () => Promise.reject(new WalletRefusal('UNAVAILABLE', away)) })
    return
  }
  // Each handler belongs to its own route, whose schemas parse what it is given; the compiler loses that in the lookup.
  const handler = side?.handlers[name] as
    | ((request: unknown, caller: WalletCaller) => Promise<unknown>)
    | undefined
  if (!side || !handler) return
  app.route({
    ...place,
    onRequest: async (_, reply) => {
      reply.header('dpop-nonce', side.dpop.nonce())
    },
    handler: async (request, reply) => {
      refuseForeigners(request, input.origin())
      const caller = await callerOf(request, reply, route, side, input)
      const parsed = parse(route, request)
      const key = route.idempotent && one(request.headers['idempotency-key'])
      const owner = caller.signedIn?.user
      const run = () => handler(parsed, caller)
      const output =
        key && owner && input.api
          ? await input.api.repeats.once({ owner, key, route: name, request: parsed }, run)
          : await run()
      const body = output instanceof WithCookie ? output.body : output
      if (output instanceof WithCookie) reply.header('set-cookie', cookieText(output.name, output.value))
      return send(reply, 200, checked(route, body))
    },
  })
}

/** A browser says where a call comes from; the wallet's own pages are the only ones that have business here. */
function refuseForeigners({ headers }: FastifyRequest, own: string): void {
  const site = headers['sec-fetch-site']
  if (
    (headers.origin !== undefined && headers.origin !== own) ||
    (site !== undefined && site !== 'same-origin')
  )
    throw new WalletRefusal('FOREIGN_CALLER')
}

async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  route: WalletRoute,
  { dpop }: Side,
  input: WalletApiInput,
): Promise<WalletCaller> {
  const { headers } = request
  const access = /^DPoP (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const needsSession = route.proof === 'session'
  const [path = ''] = request.url.split('?')
  const jkt =
    route.proof === 'none'
      ? ''
      : await dpop.check({
          proof: one(headers.dpop),
          method: request.method,
          url: `${input.origin()}${path}`,
          access: needsSession ? access : undefined,
        })
  const leaving = new AbortController()
  reply.raw.once('close', () => leaving.abort())
  return {
    jkt,
    signedIn: needsSession ? await signedIn(route, access, jkt, input.api) : undefined,
    network: addressKey(request.ip),
    browser: browserOf(headers['user-agent']),
    languages: headers['accept-language'],
    cookie: route.cookie && cookieOf(headers.cookie, walletCookies[route.cookie]),
    signal: leaving.signal,
  }
}

async function signedIn(
  route: WalletRoute,
  access: string | undefined,
  jkt: string,
  api: WalletApiInput['api'],
) {
  const claims = access === undefined ? undefined : api?.tokens.read(access)
  const session = claims && (await api?.sessions.find(claims.sid))
  const user = session && (await api?.users.byId(session.userId))
  if (!api || !claims || !session || !user || user.status !== 'active')
    throw new WalletRefusal('SESSION_EXPIRED')
  if (claims.cnf.jkt !== jkt || session.jkt !== jkt) throw new WalletRefusal('BINDING')
  if (route.surface !== 'both' && route.surface !== session.kind) throw new WalletRefusal('FOREIGN_CALLER')
  const level = levelOf(session, user.emailIndex !== null, api.now())
  if (level < (route.level ?? 1)) throw new WalletRefusal('AAL')
  return { session, user, level }
}

function parse(route: WalletRoute, request: FastifyRequest): unknown {
  const read = (schema: v.GenericSchema | undefined, value: unknown) => {
    if (!schema) return undefined
    const result = v.safeParse(schema, value)
    if (result.success) return result.output
    const isEmail = result.issues.some((issue) => v.getDotPath(issue) === 'email')
    throw new WalletRefusal(
      isEmail && route.errors.includes('EMAIL_INVALID') ? 'EMAIL_INVALID' : 'BAD_REQUEST',
    )
  }
  return {
    params: read(route.params, request.params),
    query: read(route.query, request.query),
    body: read(route.request, request.body ?? {}),
  }
}

/** A body that breaks the contract is a bug of ours. */
function checked(route: WalletRoute, body: unknown): unknown {
  const result = v.safeParse(route.response, body)
  if (result.success) return result.output
  const issues = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
  throw new Error(`The answer of ${route.method} ${route.path} breaks its contract: ${issues.join('; ')}`)
}

function toRefusal(error: Error): WalletRefusal {
  if (error instanceof WalletRefusal) return error
  const isAway = isDatabaseAway(error) || (error instanceof KmsError && error.fault === 'away')
  if (isAway) return new WalletRefusal('UNAVAILABLE', { retryAfter: 1000 })
  const isTheirs = 'status' in error && Number(error.status) < 500
  return new WalletRefusal(isTheirs || 'statusCode' in error ? 'BAD_REQUEST' : 'INTERNAL')
}

function send(reply: FastifyReply, status: number, body: unknown, retryAfter?: number): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

const attributes = { refresh: 'SameSite=None; Partitioned', window: 'SameSite=Lax' } as const

function cookieText(name: keyof typeof walletCookies, value: string | undefined): string {
  const age = value === undefined ? 0 : Math.floor(walletLimits.refreshLife / 1000)
  return `${walletCookies[name]}=${value ?? ''}; Path=/; Max-Age=${age}; HttpOnly; Secure; ${attributes[name]}`
}

/** The cookie of this exact name. Of two, none counts: somebody put one beside ours. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  const value = found.length === 1 ? found[0]?.slice(name.length + 1) : undefined
  return value && /^[A-Za-z0-9_-]{20,128}$/.test(value) ? value : undefined
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? undefined : header)
