/** The code of the new address: from now on the account has it. */
import type { FrameHandler } from './index.js'

export const UPDATE_EMAIL_SECONDARY_OTP: FrameHandler<'UPDATE_EMAIL_SECONDARY_OTP'> = async (
  { otp },
  context,
) => {
  const { email } = await context.api.call('emailChangeSecondary', { body: { otp } })
  context.account.forget()
  return { newEmail: email }
}
