/** Sessions and their refresh tokens. A token is used once; used again, it was stolen, unless two tabs used it at once. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type WalletLevel, walletLimits } from '@latchkey/spec/walletApi'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { mayBeLost } from '../../store/lostAnswer.js'
import { walletDevices, walletRefreshTokens, walletSessions } from '../../store/schema.js'
import type { Audit, Connection } from '../audit.js'
import { WalletRefusal } from '../http/refusal.js'
import type { Secrets } from '../secrets.js'
import { lockUser } from '../users.js'
import type { Devices } from './devices.js'

type SessionRow = typeof walletSessions.$inferSelect
type DeviceRow = typeof walletDevices.$inferSelect

export interface LiveSession extends SessionRow {
  readonly kind: DeviceRow['kind']
  readonly projectId: string | null
  readonly deviceState: DeviceRow['state']
}

export interface OpenedSession {
  readonly session: LiveSession
  readonly refresh: string
}

export interface OpenSessionInput {
  readonly userId: string
  readonly jkt: string
  readonly projectId: string | null
  readonly origin: string
  readonly kind: DeviceRow['kind']
  readonly provider: string | null
  /** A code from the mailbox was shown just now. */
  readonly hasCode?: boolean
  /** A passkey was shown just now. */
  readonly hasFactor?: boolean
  /** Of a window: the device of the frame that opened it. */
  readonly openedBy?: string
}

export interface Sessions {
  open(input: OpenSessionInput): Promise<OpenedSession>
  find(id: string): Promise<LiveSession | undefined>
  /** Whether it is live once those who are ending it just now, or removing its device, are done. */
  outlasts(session: Pick<LiveSession, 'id' | 'deviceId'>): Promise<boolean>
  refresh(token: string, jkt: string): Promise<OpenedSession>
  /** The session of a token goes on under another key; the old one is dead. `isOwner` says whether the capsule belongs to it. */
  resume(
    token: string,
    jkt: string,
    isOwner: (session: LiveSession) => Promise<boolean>,
  ): Promise<OpenedSession>
  prove(id: string, what: 'factor' | 'code'): Promise<void>
  /** With the windows that its device opened. */
  end(id: string, reason: string): Promise<void>
  endOfUser(userId: string, reason: string, connection?: Connection): Promise<void>
  prune(): Promise<void>
}

/** `hasEmail`: where there is no mailbox, the factor has to do. */
export function levelOf(
  { factorAt, codeAt }: Pick<SessionRow, 'factorAt' | 'codeAt'>,
  hasEmail: boolean,
  now: number,
): WalletLevel {
  const age = (at: Date | null) => (at === null ? Number.POSITIVE_INFINITY : Math.max(0, now - at.getTime()))
  if (age(factorAt) > walletLimits.factorFresh) return 1
  const isJust = age(factorAt) <= walletLimits.stepUpFresh
  return isJust && (!hasEmail || age(codeAt) <= walletLimits.stepUpFresh) ? 3 : 2
}

export function createSessions(input: {
  db: Db
  clock: Clock
  secrets: Secrets
  devices: Devices
  audit: Audit
}): Sessions {
  const { db, clock, secrets, devices, audit } = input
  const now = () => new Date(clock.now())
  const later = (ms: number) => new Date(clock.now() + ms)
  const startedAt = clock.now()

  async function find(id: string, connection: Connection = db.query): Promise<LiveSession | undefined> {
    const [row] = await connection
      .select({ session: walletSessions, device: walletDevices })
      .from(walletSessions)
      .innerJoin(walletDevices, eq(walletDevices.id, walletSessions.deviceId))
      .where(and(eq(walletSessions.id, id), isNull(walletSessions.endedAt)))
    if (!row || row.device.state === 'revoked') return undefined
    const { session, device } = row
    if (session.idleUntil <= now() || session.expiresAt <= now()) return undefined
    return { ...session, kind: device.kind, projectId: device.projectId, deviceState: device.state }
  }

  /** Only we can tell what comes after a token, and we tell the same to whoever asks twice. */
  const successorOf = (token: string) => secrets.mac('refresh', token).toString('base64url')

  async function issue(connection: Connection, token: string, sessionId: string): Promise<void> {
    const row = { digest: digestOf(token), sessionId, issuedAt: now() }
    await connection.insert(walletRefreshTokens).values(row).onConflictDoNothing()
  }

  /** The session of a token that was given out once; nothing is used up yet. */
  async function sessionOf(token: string): Promise<LiveSession> {
    const [known] = await db.query
      .select()
      .from(walletRefreshTokens)
      .where(eq(walletRefreshTokens.digest, digestOf(token)))
    const session = known && (await find(known.sessionId))
    if (!session) throw new WalletRefusal('SESSION_EXPIRED')
    return session
  }

  /** Whoever used it had been given it. */
  async function isUsed(token: string, connection: Connection): Promise<boolean> {
    const isIt = eq(walletRefreshTokens.digest, digestOf(token))
    const [row] = await connection.select().from(walletRefreshTokens).where(isIt)
    return row !== undefined && row.usedAt !== null
  }

  /** Of several who send one token one is first, which is told apart here: how long ago it was used before, if ever. */
  async function use(token: string, connection: Connection): Promise<number | undefined> {
    const isIt = eq(walletRefreshTokens.digest, digestOf(token))
    const [first] = await connection
      .update(walletRefreshTokens)
      .set({ usedAt: now() })
      .where(and(isIt, isNull(walletRefreshTokens.usedAt)))
      .returning()
    if (first) return undefined
    const [row] = await connection.select().from(walletRefreshTokens).where(isIt)
    // It went with its device while this one waited.
    if (!row?.usedAt) throw new WalletRefusal('SESSION_EXPIRED')
    const { usedAt } = row
    const isLost = mayBeLost({ usedAt, startedAt }) && !(await isUsed(successorOf(token), connection))
    return clock.now() - (isLost ? startedAt : usedAt.getTime())
  }

  async function punish(session: LiveSession): Promise<never> {
    await sessions.end(session.id, 'reused')
    throw new WalletRefusal('REUSED')
  }

  /** In the transaction that uses the token up: one that is used has its successor, whatever fails. */
  async function goOn(token: string, session: LiveSession, connection: Connection): Promise<OpenedSession> {
    const refresh = successorOf(token)
    await issue(connection, refresh, session.id)
    const idleUntil = later(walletLimits.refreshIdle)
    await connection.update(walletSessions).set({ idleUntil }).where(eq(walletSessions.id, session.id))
    await devices.seen(session.deviceId, connection)
    return { session, refresh }
  }

  const sessions: Sessions = {
    async open(input) {
      const { userId, jkt, projectId, origin, kind, provider, hasCode = false, hasFactor = false } = input
      const refresh = randomBytes(32).toString('base64url')
      const id = randomUUID()
      await db.query.transaction(async (transaction) => {
        // The person, the device, then its sessions: whoever changes several of them takes them in this order.
        await lockUser(userId, transaction)
        const device = await devices.ofKey({ userId, jkt, projectId, origin, kind }, transaction)
        // One browser, one session: the one before is over.
        await transaction
          .update(walletSessions)
          .set({ endedAt: now(), endReason: 'replaced' })
          .where(and(eq(walletSessions.deviceId, device.id), isNull(walletSessions.endedAt)))
        await transaction.insert(walletSessions).values({
          id,
          userId,
          deviceId: device.id,
          jkt,
          origin,
          provider,
          openedBy: input.openedBy ?? null,
          factorAt: hasFactor ? now() : null,
          codeAt: hasCode ? now() : null,
          createdAt: now(),
          idleUntil: later(walletLimits.refreshIdle),
          expiresAt: later(walletLimits.refreshLife),
        })
        await issue(transaction, refresh, id)
        const detail = { device: device.id, provider: provider ?? 'email' }
        await audit.record({ actor: userId, action: 'session.opened', object: id, detail }, transaction)
      })
      const session = await find(id)
      // Meanwhile the same browser has signed in once more, or the device was removed.
      if (!session) throw new WalletRefusal('ATTEMPT_EXPIRED')
      return { session, refresh }
    },

    find: (id) => find(id),

    async outlasts({ id, deviceId }) {
      // One after the other, each let go at once: nobody waits for this.
      await db.query.select().from(walletDevices).where(eq(walletDevices.id, deviceId)).for('share')
      await db.query.select().from(walletSessions).where(eq(walletSessions.id, id)).for('share')
      return (await find(id)) !== undefined
    },

    async refresh(token, jkt) {
      const session = await sessionOf(token)
      // Before it is used up: a token that came with the wrong key is still its owner's.
      if (session.jkt !== jkt) throw new WalletRefusal('BINDING')
      const next = await db.query.transaction(async (transaction) => {
        await devices.lock(session.deviceId, transaction)
        const usedBefore = await use(token, transaction)
        const isLate = usedBefore !== undefined && usedBefore > walletLimits.refreshGrace
        return isLate ? undefined : goOn(token, session, transaction)
      })
      return next ?? punish(session)
    },

    async resume(token, jkt, isOwner) {
      const session = await sessionOf(token)
      if (!(await isOwner(session))) throw new WalletRefusal('BINDING')
      const next = await db.query.transaction(async (transaction) => {
        await devices.lock(session.deviceId, transaction)
        if ((await use(token, transaction)) !== undefined) return undefined
        await devices.rekey(session.deviceId, jkt, transaction)
        await transaction
          .update(walletSessions)
          // Whoever lost the key has to prove themselves anew before anything is signed.
          .set({ jkt, factorAt: null, codeAt: null })
          .where(eq(walletSessions.id, session.id))
        const event = { actor: session.userId, action: 'session.resumed', object: session.id }
        await audit.record(event, transaction)
        return goOn(token, { ...session, jkt, factorAt: null, codeAt: null }, transaction)
      })
      return next ?? punish(session)
    },

    async prove(id, what) {
      const proved = what === 'factor' ? { factorAt: now() } : { codeAt: now() }
      await db.query.update(walletSessions).set(proved).where(eq(walletSessions.id, id))
    },

    async end(id, reason) {
      await db.query.transaction(async (transaction) => {
        const over = { endedAt: now(), endReason: reason }
        const [ended] = await transaction
          .update(walletSessions)
          .set(over)
          .where(and(eq(walletSessions.id, id), isNull(walletSessions.endedAt)))
          .returning()
        if (!ended) return
        // A window was let in on the word of its frame. On a shared computer it would stay open to whoever comes next.
        await transaction
          .update(walletSessions)
          .set(over)
          .where(and(eq(walletSessions.openedBy, ended.deviceId), isNull(walletSessions.endedAt)))
        const event = { actor: ended.userId, action: 'session.ended', object: id, detail: { reason } }
        await audit.record(event, transaction)
      })
    },

    async endOfUser(userId, reason, connection = db.query) {
      await connection
        .update(walletSessions)
        .set({ endedAt: now(), endReason: reason })
        .where(and(eq(walletSessions.userId, userId), isNull(walletSessions.endedAt)))
    },

    async prune() {
      await db.query.delete(walletSessions).where(lt(walletSessions.expiresAt, now()))
    },
  }
  return sessions
}

/** A database that was read by a stranger opens no session. */
const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url')
