/** Limits that several gateways count together, exactly: so many within so long, looking back from now. */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { walletHits } from '../store/schema.js'
import type { Connection } from './audit.js'

export interface Rule {
  readonly key: string
  readonly limit: number
  /** Milliseconds. */
  readonly window: number
}

export interface Limits {
  /**
   * Counts against all rules, or against none: the milliseconds until all would allow it, 0 where it was counted. With
   * the transaction of what is counted, what fails is not.
   */
  take(rules: readonly Rule[], connection?: Connection): Promise<number>
  /** The same question without counting. */
  ask(rules: readonly Rule[]): Promise<number>
  /** Blocks a key by itself for a time. */
  block(key: string, window: number): Promise<void>
  prune(): Promise<void>
}

export function createLimits({ db, clock }: { db: Db; clock: Clock }): Limits {
  async function waitFor(connection: Connection, { key, limit, window }: Rule): Promise<number> {
    const now = clock.now()
    const since = new Date(now - window)
    // The newest of the ones that have to leave the window first.
    const [row] = await connection
      .select({ at: walletHits.at })
      .from(walletHits)
      .where(and(eq(walletHits.key, key), gt(walletHits.at, since)))
      .orderBy(sql`${walletHits.at} desc`)
      .offset(limit - 1)
      .limit(1)
    // A clock that was set back must not lock anybody out for longer than the window.
    return row ? Math.min(Math.max(row.at.getTime() + window - now, 1), window) : 0
  }

  async function longest(connection: Connection, rules: readonly Rule[]): Promise<number> {
    let wait = 0
    for (const rule of rules) wait = Math.max(wait, await waitFor(connection, rule))
    return wait
  }

  async function hit(connection: Connection, key: string, window: number): Promise<void> {
    const now = clock.now()
    await connection.insert(walletHits).values({ key, at: new Date(now), expiresAt: new Date(now + window) })
  }

  async function takeWith(transaction: Connection, rules: readonly Rule[]): Promise<number> {
    // In one order for everybody, so that two who want the same keys do not wait for each other.
    for (const key of [...new Set(rules.map((rule) => rule.key))].sort())
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 5317))`)
    const wait = await longest(transaction, rules)
    if (wait > 0) return wait
    const windows = new Map<string, number>()
    for (const { key, window } of rules) windows.set(key, Math.max(windows.get(key) ?? 0, window))
    for (const [key, window] of windows) await hit(transaction, key, window)
    return 0
  }

  return {
    take: (rules, connection) =>
      connection
        ? takeWith(connection, rules)
        : db.query.transaction((transaction) => takeWith(transaction, rules)),
    ask: (rules) => longest(db.query, rules),
    block: (key, window) => hit(db.query, key, window),
    async prune() {
      await db.query.delete(walletHits).where(lt(walletHits.expiresAt, new Date(clock.now())))
    },
  }
}
