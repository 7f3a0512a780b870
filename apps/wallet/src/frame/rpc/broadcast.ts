/** Sends a signed transaction, as often as it takes: the same bytes twice are the same transaction (F-C). */
import { seconds } from '@latchkey/spec/limits'
import { isRefusal } from '../../api/walletRefusal.js'
import type { FrameContext } from '../context.js'
import { callNode } from './callNode.js'
import { RpcFailure } from './rpcFailure.js'

const tries = 3
const again = seconds(1)

export async function broadcast(
  context: FrameContext,
  network: string,
  { raw, hash }: { readonly raw: string; readonly hash: string },
): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      await callNode(context, network, 'eth_sendRawTransaction', [raw])
      return
    } catch (error) {
      // A node may take it and fail to say so, or have it from the try before: its hash tells.
      if (await isKnown(context, network, hash)) return
      const mayCome = isRefusal(error, 'UNAVAILABLE') || isRefusal(error, 'RPC')
      if (!mayCome || left <= 1) throw error
      await new Promise<void>((resolve) => context.after(again, resolve))
    }
  }
}

async function isKnown(context: FrameContext, network: string, hash: string): Promise<boolean> {
  try {
    return (await callNode(context, network, 'eth_getTransactionByHash', [hash])) !== null
  } catch (error) {
    if (error instanceof RpcFailure || isRefusal(error)) return false
    throw error
  }
}
