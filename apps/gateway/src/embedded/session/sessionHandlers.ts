/** Sessions and windows over HTTP: refresh, resume, end, open a window; and the wait for an attempt. */
import { randomUUID } from 'node:crypto'
import { walletLimits, windowPurposes } from '@latchkey/spec/walletApi'
import { and, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { walletWindows } from '../../store/schema.js'
import { newSecret, secretHash } from '../attempts.js'
import { WalletRefusal } from '../http/refusal.js'
import { type WalletCaller, type WalletHandlers, WithCookie } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import { isSame } from './dpop.js'
import type { OpenedSession } from './sessions.js'

export function createSessionHandlers(parts: EmbeddedParts) {
  const { db, clock, sessions, users, devices, attempts, wakers, hand } = parts

  async function handOver(opened: OpenedSession, keep: 'cookie' | 'body') {
    const user = await users.byId(opened.session.userId)
    if (!user || user.status !== 'active') throw new WalletRefusal('SESSION_EXPIRED')
    return hand(opened, user, keep)
  }

  return {
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

    async windowCreate({ body }, caller) {
      const { session } = signedInOf(caller)
      const id = randomUUID()
      const secret = newSecret()
      const expiresAt = new Date(clock.now() + walletLimits.windowCodeLife)
      await db.query.insert(walletWindows).values({
        id,
        sessionId: session.id,
        purpose: body.purpose,
        approvalId: body.approvalId ?? null,
        secretHash: secretHash(secret),
        expiresAt,
      })
      const url = `${parts.walletOrigin()}/${body.purpose}#${id}.${secret}`
      return { windowId: id, url, expiresAt: expiresAt.getTime(), now: clock.now() }
    },

    async windowOpen({ body }, { jkt }) {
      const [found] = await db.query.select().from(walletWindows).where(eq(walletWindows.id, body.windowId))
      const isRight = found && isSame(found.secretHash, secretHash(body.secret))
      if (!isRight || found.expiresAt.getTime() <= clock.now()) throw new WalletRefusal('LINK_EXPIRED')
      const [first] = await db.query
        .update(walletWindows)
        .set({ usedAt: new Date(clock.now()) })
        .where(and(eq(walletWindows.id, found.id), isNull(walletWindows.usedAt)))
        .returning()
      if (!first) throw new WalletRefusal('LINK_USED')
      const frame = await sessions.find(first.sessionId)
      const user = frame && (await users.byId(frame.userId))
      if (!frame || !user) throw new WalletRefusal('LINK_EXPIRED')
      const { provider } = frame
      const opened = await sessions.open({
        userId: user.id,
        jkt,
        projectId: null,
        origin: parts.walletOrigin(),
        kind: 'window',
        provider,
        openedBy: frame.deviceId,
      })
      const answer = await parts.answer(opened.session, user)
      const opening = {
        session: answer,
        purpose: purposeOf(first.purpose),
        ...(first.approvalId === null ? {} : { approvalId: first.approvalId }),
        origin: frame.origin,
      }
      return new WithCookie(opening, 'window', opened.refresh)
    },

    async windowResume(_, { cookie, jkt }) {
      if (cookie === undefined) throw new WalletRefusal('SESSION_EXPIRED')
      return handOver(await sessions.refresh(cookie, jkt), 'cookie')
    },
  } satisfies WalletHandlers
}

const namedResult = v.object({ userName: v.optional(v.string()) })
const purposeOf = (text: string) => v.parse(v.picklist(windowPurposes), text)

/** The session that the route's proof asked for. */
export function signedInOf(caller: WalletCaller): NonNullable<WalletCaller['signedIn']> {
  if (!caller.signedIn) throw new WalletRefusal('SESSION_EXPIRED')
  return caller.signedIn
}
