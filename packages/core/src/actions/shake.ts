/** Shakes the modal for a moment: the person asked for something that cannot be done now (S4-10). */
import { pageLimits } from '@latchkey/spec/limits'
import type { KitContext } from '../context.js'

export function shake(context: KitContext): void {
  // A shake that is under way is not prolonged: a person who keeps clicking would never see it end.
  if (context.store.get().modal.isShaking) return
  context.store.set(({ modal }) => ({ modal: { ...modal, isShaking: true } }))
  context.clock.after(pageLimits.shakeReset, () =>
    context.store.set(({ modal }) => ({ modal: { ...modal, isShaking: false } })),
  )
}
