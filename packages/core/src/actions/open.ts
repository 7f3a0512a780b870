/** Opens the modal on a view: the one asked for, else the one the state calls for (S2-04, S2-05, S2-10). */
import { LatchkeyError } from '@latchkey/spec/errors'
import { canClose, initialView, opensUnsupportedChain } from '@latchkey/spec/views'
import type { KitContext } from '../context.js'
import type { OpenInput } from '../kit.js'
import { startRouter } from '../router.js'
import { selectIsConnected, selectView } from '../select.js'
import type { KitState } from '../state.js'
import { namespaceUpdate } from '../wallets/place.js'
import { hasScreen } from './attachScreen.js'
import { routeFor } from './navigate.js'
import { shake } from './shake.js'

export function open(context: KitContext, { view, data, namespace }: OpenInput = {}): void {
  if (!hasScreen(context)) throw new LatchkeyError('modal.missing')
  const before = context.store.get()
  if (before.modal.isOpen && !mayLeave(before)) return shake(context)
  if (namespace && before.activeNetworks[namespace]) context.store.set(namespaceUpdate(before, namespace))
  const state = context.store.get()
  const wanted = {
    view: view ?? firstView(context, state),
    ...(namespace ? { data: { ...data, namespace, cameFrom: placeBefore(before) } } : data ? { data } : {}),
  }
  context.store.set({
    modal: { ...state.modal, isOpen: true },
    router: startRouter(routeFor(state, wanted)),
  })
  // Views of a transaction are gone with the history they were in.
  for (const transaction of [...before.router.transactionStack].reverse()) transaction.onEnd?.('cancel')
  if (!before.modal.isOpen) context.events.emit('MODAL_OPEN', { connected: selectIsConnected(state) })
  context.events.emit('VIEW_SHOWN', { view: selectView(context.store.get()) })
}

/** A namespace that nobody is connected to is no place to come back to; the one before it may be. */
const placeBefore = (state: KitState) =>
  selectIsConnected(state) ? state.activeNamespace : state.router.history[0]?.data?.cameFrom

function firstView(context: KitContext, state: KitState) {
  if (isOnUnsupportedNetwork(context, state)) return 'UnsupportedChain'
  return initialView({
    connected: selectIsConnected(state),
    hasAdapters: context.jobs.adapters.size > 0,
    isMobile: context.options.isMobile,
  })
}

/** S2-10: asked of the wallet's network, so it needs a wallet. */
export function isOnUnsupportedNetwork(context: KitContext, state: KitState): boolean {
  const { enableNetworkSwitch, allowUnsupportedChain } = context.options
  return (
    selectIsConnected(state) &&
    opensUnsupportedChain({
      activeNetworkId: state.activeNetworks[state.activeNamespace]?.networkId,
      requestedNetworkIds: state.networks.map(({ caipNetworkId }) => caipNetworkId),
      enableNetworkSwitch,
      allowUnsupportedChain,
    })
  )
}

/** Opening over a view that refuses to close would drop it all the same (S2-08, S2-09). */
function mayLeave({ router, signIn, ...state }: KitState): boolean {
  const guard = { signInRequired: signIn.isRequired, hasSession: signIn.session !== undefined }
  return canClose(selectView({ router, signIn, ...state }), guard)
}
