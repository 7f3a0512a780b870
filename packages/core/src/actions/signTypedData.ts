/** Asks the wallet to sign EIP-712 data. */
import type { TypedData } from '../connector.js'
import type { KitContext } from '../context.js'
import type { SignInput } from '../kit.js'
import { capability, requestWallet } from '../wallets/request.js'

export function signTypedData(
  context: KitContext,
  { data, ...input }: SignInput & { readonly data: TypedData },
): Promise<string> {
  return requestWallet(context, input, ({ session, ...request }) =>
    capability(session, 'signTypedData', 'sign typed data')({ ...request, data }),
  )
}
