/** The code: whoever types it is signed in, and has a wallet when this is answered. */
import { attemptOver } from '../../api/walletRefusal.js'
import { enter } from '../enter.js'
import type { FrameHandler } from './index.js'

export const CONNECT_OTP: FrameHandler<'CONNECT_OTP'> = async ({ otp }, context) => {
  const attempt = context.login.current('email')
  if (!attempt) throw attemptOver()
  const keep = context.keepsCookies ? 'cookie' : 'body'
  await enter(context, await context.api.call('otpVerify', { body: { attemptId: attempt.id, otp, keep } }))
  return undefined
}
