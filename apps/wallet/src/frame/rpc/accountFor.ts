/** Which account of the wallet a request is for: the one it names, or the one that is shown. Never another's. */
import type { WalletAccount } from '@latchkey/spec/walletApi'
import type { FrameContext } from '../context.js'
import { namespaceOf } from '../network.js'
import { userOf } from '../userOf.js'
import { RpcFailure } from './rpcFailure.js'

export async function accountFor(
  context: FrameContext,
  network: string,
  named: string | undefined,
): Promise<WalletAccount> {
  const { accounts } = await context.account.wallet()
  const namespace = namespaceOf(network)
  const wanted = named ?? (await userOf(context, { network })).address
  const spell = (text: string) => (namespace === 'eip155' ? text.toLowerCase() : text)
  const found = accounts.find(
    (account) => account.namespace === namespace && spell(account.address) === spell(wanted),
  )
  if (!found) throw new RpcFailure(4100, 'The account does not belong to this wallet')
  return found
}
