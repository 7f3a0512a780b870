/** Puts the relay client together for a kit: storage, tabs, socket, and what the page is called. */
import type { KitContext } from '../context.js'
import { pageOrigin } from '../pageOrigin.js'
import { createConnection, type Socket } from './connection.js'
import {
  createSignClient,
  type SharedListener,
  type SharedTransport,
  type SignClient,
} from './createSignClient.js'
import { createIdentity } from './identity.js'
import type { Metadata } from './pairing.js'
import { relayAddress } from './relayAddress.js'
import { type Channel, createTabs, type Locks } from './tabs.js'
import type { RelayStatus, TransportListener } from './transport.js'
import { createVault } from './vault.js'

/** What the browser lends; a test lends its own. */
export interface RelayEnvironment {
  readonly openSocket: (url: string) => Socket
  readonly onWake: (listener: () => void) => () => void
  /** Absent where tabs cannot find each other; each then has a connection of its own. */
  readonly tabs?: { readonly locks: Locks; readonly openChannel: (name: string) => Channel }
}

export function openClient(
  context: KitContext,
  {
    onStatus,
    environment = browserEnvironment(),
  }: {
    readonly onStatus: (status: RelayStatus) => void
    readonly environment?: RelayEnvironment | undefined
  },
): SignClient {
  const { options, clock, log, storage } = context
  const vault = createVault({ storage: storage.raw, clock, log })
  const identity = createIdentity(vault.seed())
  const url = relayAddress(options)
  const { projectId } = options
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
  return createSignClient({ vault, clock, log, metadata: metadataOf(context), openTransport, onStatus })
}

function metadataOf({ options }: KitContext): Metadata {
  const url = pageOrigin() ?? ''
  return (
    options.metadata ?? {
      name: globalThis.document?.title || url || 'Latchkey',
      description: '',
      url,
      icons: [],
    }
  )
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
