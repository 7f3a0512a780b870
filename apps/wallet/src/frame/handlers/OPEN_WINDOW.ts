/** Shows the button that opens a window of the wallet, and answers when the person is done there. */
import { throughWindow } from '../throughWindow.js'
import type { FrameHandler } from './index.js'

export const OPEN_WINDOW: FrameHandler<'OPEN_WINDOW'> = async ({ purpose }, context) => {
  await context.requests.run((signal) => throughWindow(context, purpose, signal))
  return undefined
}
