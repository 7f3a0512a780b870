/** One real PostgreSQL for a whole test run; each test file takes a database of its own from it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrationsFolder } from '../paths.js'
import { systemClock } from '../ports/clock.js'
import { createLog } from '../ports/log.js'
import { startOwnPostgres } from '../postgres/ownPostgres.js'
import { migrate } from '../store/migrate.js'
import { run } from './statement.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the superuser, who makes databases. */
    postgresUrl: string
    /** Of the role that the gateway works as. */
    postgresRole: { name: string; password: string }
    /** A database with every migration applied; nobody connects to it, so that it can be copied. */
    postgresTemplate: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'latchkey-gateway-test-'))
  const log = createLog({ level: 'warn' })
  const postgres = await startOwnPostgres({ data, port: 0, clock: systemClock, log })
  await run(postgres.adminUrl, 'alter system set fsync = off')
  // Nothing here has to survive a power cut, and every file makes databases.
  await run(postgres.adminUrl, 'select pg_reload_conf()')
  project.provide('postgresUrl', postgres.adminUrl)
  project.provide('postgresRole', postgres.role)
  project.provide('postgresTemplate', await makeTemplate(postgres.adminUrl, postgres.role))
  return async () => {
    await postgres.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Migrated once for the whole run: a copy is made in a fraction of the time. */
async function makeTemplate(adminUrl: string, role: { name: string; password: string }): Promise<string> {
  const name = 'latchkey_template'
  await run(adminUrl, `create database ${name} owner ${role.name}`)
  const url = new URL(adminUrl)
  url.username = role.name
  url.password = role.password
  url.pathname = `/${name}`
  await migrate({ url: url.href, folder: migrationsFolder, log: createLog({ level: 'warn' }) })
  return name
}
