/** Starts the adapters and keeps the list of their wallets in the state. */
import { isNamespace } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import type { AdapterHandle } from './adapter.js'
import type { KitContext } from './context.js'
import { gatewayPath } from './gatewayPath.js'
import { createLazyConnectors } from './lazyConnectors.js'
import type { KitState } from './state.js'

/** An adapter that fails to start costs its namespace, and nothing else (D-10). */
export function startAdapters(context: KitContext, adapters: Map<AdapterNamespace, AdapterHandle>): void {
  const { options, clock, log, storage, jobs, store, services } = context
  const lazyConnectors = createLazyConnectors(context)
  const refresh = () =>
    store.set({
      connectors: [...[...adapters.values()].flatMap((handle) => handle.connectors()), ...lazyConnectors()],
    })
  for (const adapter of options.adapters) {
    const { namespace } = adapter
    try {
      const handle = adapter.start({
        options,
        get networks() {
          return store.get().networks.filter(({ chainNamespace }) => chainNamespace === namespace)
        },
        clock,
        log,
        storage: storage.raw,
        fetch: options.fetch,
        rpcUrls: (network) => rpcUrls(context, network),
        isServed: async ({ caipNetworkId }) => (await services.api())?.supports(caipNetworkId) ?? true,
        // Only apps with a library of their own come here.
        adopt: (input) =>
          void services
            .wallets(({ adopt }) => adopt(context, { ...input, namespace }))
            .catch((cause: unknown) => log.error('A wallet connected elsewhere was not shown', cause)),
      })
      adapters.set(namespace, handle)
      jobs.scope.add(() => handle.stop())
      jobs.scope.add(handle.subscribe(refresh))
    } catch (cause) {
      log.error(`The adapter for ${namespace} did not start`, cause)
    }
  }
  refresh()
  jobs.scope.add(store.subscribe(tellFront))
}

/** Libraries beside the kit have a wallet in front too; theirs follows. */
function tellFront({ connections }: KitState, before: KitState): void {
  if (connections === before.connections) return
  for (const namespace of Object.keys(connections).filter(isNamespace)) {
    const front = connections[namespace]?.wallets[0]?.session
    if (front !== before.connections[namespace]?.wallets[0]?.session) front?.activate?.()
  }
}

type AdapterNamespace = Network['chainNamespace']

/** D-22: with a gateway the page talks to that and to nobody else; without one, to the nodes its networks name. */
function rpcUrls({ options }: KitContext, network: Network): readonly string[] {
  const { gatewayUrl, projectId } = options
  if (!gatewayUrl) return network.rpcUrls.default.http
  const project = projectId ? `&projectId=${encodeURIComponent(projectId)}` : ''
  return [gatewayPath(gatewayUrl, `/v1?chainId=${encodeURIComponent(network.caipNetworkId)}${project}`)]
}
