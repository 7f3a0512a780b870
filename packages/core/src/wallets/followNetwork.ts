/** Shows UnsupportedChain while the wallet is on a network the page did not ask for, and takes it away after (S2-10). */
import { hasScreen } from '../actions/attachScreen.js'
import { close } from '../actions/close.js'
import { isOnUnsupportedNetwork, open } from '../actions/open.js'
import type { Kit } from '../kit.js'

export function followNetwork(kit: Kit): void {
  const state = kit.store.get()
  const isShown = state.modal.isOpen && state.router.history.some(({ view }) => view === 'UnsupportedChain')
  const isNeeded = isOnUnsupportedNetwork(kit, state)
  // Where nothing is drawn, the app reads it from the state: the network is marked as not supported.
  if (isNeeded && !isShown && hasScreen(kit)) open(kit, { view: 'UnsupportedChain' })
  if (!isNeeded && isShown) close(kit, { reason: 'finished' })
}
