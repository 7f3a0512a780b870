/** Mails on their way: kept until the server has taken them, tried again for a while, sealed like everything else. */
import { randomUUID } from 'node:crypto'
import { minutes, seconds } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Job } from '../../jobs/startJob.js'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import type { Log } from '../../ports/log.js'
import { walletOutbox } from '../../store/schema.js'
import type { Connection } from '../audit.js'
import type { Fields } from '../fields.js'
import type { Mail, Mailer } from './mailer.js'

export interface Outbox {
  /** Returns as soon as it is kept; the answer to whoever asked does not wait for a mail server. */
  post(kind: string, mail: Mail): Promise<void>
  /** Kept by a transaction, so that what it does is never done without its letter; `hurry` once that is over. */
  keep(kind: string, mail: Mail, connection: Connection): Promise<void>
  /** The job would come by within a second; a person is waiting. */
  hurry(): void
  readonly job: Job
  /** Resolves when nothing is being sent. */
  settle(): Promise<void>
}

const mailShape = v.object({ to: v.string(), subject: v.string(), text: v.string(), html: v.string() })
const atOnce = 10
/** A gateway that dies while it sends gives the mail back after this. */
const lease = minutes(1)

export function createOutbox(input: {
  db: Db
  clock: Clock
  log: Log
  fields: Fields
  mailer: Mailer
}): Outbox {
  const { db, clock, log, fields, mailer } = input
  const now = () => new Date(clock.now())
  const place = (row: string) => ({ table: 'wallet_outbox', column: 'mail_sealed', row })

  /** Takes what is due, so that no other gateway sends it as well. */
  async function claim() {
    const due = db.query
      .select({ id: walletOutbox.id })
      .from(walletOutbox)
      .where(lte(walletOutbox.nextAt, now()))
      .orderBy(walletOutbox.nextAt)
      .limit(atOnce)
      .for('update', { skipLocked: true })
    return db.query
      .update(walletOutbox)
      .set({ nextAt: new Date(clock.now() + lease), tries: sql`${walletOutbox.tries} + 1` })
      .where(inArray(walletOutbox.id, due))
      .returning()
  }

  async function deliver(row: typeof walletOutbox.$inferSelect): Promise<void> {
    try {
      await mailer.send(v.parse(mailShape, JSON.parse(await fields.openText(place(row.id), row.mailSealed))))
      await db.query.delete(walletOutbox).where(eq(walletOutbox.id, row.id))
    } catch (cause) {
      // The reason without the mail: what a server says may quote the address.
      const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
      log.warn({ kind: row.kind, tries: row.tries, reason }, 'a mail could not be sent')
      if (row.tries >= walletLimits.mailTries) {
        await db.query.delete(walletOutbox).where(eq(walletOutbox.id, row.id))
        log.error({ kind: row.kind }, 'a mail was given up')
        return
      }
      const pause = Math.min(
        walletLimits.mailRetryDelay * 2 ** (row.tries - 1),
        walletLimits.mailRetryDelayMax,
      )
      await db.query
        .update(walletOutbox)
        .set({ nextAt: new Date(clock.now() + pause) })
        .where(and(eq(walletOutbox.id, row.id), eq(walletOutbox.tries, row.tries)))
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const rows = await claim()
      await Promise.all(rows.map(deliver))
      if (rows.length < atOnce || signal.aborted) return
    }
  }

  let isHurried = false
  let kicked: Promise<void> | undefined

  /** Once more for what was kept after it had looked. */
  async function sendKept(): Promise<void> {
    try {
      while (isHurried) {
        isHurried = false
        await run(new AbortController().signal)
      }
    } catch (err) {
      log.error({ err }, 'mails could not be looked at')
    } finally {
      kicked = undefined
    }
  }

  const outbox: Outbox = {
    async post(kind, mail) {
      await outbox.keep(kind, mail, db.query)
      outbox.hurry()
    },
    async keep(kind, mail, connection) {
      const id = randomUUID()
      const mailSealed = await fields.seal(place(id), JSON.stringify(mail))
      const row = { id, kind, mailSealed, tries: 0, nextAt: now(), createdAt: now() }
      await connection.insert(walletOutbox).values(row)
    },
    hurry() {
      isHurried = true
      kicked ??= sendKept()
    },
    settle: async () => kicked,
    job: {
      name: 'send mails',
      every: seconds(1),
      async run(signal) {
        await kicked
        await run(signal)
      },
    },
  }
  return outbox
}
