/** Hands a signed operation to the bundler, as often as it takes: the same operation twice is one, and its hash tells whether it arrived (F-C). */
import {
  deployment,
  type Hex,
  hashUserOperation,
  type SmartAccount,
  type UserOperation,
} from '@latchkey/accounts'
import { seconds } from '@latchkey/spec/limits'
import { isRefusal } from '../../api/walletRefusal.js'
import type { FrameContext } from '../context.js'
import { callNode } from './callNode.js'
import { RpcFailure } from './rpcFailure.js'

const tries = 3
const again = seconds(1)

/** The signature is no part of it. */
export const operationHash = (operation: UserOperation, chainId: number): Hex =>
  hashUserOperation(operation, deployment.entryPoint, chainId)

export async function sendOperation(
  context: FrameContext,
  network: string,
  { account, operation }: { readonly account: SmartAccount; readonly operation: UserOperation },
): Promise<Hex> {
  const hash = operationHash(operation, account.chainId)
  for (let left = tries; ; left -= 1) {
    try {
      await account.sendUserOperation(operation)
      return hash
    } catch (error) {
      // A bundler may take it and fail to say so; then a second one would be refused for its nonce.
      if (await isKnown(context, network, hash)) return hash
      const mayCome = isRefusal(error, 'UNAVAILABLE') || isRefusal(error, 'RPC')
      if (!mayCome || left <= 1) throw error
      await new Promise<void>((resolve) => context.after(again, resolve))
    }
  }
}

async function isKnown(context: FrameContext, network: string, hash: Hex): Promise<boolean> {
  const found = async (method: string) => {
    try {
      return (await callNode(context, network, method, [hash])) !== null
    } catch (error) {
      if (error instanceof RpcFailure || isRefusal(error)) return false
      throw error
    }
  }
  // Waiting at the bundler, or in a block already.
  return (await found('eth_getUserOperationByHash')) || found('eth_getUserOperationReceipt')
}
