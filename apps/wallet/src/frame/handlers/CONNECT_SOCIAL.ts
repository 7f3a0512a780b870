/** Ends a sign-in by another service: with what its window handed over, or by waiting for what the server heard of it. */
import { attemptOver } from '../../api/walletRefusal.js'
import type { FrameContext } from '../context.js'
import { enter } from '../enter.js'
import { userOf } from '../userOf.js'
import { waitForAttempt } from '../waitForAttempt.js'
import type { FrameHandler } from './index.js'

export const CONNECT_SOCIAL: FrameHandler<'CONNECT_SOCIAL'> = async ({ uri }, context) => {
  const code = readHandoff(uri, context.origin) ?? (await waitForHandoff(uri, context))
  const keep = context.keepsCookies ? 'cookie' : 'body'
  await enter(context, await context.api.call('handoff', { body: { code, keep } }))
  return userOf(context)
}

/** `…/handoff#code=…` of this very wallet; the server takes it only from the key that began. */
function readHandoff(uri: string, origin: string): string | undefined {
  const { origin: at, pathname, hash } = new URL(uri)
  if (at !== origin || pathname !== '/handoff') return undefined
  return new URLSearchParams(hash.slice(1)).get('code') ?? undefined
}

async function waitForHandoff(uri: string, context: FrameContext): Promise<string> {
  const attempt = context.login.current('social')
  if (!attempt || attempt.uri !== uri) throw attemptOver()
  const { handoff } = await waitForAttempt(context, attempt, ['device', 'provider'])
  if (handoff === undefined) throw attemptOver()
  return handoff
}
