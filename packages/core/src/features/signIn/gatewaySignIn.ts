/** Sign-in on our own gateway: it hands out nonces, verifies what was signed, and keeps the sessions. */
import type { NetworkId } from '@latchkey/spec/caip'
import { authenticate, authNonce, authRefresh, authSignOut, bounds } from '@latchkey/spec/endpoints'
import { type SignInSession, signInSessionSchema } from '@latchkey/spec/entities'
import { isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import { minutes } from '@latchkey/spec/limits'
import { writeSignIn } from '@latchkey/spec/signIn'
import * as v from 'valibot'
import { createApi } from '../../api.js'
import { createSystemClock } from '../../clock.js'
import type { RelaySignIn } from '../../relay/link.js'
import { createDefaultStorage, type Storage } from '../../storage.js'
import { pageOf } from './page.js'
import type { Siwx } from './siwx.js'

export interface GatewaySignInOptions {
  readonly gatewayUrl: string
  readonly projectId?: string
  /** A sentence that the person reads in the wallet. */
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly required?: boolean
  readonly signOutOnDisconnect?: boolean
  readonly storage?: Storage
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

export interface GatewaySignIn extends Siwx, RelaySignIn {
  /** A token for the app's own server, good for some minutes; `undefined` where nobody is signed in. */
  getToken(chainId: NetworkId, address: string): Promise<string | undefined>
}

const entrySchema = v.object({
  session: signInSessionSchema,
  token: v.string(),
  refreshToken: v.optional(v.string()),
  /** When the token ends. */
  endsAt: v.number(),
})
type Entry = v.InferOutput<typeof entrySchema>

const storageKey = 'latchkey:sign-in'
const mostEntries = 20
/** A token is renewed when it has less than this left. */
const margin = minutes(1)

export function gatewaySignIn(options: GatewaySignInOptions): GatewaySignIn {
  const clock = createSystemClock()
  const now = options.now ?? (() => clock.now())
  const storage = options.storage ?? createDefaultStorage()
  const key = `${storageKey}:${options.projectId ?? ''}`
  const page = () => pageOf({ url: undefined, now })
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const api = createApi({
    baseUrl: options.gatewayUrl,
    projectId: options.projectId,
    fetch,
    clock,
    signal: new AbortController().signal,
  })
  /** Which token names which nonce; only this page can use what it asked for. */
  const nonces = new Map<string, string>()
  /** One renewal at a time for each session. */
  const renewing = new Map<string, Promise<Entry | undefined>>()

  function read(): readonly Entry[] {
    try {
      const parsed = v.safeParse(
        v.pipe(v.array(entrySchema), v.maxLength(mostEntries)),
        JSON.parse(storage.get(key) ?? '[]'),
      )
      return parsed.success ? parsed.output : []
    } catch {
      return []
    }
  }

  const write = (entries: readonly Entry[]) => storage.set(key, JSON.stringify(entries.slice(-mostEntries)))
  const without = (entries: readonly Entry[], gone: Entry) =>
    entries.filter(({ session }) => !isSame(session, gone.session))

  async function newNonce(): Promise<string> {
    const { nonce, token = '' } = await api.call(authNonce, { query: {} })
    nonces.set(nonce, token)
    return nonce
  }

  /** S4-16: what the gateway does not accept signs nobody in. */
  async function prove(session: SignInSession, together: readonly SignInSession[] = []): Promise<void> {
    const { nonce } = session.data
    const nonceToken = nonces.get(nonce) ?? ''
    nonces.delete(nonce)
    const proofOf = ({ message, signature }: SignInSession) => ({ message, signature })
    const { others = [], ...first } = await api.call(authenticate, {
      query: {},
      headers: { 'x-nonce-jwt': `Bearer ${nonceToken}` },
      body: { ...proofOf(session), ...(together.length > 0 && { others: together.map(proofOf) }) },
    })
    keep(session, first)
    for (const [index, each] of together.entries()) {
      const opened = others[index]
      if (opened) keep(each, opened)
    }
  }

  function keep(
    session: SignInSession,
    { token, refreshToken }: Pick<Entry, 'token'> & { readonly refreshToken?: string | undefined },
  ): void {
    const entry = {
      session,
      token,
      endsAt: endOf(token),
      ...(refreshToken !== undefined && { refreshToken }),
    }
    write([...without(read(), entry), entry])
  }

  /** A session that the gateway ended is gone; one that it could not be asked about is not. */
  async function renew(entry: Entry): Promise<Entry | undefined> {
    const { refreshToken } = entry
    if (refreshToken === undefined) return entry.endsAt > now() ? entry : drop(entry)
    try {
      const answer = await api.call(authRefresh, { query: {}, body: { refreshToken } })
      // Another tab was first: what it kept is newer than what we have.
      const kept = answer.refreshToken ?? find(entry.session)?.refreshToken ?? refreshToken
      const next = { ...entry, token: answer.token, endsAt: endOf(answer.token), refreshToken: kept }
      write([...without(read(), entry), next])
      return next
    } catch (cause) {
      const isOver = isLatchkeyError(cause, 'http.status') && cause.context.n === 401
      return isOver ? drop(entry) : entry
    }
  }

  function drop(entry: Entry): undefined {
    write(without(read(), entry))
  }

  const find = (session: SignInSession) => read().find((entry) => isSame(entry.session, session))

  async function fresh(chainId: NetworkId, address: string): Promise<Entry | undefined> {
    const entry = read().find(({ session }) => isOf(session, chainId, address))
    if (!entry || entry.endsAt - now() > margin) return entry
    const id = entry.token
    const running = renewing.get(id) ?? renew(entry).finally(() => renewing.delete(id))
    renewing.set(id, running)
    return running
  }

  async function end(entry: Entry): Promise<void> {
    drop(entry)
    const headers = { authorization: `Bearer ${entry.token}` }
    // A token that has ended has signed out by itself.
    await api.call(authSignOut, { query: {}, headers }).catch((cause: unknown) => {
      if (!isLatchkeyError(cause, 'http.status')) throw cause
    })
  }

  return {
    ...(options.required !== undefined && { required: options.required }),
    ...(options.signOutOnDisconnect !== undefined && { signOutOnDisconnect: options.signOutOnDisconnect }),

    async createMessage({ chainId, accountAddress }) {
      const { domain, origin } = page()
      const data = {
        domain,
        uri: origin,
        version: '1',
        chainId,
        accountAddress,
        nonce: await newNonce(),
        issuedAt: new Date(now()).toISOString(),
        ...(options.statement !== undefined && { statement: options.statement }),
        ...(options.resources !== undefined && { resources: [...options.resources] }),
      }
      return { ...data, toString: () => writeSignIn(data) }
    },

    addSession: (session) => prove(session),

    async revokeSession(chainId, address) {
      const entry = read().find(({ session }) => isOf(session, chainId, address))
      if (entry) await end(entry)
    },

    async setSessions(sessions) {
      const gone = read().filter(({ session }) => !sessions.some((each) => isSame(each, session)))
      await Promise.all(gone.map(end))
    },

    async getSessions(chainId, address) {
      const entry = await fresh(chainId, address)
      return entry ? [entry.session] : []
    },

    async getToken(chainId, address) {
      return (await fresh(chainId, address))?.token
    },

    async createRelayRequest() {
      const { domain, origin } = page()
      const { statement, resources } = options
      const said = { ...(statement !== undefined && { statement }), ...(resources && { resources }) }
      return { domain, uri: origin, nonce: await newNonce(), ...said }
    },

    /** Signed with one nonce, so proved together. A network that did not verify is asked for when somebody goes there. */
    async addRelaySessions([first, ...others]) {
      if (!first) throw new LatchkeyError('signin.not-verified')
      await prove(first, others.slice(0, bounds.signInNetworks))
    },

    subscribe: (listener) => storage.subscribe?.((changed) => changed === key && listener()) ?? (() => {}),
  }
}

const isSame = (one: SignInSession, other: SignInSession) =>
  isOf(one, other.data.chainId, other.data.accountAddress)

const isOf = ({ data }: SignInSession, chainId: string, address: string) =>
  data.chainId === chainId && data.accountAddress.toLowerCase() === address.toLowerCase()

/** When a token ends, as it says itself; 0 where it does not, so that it is renewed at once. */
function endOf(token: string): number {
  try {
    const claims: unknown = JSON.parse(
      atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')),
    )
    const exp = claims instanceof Object && 'exp' in claims ? Number(claims.exp) : 0
    return Number.isFinite(exp) ? exp * 1000 : 0
  } catch {
    return 0
  }
}
