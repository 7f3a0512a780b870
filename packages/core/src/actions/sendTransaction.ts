/** Asks the wallet to sign and send a transaction; answers with its hash. */
import type { TransactionRequest } from '../connector.js'
import type { KitContext } from '../context.js'
import type { SignInput } from '../kit.js'
import { capability, requestWallet } from '../wallets/request.js'

export function sendTransaction(
  context: KitContext,
  { transaction, ...input }: SignInput & { readonly transaction: TransactionRequest },
): Promise<string> {
  return requestWallet(context, input, ({ session, ...request }) =>
    capability(session, 'sendTransaction', 'send transactions')({ ...request, transaction }),
  )
}
