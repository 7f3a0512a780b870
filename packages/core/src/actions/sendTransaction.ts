/** Asks the wallet to sign and send a transaction; answers with its hash. */
import type { TransactionRequest } from '../connector.js'
import type { Kit, RequestInput } from '../kit.js'
import { capability, requestWallet } from '../wallets/request.js'

export function sendTransaction(
  kit: Kit,
  { transaction, ...input }: RequestInput & { readonly transaction: TransactionRequest },
): Promise<string> {
  return requestWallet(kit, input, ({ session, address, signal }) =>
    capability(session, 'sendTransaction', 'send transactions')({ address, transaction, signal }),
  )
}
