/** The one way out of the state, for wallets that the page leaves and for wallets that leave the page (S4-05, S4-06). */
import type { Namespace } from '@latchkey/spec/caip'
import { viewEntry } from '@latchkey/spec/views'
import { close } from '../actions/close.js'
import { walletKey } from '../jobs.js'
import type { Kit } from '../kit.js'
import { selectIsConnected } from '../select.js'
import type { KitState } from '../state.js'
import { changeConnection, namespaceUpdate } from './change.js'
import { followNetwork } from './followNetwork.js'
import { rememberLeft } from './remember.js'

/** Nothing of these wallets is shown, kept or listened to any more. Their sessions are not asked to end. */
export function forgetWallets(kit: Kit, namespace: Namespace, connectorIds: readonly string[]): void {
  for (const connectorId of connectorIds) {
    kit.jobs.watches.get(walletKey(namespace, connectorId))?.stop(undefined)
    rememberLeft(kit, { namespace, connectorId })
    changeConnection(kit, namespace, { type: 'walletLeft', connectorId }, (state) =>
      forgetIfLast(state, namespace, connectorId),
    )
  }
  forgetEmbedded(kit, connectorIds)
  clearScreen(kit)
  followNetwork(kit)
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
function forgetEmbedded(kit: Kit, connectorIds: readonly string[]) {
  const { connectors } = kit.store.get()
  if (connectors.some(({ id, type }) => type === 'AUTH' && connectorIds.includes(id))) {
    kit.storage.forget('embeddedLogin')
  }
}

/** Without an account, views about one are empty, and views that hold the person wait for a wallet that is gone. */
function clearScreen(kit: Kit) {
  const state = kit.store.get()
  if (selectIsConnected(state)) return
  const isAboutAccount = state.router.history.some(({ view }) => {
    const { needsAccount, canClose } = viewEntry(view)
    return needsAccount || canClose !== 'always'
  })
  if (isAboutAccount) close(kit, { reason: 'disconnected', force: true })
}
