/** Puts a connected wallet before the others of its namespace: its account is then the one that is shown and signs. */
import type { Namespace } from '@latchkey/spec/caip'
import type { KitContext } from '../context.js'
import { selectWallet } from '../select.js'
import { changeConnection } from './change.js'
import { followNetwork } from './followNetwork.js'
import { rememberUsed } from './remember.js'

export function bringToFront(context: KitContext, namespace: Namespace, connectorId: string): void {
  if (selectWallet(context.store.get(), namespace)?.connectorId === connectorId) return
  // What was about to be sent belongs to the account that was left.
  changeConnection(context, namespace, { type: 'walletChosen', connectorId }, () => ({ send: {} }))
  rememberUsed(context, { namespace, connectorId, isActive: true })
  followNetwork(context)
}
