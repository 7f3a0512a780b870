/** Asks the person for a payment in the modal, as one promise: a receipt, or the reason why there is none. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { alive, type KitContext } from '../context.js'
import { startFeature } from '../feature.js'
import { pay as feature } from '../features/index.js'
import type { PayReceipt, PayRequest } from '../features/pay/payRequest.js'
import { unlessAborted } from '../unlessAborted.js'
import { hasScreen } from './attachScreen.js'
import { open } from './open.js'

export async function pay(
  context: KitContext,
  { signal, ...request }: PayRequest & { readonly signal?: AbortSignal },
): Promise<PayReceipt> {
  alive(context)
  const payments = await startFeature(context, feature)
  if (!payments) throw new LatchkeyError('pay.off')
  if (!hasScreen(context)) throw new LatchkeyError('modal.missing')
  if (signal?.aborted) throw new LatchkeyError('request.aborted', {}, { cause: signal.reason })
  const receipt = payments.askInModal(request)
  open(context, { view: 'Pay', data: { pay: request } })
  // Whoever asked may leave; what the wallet has already is followed all the same.
  const leave = () => payments.withdraw(request)
  signal?.addEventListener('abort', leave, { once: true })
  return unlessAborted(receipt, signal).finally(() => signal?.removeEventListener('abort', leave))
}
