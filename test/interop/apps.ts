/** The page's side of the protocol: ours, and two unmodified clients, behind one set of words. */
import { randomUUID } from 'node:crypto'
import { createMemoryStorage, createSystemClock, type Storage } from '@latchkey/core'
import {
  authSessions,
  createAuth,
  type SignClient as OwnClient,
  openClient,
  proposalFor,
} from '@latchkey/core/relay'
import { SignClient } from '@walletconnect/sign-client'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { WebSocket } from 'ws'

export interface SessionView {
  readonly topic: string
  readonly accounts: readonly string[]
}

export interface AuthView extends SessionView {
  /** What was signed, and by whom; one a chain. */
  readonly signed: readonly {
    readonly address: string
    readonly message?: string
    readonly signature: string
  }[]
}

export interface App {
  connect(): Promise<{ readonly uri: string; readonly approval: Promise<SessionView> }>
  authenticate?(nonce: string): Promise<{ readonly uri: string; readonly response: Promise<AuthView> }>
  request(topic: string, message: `0x${string}`, address: string): Promise<unknown>
  ping(topic: string): Promise<unknown>
  disconnect(topic: string): Promise<unknown>
  /** Resolves with what the wallet next does by itself. */
  next(what: 'updated' | 'emitted' | 'deleted'): Promise<unknown>
  accounts(topic: string): readonly string[]
  expiry(topic: string): number
  close(): Promise<void> | void
}

const chains = ['eip155:1', 'eip155:10'] as const
const chainId = chains[0]
const metadata = { name: 'App', description: 'An app for tests', url: 'https://app.test', icons: [] }
const methods = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_switchEthereumChain']
const optionalNamespaces = {
  eip155: { chains: [...chains], methods, events: ['chainChanged', 'accountsChanged'] },
}

export interface OwnAppInput {
  readonly relayUrl: string
  readonly storage?: Storage
}

function openOwnClient({ relayUrl, storage = createMemoryStorage() }: OwnAppInput): OwnClient {
  const silent = () => {}
  return openClient({
    url: relayUrl,
    storage,
    clock: createSystemClock(),
    log: { info: silent, warn: silent, error: silent },
    metadata,
    environment: { openSocket: (url) => new WebSocket(url) as never, onWake: () => silent },
  })
}

export function ownApp(relayUrl: string, storage?: Storage): App {
  const client = openOwnClient({ relayUrl, ...(storage ? { storage } : {}) })
  const view = (topic: string): SessionView => ({ topic, accounts: accountsOf(topic) })
  const accountsOf = (topic: string) => client.session(topic)?.namespaces.eip155?.accounts ?? []

  function pair(nonce?: string) {
    let resolve = (_uri: string) => {}
    const uri = new Promise<string>((done) => {
      resolve = done
    })
    const settled = client.pair({
      optional: proposalFor(chains),
      signal: new AbortController().signal,
      onUri: (shown) => resolve(shown),
      auth: nonce
        ? createAuth({
            request: { domain: 'app.test', uri: 'https://app.test', nonce, statement: 'Sign in to the app' },
            chains,
            issuedAt: new Date().toISOString(),
          })
        : undefined,
    })
    settled.catch(() => {})
    return { uri, settled }
  }

  return {
    async connect() {
      const { uri, settled } = pair()
      const approval = settled.then(({ session }) => view(session.topic))
      approval.catch(() => {})
      return { uri: await uri, approval }
    },
    async authenticate(nonce) {
      const { uri, settled } = pair(nonce)
      const response = settled.then(({ session, cacaos = [] }) => ({
        ...view(session.topic),
        signed: authSessions(cacaos).map(({ data, message, signature }) => ({
          address: data.accountAddress,
          message,
          signature,
        })),
      }))
      return { uri: await uri, response }
    },
    request: (topic, message, address) =>
      client.request({ topic, chainId, method: 'personal_sign', params: [message, address] }),
    ping: (topic) => client.ping(topic),
    disconnect: (topic) => client.disconnect(topic),
    next(what) {
      return new Promise((resolve) => {
        const stop = client.subscribe((event) => {
          if (event.type !== what) return
          stop()
          resolve(event)
        })
      })
    },
    accounts: accountsOf,
    expiry: (topic) => client.session(topic)?.expiry ?? 0,
    close: () => client.close(),
  }
}

const options = (relayUrl: string) => ({
  relayUrl,
  projectId: 'interop',
  metadata,
  telemetryEnabled: false,
  logger: 'silent',
  customStoragePrefix: randomUUID(),
  storageOptions: { database: ':memory:' },
})

const eventNames = {
  updated: 'session_update',
  emitted: 'session_event',
  deleted: 'session_delete',
} as const

type ForeignClient = Awaited<ReturnType<typeof SignClient.init>>

/** An app that can go out of reach of the relay, and come back. */
export interface ForeignApp extends App {
  leave(): Promise<void>
  comeBack(): Promise<void>
}

export async function signClientApp(relayUrl: string): Promise<ForeignApp> {
  return foreignApp(await SignClient.init(options(relayUrl)))
}

function foreignApp(client: ForeignClient): ForeignApp {
  const accountsOf = (topic: string) => client.session.get(topic).namespaces.eip155?.accounts ?? []
  return {
    async connect() {
      const { uri = '', approval } = await client.connect({ optionalNamespaces })
      const settled = approval().then(({ topic }) => ({ topic, accounts: accountsOf(topic) }))
      settled.catch(() => {})
      return { uri, approval: settled }
    },
    async authenticate(nonce) {
      const { uri = '', response } = await client.authenticate({
        chains: [...chains],
        domain: 'app.test',
        uri: 'https://app.test',
        nonce,
        methods,
      })
      const answered = response().then(({ session, auths = [] }) => ({
        topic: session?.topic ?? '',
        accounts: session ? accountsOf(session.topic) : [],
        signed: auths.map(({ p, s }) => ({ address: p.iss.split(':').at(-1) ?? '', signature: s.s })),
      }))
      return { uri, response: answered }
    },
    request: (topic, message, address) =>
      client.request({ topic, chainId, request: { method: 'personal_sign', params: [message, address] } }),
    ping: (topic) => client.ping({ topic }),
    disconnect: (topic) =>
      client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
    next: (what) =>
      new Promise((resolve) => {
        client.once(eventNames[what], resolve)
      }),
    accounts: accountsOf,
    expiry: (topic) => client.session.get(topic).expiry,
    leave: () => client.core.relayer.transportClose(),
    comeBack: () => client.core.relayer.transportOpen(),
    close: () => client.core.relayer.transportClose(),
  }
}

export async function universalProviderApp(relayUrl: string): Promise<ForeignApp> {
  const provider = await UniversalProvider.init(options(relayUrl))
  const { client } = provider
  const rpcMap = { 1: 'http://127.0.0.1:9', 10: 'http://127.0.0.1:9' }
  return {
    ...foreignApp(client),
    async connect() {
      const shown = new Promise<string>((resolve) => {
        provider.once('display_uri', resolve)
      })
      const approval = provider
        .connect({ optionalNamespaces: { eip155: { ...optionalNamespaces.eip155, rpcMap } } })
        .then((session) => ({
          topic: session?.topic ?? '',
          accounts: session?.namespaces.eip155?.accounts ?? [],
        }))
      approval.catch(() => {})
      return { uri: await shown, approval }
    },
    async authenticate(nonce) {
      const shown = new Promise<string>((resolve) => {
        provider.once('display_uri', resolve)
      })
      const asked = { chains: [...chains], domain: 'app.test', uri: 'https://app.test', nonce, methods }
      const response = provider.authenticate(asked).then(({ session, auths = [] }) => ({
        topic: session?.topic ?? '',
        accounts: session?.namespaces.eip155?.accounts ?? [],
        signed: auths.map(({ p, s }) => ({ address: p.iss.split(':').at(-1) ?? '', signature: s.s })),
      }))
      return { uri: await shown, response }
    },
    request: (_topic, message, address) =>
      provider.request({ method: 'personal_sign', params: [message, address] }, chainId),
  }
}
