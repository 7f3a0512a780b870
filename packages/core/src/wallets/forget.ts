/** The one way out of the state, for wallets that the page leaves and for wallets that leave the page (S4-05, S4-06). */
import type { Namespace } from '@latchkey/spec/caip'
import { viewEntry } from '@latchkey/spec/views'
import { close } from '../actions/close.js'
import type { KitContext } from '../context.js'
import { walletKey } from '../jobs.js'
import { selectIsConnected } from '../select.js'
import type { KitState } from '../state.js'
import { changeConnection } from './change.js'
import { followNetwork } from './followNetwork.js'
import { namespaceUpdate } from './place.js'
import { rememberLeft } from './remember.js'

/** Nothing of these wallets is shown, kept or listened to any more. Their sessions are not asked to end. */
export function forgetWallets(
  context: KitContext,
  namespace: Namespace,
  connectorIds: readonly string[],
): void {
  for (const connectorId of connectorIds) {
    context.jobs.watches.get(walletKey(namespace, connectorId))?.stop(undefined)
    rememberLeft(context, { namespace, connectorId })
    changeConnection(context, namespace, { type: 'walletLeft', connectorId }, (state) =>
      forgetIfLast(state, namespace, connectorId),
    )
  }
  forgetEmbedded(context, connectorIds)
  clearScreen(context)
  followNetwork(context)
}

/** S4-05: with its last wallet a namespace loses all that was known through it. */
function forgetIfLast(state: KitState, namespace: Namespace, connectorId: string): Partial<KitState> {
  const wallets = state.connections[namespace]?.wallets ?? []
  if (wallets.some((wallet) => wallet.connectorId !== connectorId)) return {}
  const { [namespace]: _, ...balances } = state.balances
  const next = Object.entries(state.connections).find(
    ([other, connection]) => other !== namespace && connection.wallets.length > 0,
  )
  return {
    balances,
    send: {},
    socialProvider: undefined,
    signIn: { ...state.signIn, session: undefined },
    // With another namespace still connected, that one comes to the front. Keys of `connections` are namespaces.
    ...(state.activeNamespace === namespace && next ? namespaceUpdate(state, next[0] as Namespace) : {}),
  }
}

/** S4-06: the embedded wallet's markers go with it. */
function forgetEmbedded(context: KitContext, connectorIds: readonly string[]) {
  const { connectors } = context.store.get()
  if (connectors.some(({ id, type }) => type === 'AUTH' && connectorIds.includes(id))) {
    context.storage.forget('embeddedLogin')
    context.storage.forget('embeddedCapsule')
  }
}

/** Without an account, views about one are empty, and views that hold the person wait for a wallet that is gone. */
function clearScreen(context: KitContext) {
  const state = context.store.get()
  if (selectIsConnected(state)) return
  const isAboutAccount = state.router.history.some(({ view }) => {
    const { needsAccount, canClose } = viewEntry(view)
    return needsAccount || canClose !== undefined
  })
  if (isAboutAccount) close(context, { reason: 'disconnected', force: true })
}
