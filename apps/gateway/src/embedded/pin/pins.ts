/** PINs: six digits that nothing but the count of tries keeps safe. A try is counted before anybody looks at it. */
import { timingSafeEqual } from 'node:crypto'
import { walletLimits } from '@latchkey/spec/walletApi'
import { and, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { walletPins } from '../../store/schema.js'
import { secretHash } from '../attempts.js'
import type { Audit, Connection } from '../audit.js'
import { WalletRefusal } from '../http/refusal.js'
import type { Secrets } from '../secrets.js'

export interface Pins {
  has(owner: string, connection?: Connection): Promise<boolean>
  /**
   * PIN_INVALID, PIN_LOCKED or FACTOR_UNKNOWN where it is not right. Never inside a transaction: what is rolled back
   * would give the try back. The right one also ends a wait for another.
   */
  check(owner: string, pin: string): Promise<void>
  /** A new one, with all its tries. */
  set(owner: string, pin: string, connection: Connection): Promise<void>
  remove(owner: string, connection: Connection): Promise<void>
  /**
   * It was forgotten: when another one can be set. Asked again, the wait goes on; one whose chance has passed begins
   * anew. FACTOR_UNKNOWN where there is none.
   */
  forget(owner: string): Promise<Date>
  /** The end of the wait; undefined where nobody waits, or nobody came in time. */
  resetAt(owner: string, connection?: Connection): Promise<Date | undefined>
  /** The link of a notice: nobody waits any more. False where nobody did. */
  keep(token: string): Promise<boolean>
  /** Who is to be told today that a wait goes on, or that another PIN can be set now; each once. */
  takeNotices(): Promise<readonly Notice[]>
}

export interface Notice {
  readonly owner: string
  readonly resetAt: Date
  /** When the chance to set another one has passed. */
  readonly until: Date
  /** For the link that ends it. */
  readonly token: string
}

export function createPins(input: { db: Db; clock: Clock; secrets: Secrets; audit: Audit }): Pins {
  const { db, clock, secrets, audit } = input
  const now = () => new Date(clock.now())
  const macOf = (owner: string, pin: string) => secrets.mac('pin', owner, pin)
  const isOf = (owner: string) => eq(walletPins.owner, owner)
  /** Only we can compute it, so nothing has to be kept to write it into every notice. */
  const tokenOf = (owner: string, resetAt: Date) =>
    secrets.mac('pin-keep', owner, resetAt.getTime()).toString('base64url')
  // A wait that were good for ever would give the PIN to whoever has the mailbox years later, with no notice.
  const untilOf = (resetAt: Date) => new Date(resetAt.getTime() + walletLimits.forgottenPinChance)
  const liveWait = (resetAt: Date | null | undefined) =>
    resetAt && untilOf(resetAt) > now() ? resetAt : undefined
  const noWait = { resetAt: null, noticeAt: null, keepHash: null }

  async function find(owner: string, connection: Connection = db.query) {
    const [row] = await connection.select().from(walletPins).where(isOf(owner))
    return row
  }

  const pins: Pins = {
    has: async (owner, connection) => (await find(owner, connection)) !== undefined,

    async check(owner, pin) {
      const [counted] = await db.query
        .update(walletPins)
        .set({ tries: sql`${walletPins.tries} + 1` })
        .where(and(isOf(owner), lt(walletPins.tries, walletLimits.pinTries)))
        .returning()
      if (!counted) throw new WalletRefusal((await find(owner)) ? 'PIN_LOCKED' : 'FACTOR_UNKNOWN')
      const due = Buffer.from(counted.mac, 'base64url')
      const given = macOf(owner, pin)
      if (due.length === given.length && timingSafeEqual(due, given)) {
        // Only of the PIN that was compared: another one may have been set meanwhile.
        const isSame = and(isOf(owner), eq(walletPins.mac, counted.mac))
        await db.query
          .update(walletPins)
          .set({ tries: 0, ...noWait })
          .where(isSame)
        return
      }
      const left = walletLimits.pinTries - counted.tries
      if (left > 0) throw new WalletRefusal('PIN_INVALID', { left })
      await audit.record({ actor: owner, action: 'pin.locked', object: owner })
      throw new WalletRefusal('PIN_LOCKED')
    },

    async set(owner, pin, connection) {
      const row = { mac: macOf(owner, pin).toString('base64url'), tries: 0, setAt: now(), ...noWait }
      await connection
        .insert(walletPins)
        .values({ owner, ...row })
        .onConflictDoUpdate({ target: walletPins.owner, set: row })
      await audit.record({ actor: owner, action: 'pin.set', object: owner }, connection)
    },

    async remove(owner, connection) {
      await connection.delete(walletPins).where(isOf(owner))
    },

    async forget(owner) {
      const known = await find(owner)
      if (!known) throw new WalletRefusal('FACTOR_UNKNOWN')
      const waited = liveWait(known.resetAt)
      if (waited) return waited
      const resetAt = new Date(clock.now() + walletLimits.forgottenPinDelay)
      const wait = { resetAt, noticeAt: now(), keepHash: secretHash(tokenOf(owner, resetAt)) }
      // Of two at once the second finds the wait of the first, whose letter holds the link that ends it.
      const isAsRead = known.resetAt ? eq(walletPins.resetAt, known.resetAt) : isNull(walletPins.resetAt)
      const [begun] = await db.query
        .update(walletPins)
        .set(wait)
        .where(and(isOf(owner), isAsRead))
        .returning()
      if (!begun) return pins.forget(owner)
      await audit.record({ actor: owner, action: 'pin.forgotten', object: owner })
      return resetAt
    },

    resetAt: async (owner, connection) => liveWait((await find(owner, connection))?.resetAt),

    async keep(token) {
      const [kept] = await db.query
        .update(walletPins)
        .set(noWait)
        .where(eq(walletPins.keepHash, secretHash(token)))
        .returning()
      if (kept) await audit.record({ actor: kept.owner, action: 'pin.kept', object: kept.owner })
      return kept !== undefined
    },

    async takeNotices() {
      const passed = new Date(clock.now() - walletLimits.forgottenPinChance)
      const rows = await db.query
        .update(walletPins)
        .set({ noticeAt: new Date(clock.now() + walletLimits.forgottenPinNotice) })
        .where(
          and(isNotNull(walletPins.resetAt), gt(walletPins.resetAt, passed), lte(walletPins.noticeAt, now())),
        )
        .returning()
      return rows.flatMap(({ owner, resetAt }) =>
        resetAt ? [{ owner, resetAt, until: untilOf(resetAt), token: tokenOf(owner, resetAt) }] : [],
      )
    },
  }
  return pins
}
