/** Waits until the server has verified the Farcaster sign-in, and enters. */
import { attemptOver } from '../../api/walletRefusal.js'
import { enter } from '../enter.js'
import { waitForAttempt } from '../waitForAttempt.js'
import type { FrameHandler } from './index.js'

export const CONNECT_FARCASTER: FrameHandler<'CONNECT_FARCASTER'> = async (_request, context) => {
  const attempt = context.login.current('farcaster')
  if (!attempt) throw attemptOver()
  await waitForAttempt(context, attempt, ['device', 'provider'])
  const keep = context.keepsCookies ? 'cookie' : 'body'
  const body = { attemptId: attempt.id, keep } as const
  const answer = await context.api.call('farcasterFinish', { body })
  await enter(context, answer)
  return { userName: answer.userName ?? 'farcaster' }
}
