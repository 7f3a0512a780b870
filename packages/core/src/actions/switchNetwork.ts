/** Moves to another network, and with it to its namespace, in one step or not at all (S4-07). */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { isLatchkeyError, isUserRejection, LatchkeyError } from '@latchkey/spec/errors'
import { alive, type KitContext } from '../context.js'
import type { SwitchNetworkInput } from '../kit.js'
import { toNetworkId } from '../network.js'
import { withoutAccount } from '../router.js'
import { selectAccount, selectConnector, selectWallet } from '../select.js'
import type { KitState } from '../state.js'
import { followNetwork } from '../wallets/followNetwork.js'
import { syncWallet } from '../wallets/join.js'
import { namespaceUpdate, networkUpdate } from '../wallets/place.js'
import { capability, requestWallet, type WalletRequest } from '../wallets/request.js'
import { isUnrecognisedChain } from '../wallets/walletError.js'

export async function switchNetwork(
  context: KitContext,
  { signal, ...target }: SwitchNetworkInput,
): Promise<void> {
  alive(context)
  const networkId = toNetworkId('network' in target ? target.network : target.networkId)
  const network = findNetwork(context, networkId)
  const namespace = network.chainNamespace
  try {
    if (needsWallet(context, namespace, networkId)) {
      markNamespaceSwitch(context, namespace)
      await requestWallet(context, { namespace, ...(signal ? { signal } : {}) }, (request) =>
        moveWallet(context, network, request),
      )
    }
  } catch (cause) {
    context.store.set({ isSwitchingNamespace: false })
    const message = cause instanceof Error ? cause.message : String(cause)
    context.events.emit('SWITCH_NETWORK_ERROR', { networkId, message })
    throw cause
  }
  arrive(context, network)
  context.events.emit('SWITCH_NETWORK', { networkId })
  followNetwork(context)
}

/** S5-19 */
function findNetwork(context: KitContext, networkId: NetworkId): Network {
  const found = context.store.get().networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (found) return found
  // The words of alerts come with the first alert.
  import('./alert.js')
    .then(({ showAlert }) => showAlert(context, 'network-not-found', { network: networkId }))
    .catch((cause: unknown) => context.log.error(`${networkId} is not among the networks`, cause))
  throw new LatchkeyError('network.switch-not-found', { network: networkId })
}

/** A wallet without a notion of networks follows the page; one with it must agree first. */
function needsWallet(context: KitContext, namespace: Namespace, networkId: NetworkId): boolean {
  const current = selectWallet(context.store.get(), namespace)?.session.networkId()
  return current !== undefined && current !== networkId
}

function markNamespaceSwitch(context: KitContext, namespace: Namespace) {
  if (context.store.get().activeNamespace !== namespace) context.store.set({ isSwitchingNamespace: true })
}

async function moveWallet(
  context: KitContext,
  network: Network,
  { session, signal }: WalletRequest,
): Promise<void> {
  const wallet = selectConnector(context.store.get(), network.chainNamespace)?.name ?? ''
  const target = network.caipNetworkId
  const move = capability(session, 'switchNetwork', 'switch networks')
  try {
    await move({ network, signal })
  } catch (cause) {
    if (isLatchkeyError(cause) || !isUnrecognisedChain(cause)) throw cause
    await addThenMove(session, network, signal, cause)
  }
  // Believed only when the wallet says so itself: the page must not show a network the wallet is not on.
  if (session.networkId() !== target) {
    throw new LatchkeyError('network.switch-failed', { wallet, network: target })
  }
}

/** S4-24: a wallet that does not know the network is taught it, and asked again if it did not move by itself. */
async function addThenMove(
  session: WalletRequest['session'],
  network: Network,
  signal: AbortSignal,
  refusal: unknown,
): Promise<void> {
  if (!session.addNetwork) throw new LatchkeyError('network.not-supported', {}, { cause: refusal })
  try {
    await session.addNetwork({ network, signal })
  } catch (cause) {
    if (isUserRejection(cause)) throw cause
    throw new LatchkeyError('network.not-supported', {}, { cause })
  }
  if (session.networkId() !== network.caipNetworkId) await session.switchNetwork?.({ network, signal })
}

function arrive(context: KitContext, network: Network) {
  const { chainNamespace: namespace, caipNetworkId } = network
  const wallet = selectWallet(context.store.get(), namespace)
  if (wallet) syncWallet(context, namespace, wallet.connectorId, wallet.session)
  context.store.set((state) => {
    const actual = selectWallet(state, namespace)?.networkId ?? caipNetworkId
    return {
      ...networkUpdate(state, namespace, actual),
      isSwitchingNamespace: false,
      ...namespaceUpdate(state, namespace),
      ...keepToAccount(state, namespace),
    }
  })
}

/** Views about an account have nothing to show in a namespace without one. */
function keepToAccount(state: KitState, namespace: Namespace): Partial<KitState> {
  return selectAccount(state, namespace) ? {} : { router: withoutAccount(state.router) }
}
