/** An empty database on the PostgreSQL of the test run. */
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { migrationsFolder } from '../paths.js'
import { systemClock } from '../ports/clock.js'
import { createDb, type Db } from '../ports/db.js'
import { migrate } from '../store/migrate.js'
import { silentLog } from './log.js'
import { run } from './statement.js'

export async function createDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const role = inject('postgresRole')
  await run(url.href, `create database ${name} owner ${role.name}`)
  // As in production: what needs more than its own database fails here as well.
  url.username = role.name
  url.password = role.password
  url.pathname = `/${name}`
  return url.href
}

/** A database with every migration applied, and a connection to it. */
export async function createMigratedDatabase(): Promise<{ url: string; db: Db }> {
  const url = await createDatabase()
  await migrate({ url, folder: migrationsFolder, log: silentLog })
  return { url, db: createDb({ url, size: 4, clock: systemClock, log: silentLog }) }
}
