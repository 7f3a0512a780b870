/** An RPC method that the embedded wallet does not take: said in the log, on screen, and to who asked (S4-23, S6-04). */
import { errorText } from '@latchkey/spec/laterErrors'
import { limits } from '@latchkey/spec/limits'
import { hasScreen } from '../actions/attachScreen.js'
import { open } from '../actions/open.js'
import { showToast } from '../actions/toast.js'
import type { KitContext } from '../context.js'
import { FrameError } from './frameError.js'

/** EIP-1193: the provider does not support the method. */
const unsupported = 4200

export async function disallow(context: KitContext, method: unknown): Promise<never> {
  const message = errorText('rpc.not-allowed')
  context.log.error(message, String(method).slice(0, 64))
  if (hasScreen(context) && !context.store.get().modal.isOpen) open(context)
  await new Promise<void>((resolve) => context.clock.after(limits.disallowedToastDelay, resolve))
  showToast(context, { variant: 'error', text: errorText('rpc.action-not-allowed') })
  throw new FrameError({ message, code: unsupported, retryAfter: undefined })
}
