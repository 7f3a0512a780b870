/** Shakes the modal for a moment: the person asked for something that cannot be done now (S4-10). */
import { limits } from '@latchkey/spec/limits'
import type { Kit } from '../kit.js'

export function shake(kit: Kit): void {
  // A shake that is under way is not prolonged: a person who keeps clicking would never see it end.
  if (kit.store.get().modal.isShaking) return
  kit.store.set(({ modal }) => ({ modal: { ...modal, isShaking: true } }))
  kit.clock.after(limits.shakeReset, () =>
    kit.store.set(({ modal }) => ({ modal: { ...modal, isShaking: false } })),
  )
}
