/** Says whether somebody is signed in, and finds them again after a reload. A server that is away is told as an error: it is no "no". */
import type { FrameHandler } from './index.js'

export const IS_CONNECTED: FrameHandler<'IS_CONNECTED'> = async (request, context) => {
  const isConnected = await context.session.restore(request?.token)
  // Nobody is connected before there is an address to tell (I6); a wallet that was being made is made to its end (F-B).
  if (isConnected) await context.account.wallet()
  return { isConnected }
}
