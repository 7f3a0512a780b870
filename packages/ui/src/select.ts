/** What the interface reads from a kit's state beyond what core selects. Stable while nothing changed. */
import type { Connector, KitState } from '@latchkey/core'
import type { Namespace } from '@latchkey/spec/caip'

export const selectModal = (state: KitState) => state.modal
export const selectToast = (state: KitState) => state.toast
export const selectAlert = (state: KitState) => state.alert
export const selectNetworks = (state: KitState) => state.networks
export const selectConnectors = (state: KitState) => state.connectors
export const selectTheme = (state: KitState) => state.theme
export const selectDepth = (state: KitState) => state.router.history.length

/** Where the namespace is, whether or not the page asked for that network. */
export const selectNetworkChoice = (state: KitState, namespace: Namespace = state.activeNamespace) =>
  state.activeNetworks[namespace]

/** Without a namespace, the first of this id: a wallet may have the same one in several. */
export const selectConnectorById = (
  state: KitState,
  id: string | undefined,
  namespace?: Namespace,
): Connector | undefined =>
  id === undefined
    ? undefined
    : state.connectors.find(
        (connector) => connector.id === id && (!namespace || connector.namespace === namespace),
      )

/** Whether this way to a wallet is connected. */
export const selectIsIn = ({ connections }: KitState, { id, namespace }: Connector): boolean =>
  connections[namespace]?.wallets.some(({ connectorId }) => connectorId === id) ?? false
