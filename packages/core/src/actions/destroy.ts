/** Ends a kit: every wait, timer, listener and socket it owns. What is stored stays, for the next page load. */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { KitContext } from '../context.js'

export function destroy(context: KitContext): void {
  const { scope } = context.jobs
  if (scope.isClosed) return
  context.store.set(({ modal, toast, alert }) => ({
    isDestroyed: true,
    modal: { ...modal, isOpen: false },
    toast: { ...toast, isOpen: false },
    alert: { ...alert, isOpen: false },
  }))
  scope.close(new LatchkeyError('kit.destroyed'))
}
