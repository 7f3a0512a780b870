/** Where the page is: which namespace is in front, and on which network each one is. */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import type { WalletSession } from '../connector.js'
import type { KitState, NetworkChoice } from '../state.js'

/** The state with `namespace` on `networkId`: the network, and the accounts as they are written there, in one step. */
export function networkUpdate(
  state: KitState,
  namespace: Namespace,
  networkId: NetworkId | undefined,
): Partial<Pick<KitState, 'activeNetworks' | 'connections'>> {
  const { [namespace]: before, ...others } = state.activeNetworks
  if (networkId === undefined) return { activeNetworks: others }
  const isSupported = state.networks.some(
    (network) => network.caipNetworkId === networkId && network.chainNamespace === namespace,
  )
  const choice: NetworkChoice = { networkId, isSupported }
  const isSame = before?.networkId === networkId && before.isSupported === isSupported
  if (isSame) return {}
  return {
    activeNetworks: { ...others, [namespace]: choice },
    ...accountsUpdate(state, namespace, networkId),
  }
}

/** Wallets without a network of their own are where the page is. */
function accountsUpdate(
  { connections }: KitState,
  namespace: Namespace,
  on: NetworkId,
): Partial<Pick<KitState, 'connections'>> {
  const connection = connections[namespace]
  if (!connection?.wallets.some(({ networkId }) => networkId === undefined)) return {}
  const wallets = connection.wallets.map((wallet) =>
    wallet.networkId === undefined ? { ...wallet, accounts: wallet.session.accounts(on) } : wallet,
  )
  return { connections: { ...connections, [namespace]: { ...connection, wallets } } }
}

/** Where requests to a session go: to its own network, or to the one that the page shows. */
export const networkOf = (
  { activeNetworks }: KitState,
  namespace: Namespace,
  session: WalletSession,
): NetworkId | undefined => session.networkId() ?? activeNetworks[namespace]?.networkId

/** S4-07: the state with `namespace` in front. What was about to be sent belongs to the namespace that was left. */
export function namespaceUpdate(
  { activeNamespace }: KitState,
  namespace: Namespace,
): Partial<Pick<KitState, 'activeNamespace' | 'send'>> {
  return activeNamespace === namespace ? {} : { activeNamespace: namespace, send: {} }
}
