/** Asks the wallet to sign and send a transaction; answers with its hash. */
import type { TransactionRequest } from '../connector.js'
import type { KitContext } from '../context.js'
import type { SendInput } from '../kit.js'
import { capability } from '../wallets/request.js'
import { requestSending } from '../wallets/requestSending.js'

export function sendTransaction(
  context: KitContext,
  { transaction, ...input }: SendInput & { readonly transaction: TransactionRequest },
): Promise<string> {
  const kind = transaction.data === undefined ? 'send' : 'call'
  return requestSending(context, { kind, ...input }, ({ session, ...request }) =>
    capability(session, 'sendTransaction', 'send transactions')({ ...request, transaction }),
  )
}
