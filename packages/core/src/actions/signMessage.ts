/** Asks the wallet to sign a text or bytes. */
import type { Kit, RequestInput } from '../kit.js'
import { capability, requestWallet } from '../wallets/request.js'

export function signMessage(
  kit: Kit,
  { message, ...input }: RequestInput & { readonly message: string | Uint8Array },
): Promise<string> {
  return requestWallet(kit, input, ({ session, address, signal }) =>
    capability(session, 'signMessage', 'sign messages')({ address, message, signal }),
  )
}
