/** The only way a connection changes: wallets, accounts and network move together, in one step of the store. */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import { type ConnectionEvent, noConnection, reduceConnection } from '../connection.js'
import type { KitContext } from '../context.js'
import type { Connection, KitState } from '../state.js'
import { networkUpdate } from './place.js'

export function changeConnection(
  context: KitContext,
  namespace: Namespace,
  event: ConnectionEvent,
  also?: (state: KitState) => Partial<KitState>,
): void {
  context.store.set((state) => {
    const before = state.connections[namespace] ?? noConnection
    const after = reduceConnection(before, event)
    return {
      ...also?.(state),
      ...(after === before ? {} : connectionUpdate(context, state, namespace, before, after)),
    }
  })
}

function connectionUpdate(
  context: KitContext,
  state: KitState,
  namespace: Namespace,
  before: Connection,
  after: Connection,
): Partial<KitState> {
  const update: Partial<KitState> = { connections: { ...state.connections, [namespace]: after } }
  const wallet = after.wallets[0]
  if (wallet === before.wallets[0]) return update
  // S4-05: a namespace that lost its last wallet goes back to the network the page starts with.
  const networkId = wallet
    ? (wallet.networkId ?? state.activeNetworks[namespace]?.networkId)
    : firstNetworkId(context, state, namespace)
  return { ...update, ...networkUpdate({ ...state, ...update }, namespace, networkId) }
}

/** The network a namespace starts with: the default one, else its first. */
function firstNetworkId(context: KitContext, state: KitState, namespace: Namespace): NetworkId | undefined {
  const own = state.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const { caipNetworkId } = context.options.defaultNetwork
  return (
    own.find((network) => network.caipNetworkId === caipNetworkId)?.caipNetworkId ?? own[0]?.caipNetworkId
  )
}
