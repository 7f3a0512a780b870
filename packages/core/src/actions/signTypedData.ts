/** Asks the wallet to sign EIP-712 data. */
import type { TypedData } from '../connector.js'
import type { Kit, RequestInput } from '../kit.js'
import { capability, requestWallet } from '../wallets/request.js'

export function signTypedData(
  kit: Kit,
  { data, ...input }: RequestInput & { readonly data: TypedData },
): Promise<string> {
  return requestWallet(kit, input, ({ session, address, signal }) =>
    capability(session, 'signTypedData', 'sign typed data')({ address, data, signal }),
  )
}
