/** An empty database on the PostgreSQL of the test run. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrationsFolder } from '../paths.js'
import { systemClock } from '../ports/clock.js'
import { createDb, type Db } from '../ports/db.js'
import { migrate } from '../store/migrate.js'
import { silentLog } from './log.js'

export async function createDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await run(url.href, `create database ${name}`)
  url.pathname = `/${name}`
  return url.href
}

/** A database with every migration applied, and a connection to it. */
export async function createMigratedDatabase(): Promise<{ url: string; db: Db }> {
  const url = await createDatabase()
  await migrate({ url, folder: migrationsFolder, log: silentLog })
  return { url, db: createDb({ url, size: 4, clock: systemClock, log: silentLog }) }
}

/** One statement on a connection of its own. */
export async function run<row extends pg.QueryResultRow>(url: string, text: string): Promise<row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<row>(text)).rows
  } finally {
    await client.end()
  }
}
