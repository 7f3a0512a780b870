/** Short messages over the modal (S4-10). */
import { limits } from '@latchkey/spec/limits'
import type { KitContext } from '../context.js'
import type { ToastVariant } from '../state.js'

export interface ToastInput {
  readonly variant: ToastVariant
  readonly text: string
  /** Closes by itself; a loading message stays until it is replaced. */
  readonly autoClose?: boolean
  /** Shown on the page too, where the modal is closed. */
  readonly isForPage?: boolean
}

/** Shows a message. An open one is closed first and the new one follows after 150 ms; only the newest waits. */
export function showToast(context: KitContext, input: ToastInput): void {
  const { isOpen } = context.store.get().toast
  context.jobs.toastTimer()
  if (isOpen) close(context)
  // Between the two messages nothing is open, but the replacement is still owed its pause.
  if (isOpen || context.jobs.isToastReplacing) {
    context.jobs.isToastReplacing = true
    context.jobs.toastTimer = context.clock.after(limits.toastReplaceDelay, () => reveal(context, input))
  } else reveal(context, input)
}

/** Closes the toast, also one that was still to come. */
export function hideToast(context: KitContext): void {
  context.jobs.toastTimer()
  context.jobs.isToastReplacing = false
  if (context.store.get().toast.isOpen) close(context)
}

function reveal(context: KitContext, input: ToastInput) {
  const { variant, text, autoClose = variant !== 'loading', isForPage = false } = input
  context.jobs.isToastReplacing = false
  context.store.set({ toast: { isOpen: true, variant, text, isForPage } })
  if (autoClose) context.jobs.toastTimer = context.clock.after(limits.toastLifetime, () => close(context))
}

/** The text stays while the message fades out. */
function close(context: KitContext) {
  context.store.set(({ toast }) => ({ toast: { ...toast, isOpen: false } }))
}
