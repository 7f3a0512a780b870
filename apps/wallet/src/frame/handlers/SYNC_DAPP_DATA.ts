/** Keeps what the embedding page says about itself (S3-20), for the screens that will quote it. */
import type { FrameHandler } from './index.js'

export const SYNC_DAPP_DATA: FrameHandler<'SYNC_DAPP_DATA'> = async (dapp, context) => {
  context.dapp = { ...context.dapp, ...dapp }
  return undefined
}
