/** Waits until the person has typed the number into the page of the mail, which then shows them the code. */
import { attemptOver } from '../../api/walletRefusal.js'
import { waitForAttempt } from '../waitForAttempt.js'
import type { FrameHandler } from './index.js'

export const CONNECT_DEVICE: FrameHandler<'CONNECT_DEVICE'> = async (_request, context) => {
  const attempt = context.login.current('email')
  if (!attempt) throw attemptOver()
  await waitForAttempt(context, attempt, ['device'])
  return undefined
}
