/** Offers the relay as a way to connect. Small, because every page carries it; the relay itself comes when it is chosen. */
import { type Namespace, namespaces } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { type Connector, defineConnector } from './connector.js'
import type { KitContext } from './context.js'
import { startFeature } from './feature.js'
import { relay } from './features/index.js'
import { relayConnectorId } from './relay/connectorId.js'
import { pairingKey } from './relay/pairingKey.js'

/** One connector for each namespace that a wallet behind a relay can serve; the same objects each time. */
export function createRelayConnectors(context: KitContext): () => readonly Connector[] {
  const { options, jobs, storage, log } = context
  if (!relay.isEnabled(context)) return () => []
  const own = namespaces.filter((namespace) =>
    options.networks.some(({ chainNamespace }) => chainNamespace === namespace),
  )
  // Somebody comes back from a wallet on the same phone to a page that was put away meanwhile.
  if (options.isMobile && storage.raw.get(pairingKey) !== null) {
    startFeature(context, relay).catch((cause: unknown) => log.info('The relay was not loaded', cause))
  }
  const connectors = own.map((namespace) => createRelayConnector(context, namespace))
  const hasAdapter = (namespace: Namespace) => options.adapters.some((each) => each.namespace === namespace)
  // Without an adapter a wallet can still be shown and asked (S2-05); with one, the adapter must know how.
  return () =>
    connectors.filter(
      ({ namespace }) =>
        !hasAdapter(namespace) || jobs.adapters.get(namespace)?.openRelaySession !== undefined,
    )
}

function createRelayConnector(context: KitContext, namespace: Namespace): Connector {
  async function load() {
    const handle = await startFeature(context, relay)
    if (!handle) throw new LatchkeyError('relay.not-initialized')
    return handle
  }
  return defineConnector({
    id: relayConnectorId,
    type: 'WALLET_CONNECT',
    namespace,
    name: 'WalletConnect',
    connect: async (input) => (await load()).connect(namespace, input),
    reconnect: async () => (await load()).reconnect(namespace),
  })
}
