/** Leaves nobody signed in; doing it twice is no error. */
import type { FrameHandler } from './index.js'

export const SIGN_OUT: FrameHandler<'SIGN_OUT'> = async (_request, context) => {
  context.isSignedIn = false
  return undefined
}
