/** The log of what was done to accounts: only added to, each line bound to the one before. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '@latchkey/spec/walletApi'
import { asc, desc, gt, sql } from 'drizzle-orm'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { walletAudit } from '../store/schema.js'

/** Ids only: an address, a code or a name has no place in a log. */
export interface AuditEvent {
  readonly actor: string
  readonly action: string
  readonly object: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

/** A connection, or the transaction that the event belongs to: what fails takes its line along. */
export type Connection = Pick<Db['query'], 'select' | 'insert' | 'update' | 'delete' | 'execute'>

export interface Audit {
  record(event: AuditEvent, connection?: Connection): Promise<void>
  /** The number of the first line that does not follow from the one before; undefined where all do. */
  findBreak(): Promise<number | undefined>
}

/** Any number, as long as every gateway uses the same: whoever adds a line holds it until the line is there. */
const lockKey = 5_317_206_185
const pageSize = 1000

export function createAudit({ db, clock }: { db: Db; clock: Clock }): Audit {
  async function add(connection: Connection, event: AuditEvent): Promise<void> {
    await connection.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
    const [last] = await connection.select().from(walletAudit).orderBy(desc(walletAudit.seq)).limit(1)
    const line = {
      seq: (last?.seq ?? 0) + 1,
      at: new Date(clock.now()),
      actor: event.actor,
      action: event.action,
      object: event.object,
      detail: canonicalJson(event.detail ?? {}),
      previous: last?.hash ?? '',
    }
    await connection.insert(walletAudit).values({ ...line, hash: hashOf(line) })
  }

  return {
    async record(event, connection) {
      if (connection) await add(connection, event)
      else await db.query.transaction((transaction) => add(transaction, event))
    },
    async findBreak() {
      let previous = ''
      for (let after = 0; ; ) {
        const lines = await db.query
          .select()
          .from(walletAudit)
          .where(gt(walletAudit.seq, after))
          .orderBy(asc(walletAudit.seq))
          .limit(pageSize)
        for (const line of lines) {
          const follows = line.seq === after + 1 && line.previous === previous && line.hash === hashOf(line)
          if (!follows) return line.seq
          after = line.seq
          previous = line.hash
        }
        if (lines.length < pageSize) return undefined
      }
    },
  }
}

type Line = Omit<typeof walletAudit.$inferSelect, 'hash'>

function hashOf({ seq, at, actor, action, object, detail, previous }: Line): string {
  const text = canonicalJson([seq, at.toISOString(), actor, action, object, detail, previous])
  return createHash('sha256').update(text).digest('base64url')
}
