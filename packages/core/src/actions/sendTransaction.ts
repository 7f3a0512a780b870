/** Asks the wallet to sign and send a transaction; answers with its hash. */
import type { TransactionRequest } from '../connector.js'
import type { Kit, SignInput } from '../kit.js'
import { capability, requestWallet } from '../wallets/request.js'

export function sendTransaction(
  kit: Kit,
  { transaction, ...input }: SignInput & { readonly transaction: TransactionRequest },
): Promise<string> {
  return requestWallet(kit, input, ({ session, ...request }) =>
    capability(session, 'sendTransaction', 'send transactions')({ ...request, transaction }),
  )
}
