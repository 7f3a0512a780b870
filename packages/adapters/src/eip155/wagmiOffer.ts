/** Offers the wallets of the app's wagmi, and tells the kit about connections that were made without it. */
import { type Connector, defineConnector, type WalletSession } from '@latchkey/core'
import type { ConnectorType } from '@latchkey/spec/entities'
import { type Config, connect, disconnect, switchChain, watchConnections, watchConnectors } from '@wagmi/core'
import { imageData } from '../imageData.js'
import type { Shared } from './connectors.js'
import type { Offer, OwnWalletsInput } from './eip155.js'
import { chainIdOf } from './networks.js'
import { createSession } from './session.js'
import { createWagmiFront, type WagmiFront } from './wagmiFront.js'
import { createWagmiSource, type WagmiConnector } from './wagmiSource.js'

export interface WagmiOfferInput extends OwnWalletsInput {
  readonly config: Config
}

export function createWagmiOffer(shared: Shared, { config, isAnnounced, onChange }: WagmiOfferInput): Offer {
  const { context } = shared
  const front = createWagmiFront(config)
  const made = new Map<string, Connector>()

  function connectorOf(wagmiConnector: WagmiConnector): Connector {
    const known = made.get(wagmiConnector.uid)
    if (known) return known
    const connector = createWagmiConnector(shared, { config, front }, wagmiConnector)
    made.set(wagmiConnector.uid, connector)
    return connector
  }

  const isDouble = ({ id, type }: WagmiConnector) => id === 'injected' && type === 'injected' && isAnnounced()

  function adoptNew() {
    const { connections, current } = config.state
    for (const { connector } of connections.values()) {
      // What wagmi stored before a reload is only a description until it has reconnected.
      if (!config.connectors.some(({ uid }) => uid === connector.uid)) continue
      context.adopt({ connectorId: connector.id, isActive: connector.uid === current })
    }
  }

  const stops = [watchConnectors(config, { onChange }), watchConnections(config, { onChange: adoptNew })]
  queueMicrotask(adoptNew)
  return {
    connectors: () => config.connectors.filter((each) => !isDouble(each)).map(connectorOf),
    stop() {
      for (const stop of stops) stop()
    },
  }
}

interface Wagmi {
  readonly config: Config
  readonly front: WagmiFront
}

function createWagmiConnector(
  shared: Shared,
  { config, front }: Wagmi,
  wagmiConnector: WagmiConnector,
): Connector {
  const { id, name, uid } = wagmiConnector
  const icon = imageData(wagmiConnector.icon)
  const rdns = typeof wagmiConnector.rdns === 'string' ? wagmiConnector.rdns : wagmiConnector.rdns?.[0]
  const type = typeOf(wagmiConnector)
  const isConnected = () => config.state.connections.has(uid)

  async function session(): Promise<WalletSession> {
    const source = await createWagmiSource(config, wagmiConnector, {
      disconnect: () => disconnect(config, { connector: wagmiConnector }),
      // wagmi moves its own idea of the network with the wallet; networks it does not know go to the wallet directly.
      async switchNetwork(network) {
        await switchChain(config, { connector: wagmiConnector, chainId: chainIdOf(network) })
      },
    })
    const accountType = id === 'safe' ? 'smartAccount' : 'eoa'
    const made = createSession({ ...shared, source, wallet: name, accountType })
    return {
      ...made,
      activate: () => front.bring(wagmiConnector),
      subscribe(listener) {
        const stops = [
          made.subscribe(listener),
          front.watch(wagmiConnector, () => listener({ type: 'activated' })),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      },
    }
  }

  return defineConnector({
    id,
    name,
    type,
    namespace: 'eip155',
    installed: type === 'ANNOUNCED' || type === 'INJECTED',
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    async connect({ onUri }) {
      const stop = onUri ? hearUri(wagmiConnector, onUri) : () => {}
      try {
        if (!isConnected()) await connect(config, { connector: wagmiConnector })
      } finally {
        stop()
      }
      return session()
    },
    async reconnect() {
      await settled(config)
      if (!isConnected()) {
        const { connections, current } = config.state
        const before = current ? connections.get(current)?.connector : undefined
        if (!(await wagmiConnector.isAuthorized())) return undefined
        await connect(config, { connector: wagmiConnector, ...silently })
        // What comes back after a reload does not go before what is back already.
        if (before) front.bring(before)
      }
      return session()
    },
  })
}

/** Connectors take this word from wagmi's own reconnect; its type leaves it out of `connect`. */
const silently: object = { isReconnecting: true }

/** wagmi reconnects by itself when the page starts; two at once would ask the wallet twice. */
function settled(config: Config): Promise<void> {
  const isBusy = (status: Config['state']['status']) => status === 'connecting' || status === 'reconnecting'
  if (!isBusy(config.state.status)) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = config.subscribe(
      ({ status }) => status,
      (status) => {
        if (isBusy(status)) return
        stop()
        resolve()
      },
    )
  })
}

function hearUri({ emitter }: WagmiConnector, onUri: (uri: string) => void): () => void {
  const hear = ({ type, data }: { readonly type: string; readonly data?: unknown }) => {
    if (type === 'display_uri' && typeof data === 'string') onUri(data)
  }
  emitter.on('message', hear)
  return () => emitter.off('message', hear)
}

function typeOf({ type, rdns }: WagmiConnector): ConnectorType {
  if (type === 'walletConnect') return 'WALLET_CONNECT'
  if (type !== 'injected') return 'EXTERNAL'
  return rdns ? 'ANNOUNCED' : 'INJECTED'
}
