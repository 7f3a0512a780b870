/** Changes which networks the page offers. */
import type { Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { alive, type KitContext } from '../context.js'
import { type NetworkIdInput, type NetworkInput, toNetwork, toNetworkId } from '../network.js'
import { networkProblem } from '../networkProblem.js'
import { selectWallet } from '../select.js'
import { followNetwork } from '../wallets/followNetwork.js'
import { networkUpdate } from '../wallets/place.js'

export function addNetwork(context: KitContext, input: { readonly network: NetworkInput }): void {
  alive(context)
  const network = toNetwork(input.network)
  const problem = networkProblem(network)
  if (problem)
    throw new LatchkeyError('options.invalid', {
      option: problem.path ? `network.${problem.path}` : 'network',
      reason: problem.reason,
    })
  const { chainNamespace, caipNetworkId } = network
  needAdapter(context, chainNamespace)
  context.store.set((state) => {
    const others = state.networks.filter((known) => known.caipNetworkId !== caipNetworkId)
    const after = { ...state, networks: [...others, network] }
    const current = state.activeNetworks[chainNamespace]?.networkId ?? caipNetworkId
    return { networks: after.networks, ...networkUpdate(after, chainNamespace, current) }
  })
  followNetwork(context)
}

/** S4-07: if the network was active, the first remaining one of its namespace takes its place. */
export function removeNetwork(context: KitContext, input: { readonly networkId: NetworkIdInput }): void {
  alive(context)
  const networkId = toNetworkId(input.networkId)
  const network = context.store.get().networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (!network) throw new LatchkeyError('network.not-found')
  const namespace = network.chainNamespace
  needAdapter(context, namespace)
  context.store.set((state) => {
    const networks = state.networks.filter((known) => known !== network)
    const remaining = networks.find(({ chainNamespace }) => chainNamespace === namespace)?.caipNetworkId
    const current = state.activeNetworks[namespace]?.networkId
    // A wallet that is on the removed network stays there: it is shown as unsupported, not as somewhere else (D-11).
    const next = selectWallet(state, namespace)?.networkId ?? (current === networkId ? remaining : current)
    return { networks, ...networkUpdate({ ...state, networks }, namespace, next) }
  })
  followNetwork(context)
}

/** S8-14 */
function needAdapter(context: KitContext, namespace: Namespace) {
  if (!context.jobs.adapters.has(namespace)) throw new LatchkeyError('adapter.missing', { ns: namespace })
}
