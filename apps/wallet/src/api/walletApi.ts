/** Calls of the wallet's own server: typed by the table, proved by the page's key, and never open-ended. */

import { seconds } from '@latchkey/spec/limits'
import {
  type SessionAnswer,
  type WalletAnswerOf,
  type WalletRequestOf,
  type WalletRoute,
  type WalletRouteName,
  walletApiBase,
  walletErrorBody,
  walletLimits,
  walletRoutes,
} from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import type { ProofKey } from './proofKey.js'
import { isRefusal, signedOut, unavailable, WalletRefusal } from './walletRefusal.js'

/** The parts that a route has; the others are not asked for. */
export type WalletCall<name extends WalletRouteName> = {
  readonly [part in keyof WalletRequestOf<name> as WalletRequestOf<name>[part] extends undefined
    ? never
    : part]: WalletRequestOf<name>[part]
} & { readonly signal?: AbortSignal }

export interface WalletApi {
  readonly key: ProofKey
  /** Signed in where there is one. */
  session(): SessionAnswer | undefined
  /** Taken from every way to sign in; `undefined` signs out on this side. */
  setSession(session: SessionAnswer | undefined): void
  call<name extends WalletRouteName>(name: name, call: WalletCall<name>): Promise<WalletAnswerOf<name>>
}

export interface WalletApiDeps {
  readonly origin: string
  readonly key: ProofKey
  readonly fetch: typeof globalThis.fetch
  readonly createId: () => string
  /** Gets a new access token when the old one ended. Rejects where the person has to sign in again. */
  readonly refresh: (api: WalletApi) => Promise<SessionAnswer>
}

/** Beyond what the server itself holds a question open for. */
const answerTime = seconds(10)
/** A refresh that was given up and asked for again later looks like a theft, and ends the session: it has nearly as long as the app waits. */
const refreshTime = seconds(25)

export function createWalletApi(deps: WalletApiDeps): WalletApi {
  let session: SessionAnswer | undefined
  /** The vault is a server of its own, and has nonces of its own. */
  const nonces: { api?: string; vault?: string } = {}
  let refreshing: Promise<SessionAnswer> | undefined

  const api: WalletApi = {
    key: deps.key,
    session: () => session,
    setSession(next) {
      session = next
    },
    async call(name, call) {
      const route: WalletRoute = walletRoutes[name]
      // One id for all tries of one call: the server does the thing once.
      const id = route.idempotent ? deps.createId() : undefined
      const send = () => ask(route, call, id)
      const told = await retryOnce(send, 'USE_DPOP_NONCE', async () => {})
      return v.parse(walletRoutes[name].response, told)
    },
  }

  /** The server names the nonce it wants with any answer, so one more try is enough; likewise after a refresh. */
  async function retryOnce(
    send: () => Promise<unknown>,
    code: 'USE_DPOP_NONCE' | 'SESSION_EXPIRED',
    prepare: () => Promise<void>,
  ): Promise<unknown> {
    try {
      return await send()
    } catch (error) {
      if (!isRefusal(error, code)) throw error
      await prepare()
      return send()
    }
  }

  async function ask(route: WalletRoute, call: Call, id: string | undefined): Promise<unknown> {
    if (route.proof !== 'session') return send(route, call, id)
    if (!session) throw signedOut()
    const { access } = session
    return retryOnce(
      () => send(route, call, id),
      'SESSION_EXPIRED',
      () => refresh(access),
    )
  }

  /** Several calls that find the token ended share one refresh: two would look like a theft. */
  async function refresh(ended: string): Promise<void> {
    // Another call found it first, and has a new one by now.
    if (session && session.access !== ended) return
    refreshing ??= deps.refresh(api).finally(() => {
      refreshing = undefined
    })
    session = await refreshing
  }

  async function send(route: WalletRoute, call: Call, id: string | undefined): Promise<unknown> {
    const url = addressOf(deps.origin, route, call)
    const access = route.proof === 'session' ? session?.access : undefined
    const side = route.vault ? 'vault' : 'api'
    const headers = new Headers()
    if (route.proof !== 'none') {
      const target = { htm: route.method, htu: `${url.origin}${url.pathname}` }
      headers.set('dpop', await deps.key.prove(target, { nonce: nonces[side], access }))
    }
    if (access !== undefined) headers.set('authorization', `DPoP ${access}`)
    if (id !== undefined) headers.set('idempotency-key', id)
    if (call.body !== undefined) headers.set('content-type', 'application/json')
    const response = await reach(url, {
      method: route.method,
      headers,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      credentials: 'same-origin',
      redirect: 'error',
      signal: deadlineOf(route, call.signal),
    })
    const nonce = response.headers.get('dpop-nonce')
    if (nonce !== null) nonces[side] = nonce
    const told = await readBody(response)
    if (response.ok) return told
    const refusal = v.safeParse(walletErrorBody, told)
    throw refusal.success ? new WalletRefusal(refusal.output.error) : unavailable()
  }

  async function reach(url: URL, init: RequestInit): Promise<Response> {
    try {
      return await deps.fetch(url, init)
    } catch (error) {
      // Who gave up says so; everything else is a network that did not carry the call.
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw unavailable()
    }
  }

  return api
}

interface Call {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly signal?: AbortSignal
}

function addressOf(origin: string, { path }: WalletRoute, { params, query }: Call): URL {
  const values = new Map(Object.entries(params ?? {}))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const url = new URL(`${walletApiBase}${filled}`, origin)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

function deadlineOf(route: WalletRoute, signal: AbortSignal | undefined): AbortSignal {
  const usual = route === walletRoutes.sessionRefresh ? refreshTime : answerTime
  const deadline = AbortSignal.timeout(usual + (route.waits ? walletLimits.attemptWait : 0))
  return signal ? AbortSignal.any([signal, deadline]) : deadline
}

async function readBody(response: Response): Promise<unknown> {
  try {
    const told = await response.text()
    if (told.length > walletLimits.bodyBytes) throw new RangeError('too long')
    return told === '' ? {} : JSON.parse(told)
  } catch {
    throw unavailable()
  }
}
