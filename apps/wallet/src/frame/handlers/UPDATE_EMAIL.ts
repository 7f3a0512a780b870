/** Begins to change the address of the account: the person says yes to it in a window, then a code goes to the old one. */
import { secondsUntil } from '../secondsUntil.js'
import { withStepUp } from '../withStepUp.js'
import type { FrameHandler } from './index.js'

export const UPDATE_EMAIL: FrameHandler<'UPDATE_EMAIL'> = async ({ email }, context) => {
  const start = () => context.api.call('emailChangeStart', { body: { email } })
  const { action, resendAt, now } = await context.requests.run((signal) => withStepUp(context, start, signal))
  return { action, resendAfter: secondsUntil(resendAt, now) }
}
