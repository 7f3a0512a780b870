/** Closes the modal, unless the view on screen refuses (S2-08, S2-09, S2-10). */
import { LatchkeyError } from '@latchkey/spec/errors'
import { canClose, rejectsFrameRequests } from '@latchkey/spec/views'
import type { KitContext } from '../context.js'
import type { CloseReason } from '../events.js'
import type { CloseInput } from '../kit.js'
import { selectIsConnected, selectView } from '../select.js'
import { namespaceUpdate } from '../wallets/place.js'
import { shake } from './shake.js'

const dismissals: readonly CloseReason[] = ['close-button', 'escape', 'backdrop']

export function close(context: KitContext, { reason = 'app', force = false }: CloseInput = {}): boolean {
  const state = context.store.get()
  if (!state.modal.isOpen) return true
  const { isRequired, session } = state.signIn
  const guard = {
    forced: force,
    isDismissal: dismissals.includes(reason),
    signInRequired: isRequired,
    hasSession: session !== undefined,
  }
  if (!canClose(selectView(state), guard)) {
    shake(context)
    return false
  }
  const { transactionStack } = state.router
  const cameFrom = state.router.history[0]?.data?.cameFrom
  // The view stays in the history while the modal fades out; the next opening starts a new one.
  context.store.set({
    modal: { isOpen: false, isShaking: false },
    router: { ...state.router, transactionStack: [] },
    // Somebody looked at the wallets of a namespace and took none: whoever is connected elsewhere is in front again.
    ...(cameFrom && !selectIsConnected(state) && namespaceUpdate(state, cameFrom)),
  })
  context.events.emit('MODAL_CLOSE', { connected: selectIsConnected(state), reason })
  if (rejectsFrameRequests(transactionStack)) {
    for (const reject of [...context.jobs.embeddedRequests]) reject(new LatchkeyError('request.aborted'))
  }
  for (const transaction of [...transactionStack].reverse()) transaction.onEnd?.('cancel')
  return true
}
