/** The code of the old address; then one goes to the new address. */
import type { FrameHandler } from './index.js'

export const UPDATE_EMAIL_PRIMARY_OTP: FrameHandler<'UPDATE_EMAIL_PRIMARY_OTP'> = async (
  { otp },
  context,
) => {
  await context.api.call('emailChangePrimary', { body: { otp } })
  return undefined
}
