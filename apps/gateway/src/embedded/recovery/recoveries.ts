/** Ways of recovery, and the tickets of those who opened one. The recovery key lies here wrapped; only its factor opens it. */
import { createPublicKey, verify } from 'node:crypto'
import { walletLimits } from '@latchkey/spec/walletApi'
import { and, asc, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { walletFactors, walletRecoveries, walletShares } from '../../store/schema.js'
import { newSecret, secretHash } from '../attempts.js'
import type { Connection } from '../audit.js'
import type { ShareRow } from '../keys/walletStore.js'

export type FactorRow = typeof walletFactors.$inferSelect
export type RecoveryRow = typeof walletRecoveries.$inferSelect

export interface TicketUse {
  readonly ticket: string
  readonly userId: string
  readonly walletId: string
  /** The device that gets shares. */
  readonly deviceId: string
}

export interface Recoveries {
  factorsOf(walletId: string, connection?: Connection): Promise<FactorRow[]>
  /** False where the id is taken, be it by a stranger. */
  add(factor: Omit<FactorRow, 'lastUsed' | 'createdAt'>, connection: Connection): Promise<boolean>
  remove(id: string, connection: Connection): Promise<void>
  /** The newest shares of the wallet: R and S of one device and one split. */
  newestShare(walletId: string): Promise<ShareRow | undefined>
  shareOf(walletId: string, deviceId: string, epoch: number): Promise<ShareRow | undefined>
  open(
    recovery: Pick<
      RecoveryRow,
      'userId' | 'walletId' | 'factorId' | 'sessionId' | 'deviceId' | 'sourceDevice' | 'sourceEpoch'
    >,
  ): Promise<{ readonly ticket: string; readonly expiresAt: Date }>
  /** What a ticket of this session was given for, while it was neither proved nor is over. */
  find(ticket: string, sessionId: string): Promise<RecoveryRow | undefined>
  /** False where somebody else was first. */
  markProved(row: RecoveryRow, connection: Connection): Promise<boolean>
  /** Once, after it was proved, for the device that it was opened for: whether new shares may be staged with it. */
  useTicket(use: TicketUse, connection: Connection): Promise<boolean>
  /** Until when a device that got its shares by recovery counts as new; undefined where it does not. */
  newUntil(deviceId: string): Promise<Date | undefined>
  prune(): Promise<void>
}

export function createRecoveries({ db, clock }: { db: Db; clock: Clock }): Recoveries {
  const now = () => new Date(clock.now())
  const isTicket = (ticket: string) => eq(walletRecoveries.ticketHash, secretHash(ticket))

  return {
    factorsOf: (walletId, connection = db.query) =>
      connection
        .select()
        .from(walletFactors)
        .where(eq(walletFactors.walletId, walletId))
        .orderBy(asc(walletFactors.createdAt)),

    async add(factor, connection) {
      const row = { ...factor, createdAt: now() }
      const [added] = await connection.insert(walletFactors).values(row).onConflictDoNothing().returning()
      return added !== undefined
    },

    async remove(id, connection) {
      await connection.delete(walletFactors).where(eq(walletFactors.id, id))
    },

    async newestShare(walletId) {
      const isActive = and(eq(walletShares.walletId, walletId), eq(walletShares.state, 'active'))
      const [row] = await db.query
        .select()
        .from(walletShares)
        .where(isActive)
        .orderBy(desc(walletShares.createdAt), desc(walletShares.epoch))
        .limit(1)
      return row
    },

    async shareOf(walletId, deviceId, epoch) {
      const isIt = and(
        eq(walletShares.walletId, walletId),
        eq(walletShares.deviceId, deviceId),
        eq(walletShares.epoch, epoch),
        eq(walletShares.state, 'active'),
      )
      const [row] = await db.query.select().from(walletShares).where(isIt)
      return row
    },

    async open(recovery) {
      const ticket = newSecret()
      const expiresAt = new Date(clock.now() + walletLimits.recoveryTicketLife)
      const row = { ...recovery, ticketHash: secretHash(ticket), openedAt: now(), expiresAt }
      await db.query.insert(walletRecoveries).values(row)
      return { ticket, expiresAt }
    },

    async find(ticket, sessionId) {
      const isOpen = and(
        isTicket(ticket),
        eq(walletRecoveries.sessionId, sessionId),
        isNull(walletRecoveries.provedAt),
        gt(walletRecoveries.expiresAt, now()),
      )
      const [row] = await db.query.select().from(walletRecoveries).where(isOpen)
      return row
    },

    async markProved({ ticketHash, factorId }, connection) {
      const isIt = and(eq(walletRecoveries.ticketHash, ticketHash), isNull(walletRecoveries.provedAt))
      const [first] = await connection
        .update(walletRecoveries)
        .set({ provedAt: now() })
        .where(isIt)
        .returning()
      await connection.update(walletFactors).set({ lastUsed: now() }).where(eq(walletFactors.id, factorId))
      return first !== undefined
    },

    async useTicket({ ticket, userId, walletId, deviceId }, connection) {
      const isGood = and(
        isTicket(ticket),
        eq(walletRecoveries.userId, userId),
        eq(walletRecoveries.walletId, walletId),
        eq(walletRecoveries.deviceId, deviceId),
        isNotNull(walletRecoveries.provedAt),
        isNull(walletRecoveries.usedAt),
        gt(walletRecoveries.expiresAt, now()),
      )
      const [used] = await connection
        .update(walletRecoveries)
        .set({ usedAt: now() })
        .where(isGood)
        .returning()
      return used !== undefined
    },

    async newUntil(deviceId) {
      const since = new Date(clock.now() - walletLimits.newDeviceExportHold)
      // From the proof on: who has S may have shares of his own making.
      const isNew = and(eq(walletRecoveries.deviceId, deviceId), gt(walletRecoveries.provedAt, since))
      const [row] = await db.query
        .select()
        .from(walletRecoveries)
        .where(isNew)
        .orderBy(desc(walletRecoveries.provedAt))
        .limit(1)
      return row?.provedAt ? new Date(row.provedAt.getTime() + walletLimits.newDeviceExportHold) : undefined
    },

    async prune() {
      // Longer than a device counts as new.
      const oldest = new Date(clock.now() - 2 * walletLimits.newDeviceExportHold)
      await db.query.delete(walletRecoveries).where(lt(walletRecoveries.openedAt, oldest))
    },
  }
}

/** ECDSA of P-256 over SHA-256, by an uncompressed point in base64url; false for whatever is no such point. */
export function isSignedBy(rkPub: string, text: string, signature: string): boolean {
  const point = Buffer.from(rkPub, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const given = Buffer.from(signature, 'base64url')
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, given)
  } catch {
    return false
  }
}
