/** Asks the wallet to sign EIP-712 data. */
import type { TypedData } from '../connector.js'
import type { Kit, SignInput } from '../kit.js'
import { capability, requestWallet } from '../wallets/request.js'

export function signTypedData(
  kit: Kit,
  { data, ...input }: SignInput & { readonly data: TypedData },
): Promise<string> {
  return requestWallet(kit, input, ({ session, ...request }) =>
    capability(session, 'signTypedData', 'sign typed data')({ ...request, data }),
  )
}
