/** Sessions over HTTP: refresh, resume, end; and the wait for an attempt. */
import { walletLimits } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { WalletRefusal } from '../http/refusal.js'
import { type WalletCaller, type WalletHandlers, WithCookie } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import type { OpenedSession } from './sessions.js'

export function createSessionHandlers(parts: EmbeddedParts) {
  const { clock, sessions, users, devices, attempts, wakers, hand } = parts

  async function handOver(opened: OpenedSession, keep: 'cookie' | 'body') {
    const user = await users.byId(opened.session.userId)
    if (!user || user.status !== 'active') throw new WalletRefusal('SESSION_EXPIRED')
    return hand(opened, user, keep)
  }

  return {
    nonceRead: async () => ({}),

    async sessionRefresh({ body }, { cookie, jkt }) {
      const token = body.refresh ?? cookie
      if (token === undefined) throw new WalletRefusal('SESSION_EXPIRED')
      return handOver(await sessions.refresh(token, jkt), body.refresh === undefined ? 'cookie' : 'body')
    },

    async sessionResume({ body }, { cookie, jkt }) {
      if (cookie === undefined) throw new WalletRefusal('SESSION_EXPIRED')
      const opened = await sessions.resume(cookie, jkt, async ({ deviceId, origin }) => {
        if (deviceId !== body.capsule.deviceId) return false
        return (await devices.isClaimRight(body.capsule, origin)) !== undefined
      })
      return handOver(opened, 'cookie')
    },

    async sessionEnd(_, caller) {
      const { session } = signedInOf(caller)
      await sessions.end(session.id, 'signed out')
      return new WithCookie({}, session.kind === 'window' ? 'window' : 'refresh', undefined)
    },

    async attemptWait({ params, query }, caller) {
      const { id } = params
      const first = await attempts.ofKey(id, caller.jkt)
      const changed = await wakers.until(
        id,
        query.known === undefined ? 0 : walletLimits.attemptWait,
        async () => {
          const attempt = await attempts.find(id)
          return attempt && attempt.state !== query.known ? attempt : undefined
        },
        caller.signal,
      )
      const attempt = changed ?? first
      if (attempts.isOver(attempt)) throw new WalletRefusal('ATTEMPT_EXPIRED')
      const isFound = attempt.state === 'verified'
      const result = isFound ? await attempts.open(attempt, 'result_sealed', namedResult) : undefined
      // In the same tab nobody typed a number: the code is for the page that the person comes back to, and for no other.
      const needsHandoff = isFound && attempt.kind !== 'farcaster' && attempt.returnUrl === null
      return {
        state: attempt.state,
        ...(result?.userName === undefined ? {} : { userName: result.userName }),
        ...(needsHandoff ? { handoff: await attempts.makeHandoff(id) } : {}),
        expiresAt: attempt.expiresAt.getTime(),
        now: clock.now(),
      }
    },
  } satisfies WalletHandlers
}

const namedResult = v.object({ userName: v.optional(v.string()) })

/** The session that the route's proof asked for. */
export function signedInOf(caller: WalletCaller): NonNullable<WalletCaller['signedIn']> {
  if (!caller.signedIn) throw new WalletRefusal('SESSION_EXPIRED')
  return caller.signedIn
}
