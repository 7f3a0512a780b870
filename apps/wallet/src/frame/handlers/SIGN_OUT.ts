/** Leaves nobody signed in; doing it twice is no error. The share stays on the device: without a session and a factor it opens nothing. */
import type { FrameHandler } from './index.js'

export const SIGN_OUT: FrameHandler<'SIGN_OUT'> = async (_request, context) => {
  context.login.end()
  context.account.forget()
  await context.session.end()
  return undefined
}
