/** One real PostgreSQL for a whole test run; each test file takes a database of its own from it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../ports/clock.js'
import { createLog } from '../ports/log.js'
import { startOwnPostgres } from '../postgres/ownPostgres.js'
import { run } from './statement.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the superuser, who makes databases. */
    postgresUrl: string
    /** Of the role that the gateway works as. */
    postgresRole: { name: string; password: string }
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
  return async () => {
    await postgres.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
