/** Short messages over the modal (S4-10). */
import { limits } from '@latchkey/spec/limits'
import type { Kit } from '../kit.js'
import type { ToastVariant } from '../state.js'

export interface ToastInput {
  readonly variant: ToastVariant
  readonly text: string
  /** Closes by itself; a loading message stays until it is replaced. */
  readonly autoClose?: boolean
}

/** Shows a message. An open one is closed first and the new one follows after 150 ms; only the newest waits. */
export function showToast(kit: Kit, input: ToastInput): void {
  const { isOpen } = kit.store.get().toast
  kit.jobs.toastTimer()
  if (isOpen) close(kit)
  // Between the two messages nothing is open, but the replacement is still owed its pause.
  if (isOpen || kit.jobs.isToastReplacing) {
    kit.jobs.isToastReplacing = true
    kit.jobs.toastTimer = kit.clock.after(limits.toastReplaceDelay, () => reveal(kit, input))
  } else reveal(kit, input)
}

export function hideToast(kit: Kit): void {
  kit.jobs.toastTimer()
  kit.jobs.isToastReplacing = false
  if (kit.store.get().toast.isOpen) close(kit)
}

function reveal(kit: Kit, { variant, text, autoClose = variant !== 'loading' }: ToastInput) {
  kit.jobs.isToastReplacing = false
  kit.store.set({ toast: { isOpen: true, variant, text } })
  if (autoClose) kit.jobs.toastTimer = kit.clock.after(limits.toastLifetime, () => close(kit))
}

/** The text stays while the message fades out. */
function close(kit: Kit) {
  kit.store.set(({ toast }) => ({ toast: { ...toast, isOpen: false } }))
}
