/** Offers the relay and the embedded wallet as ways to connect. Small, because every page carries it; both come when they are chosen. */
import { type Namespace, namespaces } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { type ConnectInput, type Connector, defineConnector, type WalletSession } from './connector.js'
import { embeddedConnectorId, embeddedName, relayConnectorId } from './connectorIds.js'
import type { KitContext } from './context.js'
import { type Feature, startFeature } from './feature.js'
import { embedded, relay } from './features/index.js'
import { pairingKey } from './relay/pairingKey.js'

type Way = Pick<Connector, 'id' | 'type' | 'name'>

type WayFeature = Feature<{
  connect(namespace: Namespace, input: ConnectInput): Promise<WalletSession>
  reconnect(namespace: Namespace): Promise<WalletSession | undefined>
}>

/** One connector for each namespace that a wallet there can serve; the same objects each time. */
export function createLazyConnectors(context: KitContext): () => readonly Connector[] {
  const { options, jobs, storage, log } = context
  const own = namespaces.filter((namespace) =>
    options.networks.some(({ chainNamespace }) => chainNamespace === namespace),
  )
  const offer = (feature: WayFeature, way: Way) =>
    feature.isEnabled(context)
      ? own.map((namespace) => createConnector(context, feature, way, namespace))
      : []
  const load = (feature: Feature) =>
    startFeature(context, feature).catch((cause: unknown) => log.info(`${feature.id} was not loaded`, cause))
  const connectors = [
    ...offer(relay, { id: relayConnectorId, type: 'WALLET_CONNECT', name: 'WalletConnect' }),
    // D-33
    ...offer(embedded, { id: embeddedConnectorId, type: 'AUTH', name: embeddedName }).filter(
      ({ namespace }) => namespace !== 'polkadot',
    ),
  ]
  // Somebody comes back from a wallet on the same phone to a page that was put away meanwhile.
  if (options.isMobile && storage.raw.get(pairingKey) !== null) void load(relay)
  // S2-12: and from a service that they signed in with in this very tab.
  if (globalThis.location?.search.includes('result_uri=')) void load(embedded)
  const hasAdapter = (namespace: Namespace) => options.adapters.some((each) => each.namespace === namespace)
  // Without an adapter a wallet can still be shown and asked (S2-05); with one, the adapter must know how.
  return () =>
    connectors.filter(
      ({ namespace }) =>
        !hasAdapter(namespace) || jobs.adapters.get(namespace)?.openRelaySession !== undefined,
    )
}

function createConnector(
  context: KitContext,
  feature: WayFeature,
  way: Way,
  namespace: Namespace,
): Connector {
  async function load() {
    const handle = await startFeature(context, feature)
    if (!handle) throw new LatchkeyError('relay.not-initialized')
    return handle
  }
  return defineConnector({
    ...way,
    namespace,
    connect: async (input) => (await load()).connect(namespace, input),
    reconnect: async () => (await load()).reconnect(namespace),
  })
}
