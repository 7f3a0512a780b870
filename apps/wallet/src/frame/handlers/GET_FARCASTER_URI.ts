/** Begins to sign in with Farcaster: what the QR code says. */
import type { FrameHandler } from './index.js'

export const GET_FARCASTER_URI: FrameHandler<'GET_FARCASTER_URI'> = async (_request, context) => {
  const { api, embedder, login } = context
  const { attemptId, url } = await api.call('farcasterStart', { body: embedder })
  login.begin({ kind: 'farcaster', id: attemptId })
  return { url }
}
