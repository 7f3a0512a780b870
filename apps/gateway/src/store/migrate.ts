/** Brings a database to the newest shape: numbered SQL files, forward only, each applied once by one process. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

/** Any number would do, as long as every gateway uses the same: it is the lock of whoever migrates. */
const lockKey = 5_317_206_184
const lockDeadline = '120s'

/** Applies what is missing and returns the numbers applied; throws, with nothing half done, when the histories disagree. */
export async function migrate({
  url,
  folder,
  log,
}: {
  url: string
  folder: string
  log: Log
}): Promise<number[]> {
  const migrations = readMigrations(folder)
  return alone(url, async (client) => {
    const applied = await readApplied(client)
    compare(migrations, applied)
    const missing = migrations.slice(applied.length)
    for (const migration of missing) {
      await apply(client, migration)
      log.info({ migration: migration.name }, 'a migration was applied')
    }
    return missing.map(({ number }) => number)
  })
}

/** `if not exists` alone does not help those who make it at the same moment: all but one would meet the index. */
export async function createSchema({ url, name }: { url: string; name: string }): Promise<void> {
  await alone(url, (client) => client.query(`create schema if not exists ${name}`))
}

/** Work on the shape of a database, one process at a time. */
async function alone<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'latchkey-migrate' })
  // The failing query reports a lost connection; the event only must not go unheard.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set lock_timeout = '${lockDeadline}'`)
    // A lock of the session, so that it also goes when this process dies.
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The migrations of a folder, `0001_name.sql` and on without gaps. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1])
      if (number !== index + 1) {
        throw new Error(
          `Migration ${file} is out of order: number ${String(index + 1).padStart(4, '0')} is expected.`,
        )
      }
      // A checkout may change line ends; that is no edit.
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { number, name: file.slice(0, -'.sql'.length), text, checksum }
    })
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(`create table if not exists latchkey_migrations (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from latchkey_migrations order by number',
  )
  return rows
}

function compare(migrations: readonly Migration[], applied: readonly AppliedMigration[]): void {
  applied.forEach(({ number, name, checksum }, index) => {
    const migration = migrations[index]
    if (!migration) {
      throw new Error(
        `The database has migration ${name}, which this gateway does not know: it is older than the database.`,
      )
    }
    if (number !== migration.number || checksum !== migration.checksum) {
      throw new Error(
        `Migration ${migration.name} was edited after it had been applied. Restore the file and write a new migration instead.`,
      )
    }
  })
}

async function apply(client: pg.Client, { number, name, text, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    const row = [number, name, checksum]
    await client.query('insert into latchkey_migrations (number, name, checksum) values ($1, $2, $3)', row)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

/** The number of the newest migration in the database; 0 when there is none. */
export async function newestApplied(db: Db): Promise<number> {
  const { rows } = await db.query.execute<{ newest: number | null }>(
    sql`select max(number) as newest from latchkey_migrations`,
  )
  return rows[0]?.newest ?? 0
}
