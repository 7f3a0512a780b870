/** Windows over HTTP: a frame makes one, it opens once, and the two leave sealed parcels for each other. */
import { randomUUID } from 'node:crypto'
import { days, hours, minutes } from '@latchkey/spec/limits'
import { walletLimits, windowPurposes, type windowStates } from '@latchkey/spec/walletApi'
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import * as v from 'valibot'
import { walletSessions, walletWindows } from '../../store/schema.js'
import { newSecret, secretHash } from '../attempts.js'
import { WalletRefusal } from '../http/refusal.js'
import { type WalletHandlers, WithCookie } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import { isSame } from './dpop.js'
import { signedInOf } from './sessionHandlers.js'

/**
 * Windows that a frame opens so that it is believed. The factor that was shown there counts for the frame, too, as long
 * as it would for the window; a code does not, since nothing that asks for one is done in a frame. Whatever is proved
 * in other windows stays there: their pages do not know who would use it.
 */
const raising: ReadonlySet<string> = new Set<(typeof windowPurposes)[number]>(['recover', 'email'])

/** More than anybody opens by hand; each may bring a parcel. Of one session: no page uses up what the others need. */
const mostInDay = 1_000
const mostOfPersonInDay = 10 * mostInDay
/** How long a frame that was asleep finds what its window left for it. */
const resultMemory = hours(1)

type WindowRow = typeof walletWindows.$inferSelect

export function createWindowHandlers(parts: EmbeddedParts) {
  const { db, clock, sessions, users, limits, wakers, hand } = parts
  const now = () => new Date(clock.now())

  const find = async (id: string): Promise<WindowRow | undefined> =>
    (await db.query.select().from(walletWindows).where(eq(walletWindows.id, id)))[0]

  return {
    async windowCreate({ body }, caller) {
      const { session, user } = signedInOf(caller)
      const key = `windows|${user.id}`
      const wait = await limits.take([
        { key, limit: walletLimits.approvalsPerMinute, window: minutes(1) },
        { key: `windows-session|${session.id}`, limit: mostInDay, window: days(1) },
        { key, limit: mostOfPersonInDay, window: days(1) },
      ])
      if (wait > 0) throw new WalletRefusal('RATE', { retryAfter: wait })
      const id = randomUUID()
      const secret = newSecret()
      const expiresAt = new Date(clock.now() + walletLimits.windowCodeLife)
      await db.query.insert(walletWindows).values({
        id,
        sessionId: session.id,
        purpose: body.purpose,
        approvalId: body.approvalId ?? null,
        secretHash: secretHash(secret),
        parcel: body.parcel ?? null,
        expiresAt,
      })
      const url = `${parts.walletOrigin()}/${body.purpose}#${id}.${secret}`
      return { windowId: id, url, expiresAt: expiresAt.getTime(), now: clock.now() }
    },

    async windowOpen({ body }, { jkt }) {
      const found = await find(body.windowId)
      const isRight = found && isSame(found.secretHash, secretHash(body.secret))
      if (!isRight || found.expiresAt.getTime() <= clock.now()) throw new WalletRefusal('LINK_EXPIRED')
      const [first] = await db.query
        .update(walletWindows)
        .set({ usedAt: now(), parcel: null })
        .where(and(eq(walletWindows.id, found.id), isNull(walletWindows.usedAt)))
        .returning()
      if (!first) throw new WalletRefusal('LINK_USED')
      const frame = await sessions.find(first.sessionId)
      const user = frame && (await users.byId(frame.userId))
      if (!frame || !user) throw new WalletRefusal('LINK_EXPIRED')
      const { provider } = frame
      const opened = await sessions
        .open({
          userId: user.id,
          jkt,
          projectId: null,
          origin: parts.walletOrigin(),
          kind: 'window',
          provider,
          openedBy: frame.deviceId,
        })
        .catch((cause: unknown) => {
          // Another window of this browser took its place before anybody saw it.
          const isReplaced = cause instanceof WalletRefusal && cause.code === 'ATTEMPT_EXPIRED'
          throw isReplaced ? new WalletRefusal('LINK_EXPIRED') : cause
        })
      // Whoever ended the frame meanwhile may not have seen this session.
      if (!(await sessions.outlasts(frame))) {
        await sessions.end(opened.session.id, 'frame ended')
        throw new WalletRefusal('LINK_EXPIRED')
      }
      await db.query
        .update(walletWindows)
        .set({ openedSession: opened.session.id })
        .where(eq(walletWindows.id, first.id))
      wakers.wake(first.id)
      const opening = {
        session: await parts.answer(opened.session, user),
        purpose: purposeOf(first.purpose),
        ...(first.approvalId === null ? {} : { approvalId: first.approvalId }),
        origin: frame.origin,
        openedBy: frame.deviceId,
        ...(found.parcel === null ? {} : { parcel: found.parcel }),
      }
      return new WithCookie(opening, 'window', opened.refresh)
    },

    async windowResume(_, { cookie, jkt }) {
      if (cookie === undefined) throw new WalletRefusal('SESSION_EXPIRED')
      const opened = await sessions.refresh(cookie, jkt)
      const user = await users.byId(opened.session.userId)
      if (!user || user.status !== 'active') throw new WalletRefusal('SESSION_EXPIRED')
      return hand(opened, user, 'cookie')
    },

    async windowResult({ params, body }, caller) {
      const { session } = signedInOf(caller)
      const isOwn = and(eq(walletWindows.id, params.id), eq(walletWindows.openedSession, session.id))
      await db.query.transaction(async (transaction) => {
        const [done] = await transaction
          .update(walletWindows)
          .set({ doneAt: now(), result: body.parcel ?? null })
          .where(isOwn)
          .returning()
        if (!done) throw new WalletRefusal('NOT_FOUND')
        const { factorAt } = session
        if (factorAt && raising.has(done.purpose))
          await transaction
            .update(walletSessions)
            .set({ factorAt })
            .where(eq(walletSessions.id, done.sessionId))
      })
      wakers.wake(params.id)
      return {}
    },

    async windowWait({ params, query }, caller) {
      const { session } = signedInOf(caller)
      const first = await find(params.id)
      if (first?.sessionId !== session.id) throw new WalletRefusal('NOT_FOUND')
      const time = query.known === undefined ? 0 : walletLimits.attemptWait
      const look = async () => {
        const row = await find(params.id)
        return row && stateOf(row) !== query.known ? row : undefined
      }
      const row = (await wakers.until(params.id, time, look, caller.signal)) ?? first
      return {
        state: stateOf(row),
        ...(row.result === null ? {} : { parcel: row.result }),
        now: clock.now(),
      }
    },
  } satisfies WalletHandlers
}

/** Long after every approval that a window could be for is over. */
export async function pruneWindows({ db, clock }: Pick<EmbeddedParts, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now() - walletLimits.refreshIdle)
  await db.query.delete(walletWindows).where(lt(walletWindows.expiresAt, oldest))
  // Parcels may hold a share, sealed for an address that a browser may have kept: they go when nobody comes for them.
  const isMissed = lt(walletWindows.expiresAt, new Date(clock.now()))
  await db.query
    .update(walletWindows)
    .set({ parcel: null })
    .where(and(isNotNull(walletWindows.parcel), isMissed))
  const isTaken = lt(walletWindows.doneAt, new Date(clock.now() - resultMemory))
  await db.query
    .update(walletWindows)
    .set({ result: null })
    .where(and(isNotNull(walletWindows.result), isTaken))
}

function stateOf({ doneAt, openedSession }: WindowRow): (typeof windowStates)[number] {
  if (doneAt) return 'done'
  return openedSession ? 'open' : 'made'
}

const purposeOf = (text: string) => v.parse(v.picklist(windowPurposes), text)
