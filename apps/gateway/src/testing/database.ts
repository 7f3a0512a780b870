/** Databases on the PostgreSQL of the test run: an empty one, or a copy of one that has every migration. */
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { systemClock } from '../ports/clock.js'
import { createDb, type Db } from '../ports/db.js'
import { silentLog } from './log.js'
import { run } from './statement.js'

export const createDatabase = (): Promise<string> => create('template1')

export const copyMigratedDatabase = (): Promise<string> => create(inject('postgresTemplate'))

/** A database with every migration applied, and a connection to it. */
export async function createMigratedDatabase(): Promise<{ url: string; db: Db }> {
  const url = await copyMigratedDatabase()
  return { url, db: createDb({ url, size: 4, clock: systemClock, log: silentLog }) }
}

async function create(template: string): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const role = inject('postgresRole')
  await run(url.href, `create database ${name} template ${template} owner ${role.name}`)
  // As in production: what needs more than its own database fails here as well.
  url.username = role.name
  url.password = role.password
  url.pathname = `/${name}`
  return url.href
}
