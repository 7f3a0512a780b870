/** Shows UnsupportedChain while the wallet is on a network the page did not ask for, and takes it away after (S2-10). */
import { hasScreen } from '../actions/attachScreen.js'
import { close } from '../actions/close.js'
import { isOnUnsupportedNetwork, open } from '../actions/open.js'
import type { KitContext } from '../context.js'

export function followNetwork(context: KitContext): void {
  const state = context.store.get()
  const isShown = state.modal.isOpen && state.router.history.some(({ view }) => view === 'UnsupportedChain')
  const isNeeded = isOnUnsupportedNetwork(context, state)
  // Where nothing is drawn, the app reads it from the state: the network is marked as not supported.
  if (isNeeded && !isShown && hasScreen(context)) open(context, { view: 'UnsupportedChain' })
  if (!isNeeded && isShown) close(context, { reason: 'finished' })
}
