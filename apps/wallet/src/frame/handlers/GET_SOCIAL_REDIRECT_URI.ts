/** Begins to sign in by another service: the address that the window, or this very tab, is sent to. */
import type { FrameHandler } from './index.js'

export const GET_SOCIAL_REDIRECT_URI: FrameHandler<'GET_SOCIAL_REDIRECT_URI'> = async (request, context) => {
  const { api, embedder, login } = context
  const { provider, returnUrl } = request
  const { attemptId, uri, matchNumber } = await api.call('socialStart', {
    body: { ...embedder, provider, ...(returnUrl === undefined ? {} : { returnUrl }) },
  })
  login.begin({ kind: 'social', id: attemptId, uri })
  // In the same tab there is nothing left on the screen to read the number from.
  return returnUrl === undefined ? { uri, matchNumber } : { uri }
}
