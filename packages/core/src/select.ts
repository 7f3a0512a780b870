/** What views and hooks ask of the state. Each answer is a part of the state, so unchanged state gives the same object. */
import type { Namespace } from '@latchkey/spec/caip'
import type { Account, Network } from '@latchkey/spec/entities'
import type { ConnectionStatus } from '@latchkey/spec/states'
import type { ViewId } from '@latchkey/spec/views'
import type { Connector } from './connector.js'
import type { RouteEntry } from './router.js'
import type { BalanceState, ConnectedWallet, KitState } from './state.js'

/** What the modal shows, or would show: a view with its data. */
export const selectRoute = ({ router }: KitState): RouteEntry => router.history.at(-1) ?? { view: 'Connect' }

/** The view on screen. */
export const selectView = (state: KitState): ViewId => selectRoute(state).view

/** How the connection of a namespace stands. */
export const selectStatus = (
  state: KitState,
  namespace: Namespace = state.activeNamespace,
): ConnectionStatus => state.connections[namespace]?.status ?? 'disconnected'

/** The wallet that signs for the namespace. */
export const selectWallet = (
  state: KitState,
  namespace: Namespace = state.activeNamespace,
): ConnectedWallet | undefined => state.connections[namespace]?.wallets[0]

/** The account that signs for the namespace (D-11). */
export const selectAccount = (
  state: KitState,
  namespace: Namespace = state.activeNamespace,
): Account | undefined => selectWallet(state, namespace)?.accounts[0]

/** The network of the namespace; `undefined` when its wallet is on one that the page did not ask for. */
export const selectNetwork = (
  state: KitState,
  namespace: Namespace = state.activeNamespace,
): Network | undefined => {
  const networkId = state.activeNetworks[namespace]?.networkId
  return state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
}

/** The connector behind the namespace's wallet. */
export const selectConnector = (
  state: KitState,
  namespace: Namespace = state.activeNamespace,
): Connector | undefined => {
  const id = selectWallet(state, namespace)?.connectorId
  return state.connectors.find((connector) => connector.id === id && connector.namespace === namespace)
}

/** The native balance of the namespace's account, and how its last reading went. */
export const selectBalance = (
  state: KitState,
  namespace: Namespace = state.activeNamespace,
): BalanceState | undefined => state.balances[namespace]

/** S2-04: does the active namespace have an address? */
export const selectIsConnected = (state: KitState): boolean => selectAccount(state) !== undefined
