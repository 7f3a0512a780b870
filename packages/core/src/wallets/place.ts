/** Where the page is: which namespace is in front, and on which network each one is. */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import type { KitState, NetworkChoice } from '../state.js'

/** The state with `namespace` on `networkId`. */
export function networkUpdate(
  state: KitState,
  namespace: Namespace,
  networkId: NetworkId | undefined,
): Pick<KitState, 'activeNetworks'> {
  const { [namespace]: before, ...others } = state.activeNetworks
  if (networkId === undefined) return { activeNetworks: others }
  const isSupported = state.networks.some(
    (network) => network.caipNetworkId === networkId && network.chainNamespace === namespace,
  )
  const choice: NetworkChoice = { networkId, isSupported }
  const isSame = before?.networkId === networkId && before.isSupported === isSupported
  return { activeNetworks: isSame ? state.activeNetworks : { ...others, [namespace]: choice } }
}

/** S4-07: the state with `namespace` in front. What was about to be sent belongs to the namespace that was left. */
export function namespaceUpdate(
  { activeNamespace }: KitState,
  namespace: Namespace,
): Partial<Pick<KitState, 'activeNamespace' | 'send'>> {
  return activeNamespace === namespace ? {} : { activeNamespace: namespace, send: {} }
}
