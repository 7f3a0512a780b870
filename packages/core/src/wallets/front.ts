/** Puts a connected wallet before the others of its namespace: its account is then the one that is shown and signs. */
import type { Namespace } from '@latchkey/spec/caip'
import type { Kit } from '../kit.js'
import { selectWallet } from '../select.js'
import { changeConnection } from './change.js'
import { followNetwork } from './followNetwork.js'
import { rememberUsed } from './remember.js'

export function bringToFront(kit: Kit, namespace: Namespace, connectorId: string): void {
  if (selectWallet(kit.store.get(), namespace)?.connectorId === connectorId) return
  // What was about to be sent belongs to the account that was left.
  changeConnection(kit, namespace, { type: 'walletChosen', connectorId }, () => ({ send: {} }))
  rememberUsed(kit, { namespace, connectorId, isActive: true })
  followNetwork(kit)
}
