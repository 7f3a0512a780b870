/** The database: PostgreSQL, either the gateway's own or any other by URL. */
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '../store/schema.js'
import { type Clock, within } from './clock.js'
import type { Log } from './log.js'
import { SteadyPool } from './steadyPool.js'

export interface Db {
  readonly query: NodePgDatabase<typeof schema>
  /** Resolves when the database answers; rejects otherwise, within two seconds. */
  ping(): Promise<void>
  /** Connections of the pool, for the metrics. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

/**
 * PostgreSQL is not there, goes, comes, has no connection left, does not get it done in the time that a statement has,
 * only reads (a standby after a failover) or made two transactions get in each other's way: classes 08, 53 and 57 of its
 * codes, three others, and the system's own. Nothing here cancels a statement, so a cancelled one was too slow.
 */
const awayCodes =
  /^(?:08|53|57P|57014|25006|40001|40P01)|^E(?:CONNREFUSED|CONNRESET|PIPE|HOSTUNREACH|TIMEDOUT|NOTFOUND|AI_AGAIN)$/
const awayTexts =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed/

/** Whether something failed because the database is away, and may succeed later. Looks through `cause`: libraries wrap. */
export function isDatabaseAway(error: unknown, depth = 4): boolean {
  if (!(error instanceof Error) || depth === 0) return false
  const code = 'code' in error ? String(error.code) : ''
  return awayCodes.test(code) || awayTexts.test(error.message) || isDatabaseAway(error.cause, depth - 1)
}

const connectDeadline = 5_000
const queryDeadline = 10_000
const pingDeadline = 2_000

export function createDb(input: { url: string; size: number; clock: Clock; log: Log }): Db {
  const { url, size, clock, log } = input
  const pool = new SteadyPool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectDeadline,
    statement_timeout: queryDeadline,
    // A server that vanishes without a word must not hold a request for ever.
    query_timeout: queryDeadline + 1_000,
    application_name: 'latchkey-gateway',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'a database connection broke'))
  const query = drizzle(pool, { schema })
  return {
    query,
    async ping() {
      const late = () => new Error('no answer in time')
      await within(clock, pingDeadline, query.execute(sql`select 1`), late)
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}
