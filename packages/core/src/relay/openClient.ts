/** Puts the relay client together: storage, tabs, socket. */
import type { Clock } from '../clock.js'
import type { Storage } from '../storage.js'
import { createConnection, type Socket } from './connection.js'
import { createSignClient } from './createSignClient.js'
import { createIdentity } from './identity.js'
import type { Metadata } from './pairing.js'
import type { SharedListener, SharedTransport, SignClient } from './signClient.js'
import { type Channel, createTabs, type Locks } from './tabs.js'
import type { RelayLog, RelayStatus, TransportListener } from './transport.js'
import { createVault } from './vault.js'

/** What the browser lends; a test lends its own. */
export interface RelayEnvironment {
  readonly openSocket: (url: string) => Socket
  /** Calls back when the machine may have been asleep or offline. */
  readonly onWake: (listener: () => void) => () => void
  /** Absent where tabs cannot find each other; each then has a connection of its own. */
  readonly tabs?: { readonly locks: Locks; readonly openChannel: (name: string) => Channel }
}

export interface OpenClientInput {
  /** `wss://…`; the token that is sent there is good for this address only. */
  readonly url: string
  readonly projectId?: string | undefined
  /** Where keys and sessions are kept. */
  readonly storage: Storage
  readonly clock: Clock
  readonly log: RelayLog
  /** What wallets show of the page. */
  readonly metadata: Metadata
  readonly onStatus?: (status: RelayStatus) => void
  readonly environment?: RelayEnvironment | undefined
}

export function openClient(input: OpenClientInput): SignClient {
  const { url, projectId, storage, clock, log, metadata, onStatus = () => {} } = input
  const { environment = browserEnvironment() } = input
  const vault = createVault({ storage, clock, log })
  const identity = createIdentity(vault.seed())
  const connect = (listener: TransportListener) =>
    createConnection({ url, projectId, identity, clock, ...environment, ...listener })
  const openTransport = (listener: SharedListener): SharedTransport =>
    environment.tabs
      ? // Tabs with other keys are other clients: they share nothing.
        createTabs({
          name: `latchkey.relay ${identity.id} ${url}`,
          clock,
          listener,
          connect,
          ...environment.tabs,
        })
      : { ...connect(listener), isAnswering: true, announce: () => {} }
  return createSignClient({ vault, clock, log, metadata, openTransport, onStatus })
}

function browserEnvironment(): RelayEnvironment {
  // Typed as always there, but old browsers, plain http and servers lack them.
  const { locks } = (globalThis.navigator ?? {}) as Partial<Navigator>
  const hasTabs = locks !== undefined && typeof globalThis.BroadcastChannel === 'function'
  return {
    openSocket: (url) => new WebSocket(url),
    onWake,
    ...(hasTabs
      ? { tabs: { locks: lend(locks), openChannel: (name: string) => new BroadcastChannel(name) } }
      : {}),
  }
}

const lend = (locks: LockManager): Locks => ({
  request: (name, options, held) => locks.request(name, options, held),
})

function onWake(listener: () => void): () => void {
  const { document } = globalThis
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  globalThis.addEventListener?.('online', listener)
  document?.addEventListener('visibilitychange', onVisible)
  return () => {
    globalThis.removeEventListener?.('online', listener)
    document?.removeEventListener('visibilitychange', onVisible)
  }
}
