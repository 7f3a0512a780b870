/** Asks the wallet to sign a text or bytes. */
import type { Kit, SignInput } from '../kit.js'
import { capability, requestWallet } from '../wallets/request.js'

export function signMessage(
  kit: Kit,
  { message, ...input }: SignInput & { readonly message: string | Uint8Array },
): Promise<string> {
  return requestWallet(kit, input, ({ session, ...request }) =>
    capability(session, 'signMessage', 'sign messages')({ ...request, message }),
  )
}
