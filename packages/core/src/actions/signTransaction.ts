/** Asks the wallet to sign a transaction that the app sends itself, or hands to somebody else. */
import type { TransactionRequest } from '../connector.js'
import type { KitContext } from '../context.js'
import type { SignInput } from '../kit.js'
import { capability, requestWallet } from '../wallets/request.js'

export function signTransaction(
  context: KitContext,
  { transaction, ...input }: SignInput & { readonly transaction: TransactionRequest },
): Promise<unknown> {
  return requestWallet(context, input, ({ session, ...request }) =>
    capability(session, 'signTransaction', 'sign transactions')({ ...request, transaction }),
  )
}
