/** The active network. */
import type { FrameHandler } from './index.js'

export const GET_CHAIN_ID: FrameHandler<'GET_CHAIN_ID'> = async (_request, context) => ({
  chainId: context.network,
})
