/** Starts the page afresh: the host asks for it when an answer did not come. A new FRAME_READY follows. */
import type { FrameHandler } from './index.js'

export const RELOAD: FrameHandler<'RELOAD'> = async (_request, context) => {
  context.reload()
  return undefined
}
