/** Says whether somebody is signed in. A token from an earlier visit is not read yet: it cannot sign anybody in. */
import type { FrameHandler } from './index.js'

export const IS_CONNECTED: FrameHandler<'IS_CONNECTED'> = async (_request, context) => ({
  isConnected: context.isSignedIn,
})
