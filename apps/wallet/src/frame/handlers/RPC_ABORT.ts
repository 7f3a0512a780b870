/** Takes back all that can still be taken back, windows and proofs as well: the modal was closed (S4-22). Each is answered 4001, and never broadcast. */
import type { FrameHandler } from './index.js'

export const RPC_ABORT: FrameHandler<'RPC_ABORT'> = async (_request, context) => {
  context.requests.abort()
  return undefined
}
