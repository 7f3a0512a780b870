/** Makes another network the active one. Whether a node serves it shows when it is asked. */
import { toNetwork } from '../network.js'
import type { FrameHandler } from './index.js'

export const SWITCH_NETWORK: FrameHandler<'SWITCH_NETWORK'> = async ({ chainId }, context) => {
  context.network = toNetwork(chainId)
  return { chainId: context.network }
}
