/** Asks the wallet to sign a text or bytes. */
import type { KitContext } from '../context.js'
import type { SignInput } from '../kit.js'
import { capability, requestWallet } from '../wallets/request.js'

export function signMessage(
  context: KitContext,
  { message, ...input }: SignInput & { readonly message: string | Uint8Array },
): Promise<string> {
  return requestWallet(context, input, ({ session, ...request }) =>
    capability(session, 'signMessage', 'sign messages')({ ...request, message }),
  )
}
