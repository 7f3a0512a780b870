/** Signs in with a passkey: one that exists is asked for here, a new one is made in a window (D-31). */
import type { SessionAnswer } from '@latchkey/spec/walletApi'
import { attemptOver } from '../../api/walletRefusal.js'
import type { FrameContext } from '../context.js'
import { enter } from '../enter.js'
import type { Attempt } from '../login.js'
import { aborted } from '../throughWindow.js'
import { waitForAttempt } from '../waitForAttempt.js'
import type { FrameHandler } from './index.js'

export const CONNECT_PASSKEY: FrameHandler<'CONNECT_PASSKEY'> = async (_request, context) => {
  const { api, embedder, login, openWindow, panel } = context
  const { attemptId, uri, matchNumber } = await api.call('passkeyStart', { body: embedder })
  const attempt = login.begin({ kind: 'passkey', id: attemptId })
  const givenUp = new AbortController()
  let letIn = (_: SessionAnswer) => {}
  const sessionHere = new Promise<SessionAnswer>((resolve) => {
    letIn = resolve
  })
  const shown = panel.show({
    kind: 'passkey',
    matchNumber,
    create: () => openWindow(uri),
    cancel: () => givenUp.abort(),
    // Here the screen says what went wrong, and the window stays open to whoever tries it instead.
    use: async () => letIn(await signInHere(context)),
  })
  try {
    const ways = [sessionHere, signInByWindow(context, attempt), aborted(givenUp.signal)]
    const session = await Promise.race(ways)
    // Nothing is left to choose, and whoever is let in ends the attempt: the other way ends with it, unheard.
    shown.close()
    await enter(context, session)
    return undefined
  } finally {
    shown.close()
    // The page may have gone on to another way to sign in: that attempt is not this one's to end.
    login.end(attempt)
  }
}

async function signInHere({
  api,
  embedder,
  keepsCookies,
  showPasskey,
}: FrameContext): Promise<SessionAnswer> {
  const { attemptId, options } = await api.call('passkeyOptions', { body: { ceremony: 'get', ...embedder } })
  const credential = await showPasskey(options)
  const keep = keepsCookies ? 'cookie' : 'body'
  const { session } = await api.call('passkeyVerify', { body: { attemptId, credential, keep } })
  if (!session) throw attemptOver()
  return session
}

async function signInByWindow(context: FrameContext, attempt: Attempt): Promise<SessionAnswer> {
  const { handoff: code } = await waitForAttempt(context, attempt, ['device', 'provider'])
  if (code === undefined) throw attemptOver()
  const keep = context.keepsCookies ? 'cookie' : 'body'
  return context.api.call('handoff', { body: { code, keep } })
}
