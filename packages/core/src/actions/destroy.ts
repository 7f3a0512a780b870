/** Ends a kit: every wait, timer, listener and socket it owns. What is stored stays, for the next page load. */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Kit } from '../kit.js'

export function destroy(kit: Kit): void {
  const { scope } = kit.jobs
  if (scope.isClosed) return
  kit.store.set(({ modal, toast, alert }) => ({
    isDestroyed: true,
    modal: { ...modal, isOpen: false },
    toast: { ...toast, isOpen: false },
    alert: { ...alert, isOpen: false },
  }))
  scope.close(new LatchkeyError('kit.destroyed'))
}
