/** Whether an account's code is on a network; undefined where no node says so, which is not "no". */
import type { FrameContext } from '../context.js'
import { callNode } from './callNode.js'

export async function isDeployed(
  context: FrameContext,
  address: string,
  network: string = context.network,
): Promise<boolean | undefined> {
  try {
    const code = await callNode(context, network, 'eth_getCode', [address, 'latest'])
    return typeof code === 'string' ? code !== '0x' : undefined
  } catch {
    return undefined
  }
}
