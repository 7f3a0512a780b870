/** The smart account of the active network. It is deployed with its first operation, and has its address before. */

import { isDeployed } from '../rpc/isDeployed.js'
import { RpcFailure } from '../rpc/rpcFailure.js'
import type { FrameHandler } from './index.js'

export const INIT_SMART_ACCOUNT: FrameHandler<'INIT_SMART_ACCOUNT'> = async (_request, context) => {
  const { accounts } = await context.account.wallet()
  const account = accounts.find(({ type }) => type === 'smartAccount')
  if (!account) throw new RpcFailure(4200, 'The wallet has no smart account')
  return { address: account.address, isDeployed: (await isDeployed(context, account.address)) ?? false }
}
