/** Begins to sign in by email, or sends the code again. What comes next depends on this device alone, not on whether there is an account. */
import { secondsUntil } from '../secondsUntil.js'
import type { FrameHandler } from './index.js'

export const CONNECT_EMAIL: FrameHandler<'CONNECT_EMAIL'> = async ({ email }, context) => {
  const { api, embedder, login, session } = context
  const claim = session.capsule()?.claim
  const told = await api.call('emailStart', {
    body: { ...embedder, email, ...(claim ? { capsule: claim } : {}) },
  })
  login.begin({ kind: 'email', id: told.attemptId })
  // Signed in with this very address: the host goes on without asking for anything.
  if (told.action === 'CONNECT') await session.restore(undefined)
  const { action, matchNumber, codeDigits, resendAt, now } = told
  return {
    action,
    ...(matchNumber === undefined ? {} : { matchNumber }),
    codeDigits,
    resendAfter: secondsUntil(resendAt, now),
  }
}
