/** The database of a gateway for a command beside it: of one that runs, or started for as long as the command takes. */
import pg from 'pg'
import type { Config } from '../config/config.js'
import { migrationsFolder } from '../paths.js'
import { systemClock } from '../ports/clock.js'
import { createDb, type Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import { readAdminUrl } from '../postgres/adminUrl.js'
import { startOwnPostgres } from '../postgres/ownPostgres.js'
import { migrate } from '../store/migrate.js'

export interface OpenDatabase {
  readonly db: Db
  /** Of the superuser; undefined where the database is somebody else's. */
  readonly adminUrl: string | undefined
  close(): Promise<void>
}

const connections = 2

export async function openDatabase({ config, log }: { config: Config; log: Log }): Promise<OpenDatabase> {
  const { url, adminUrl, stop } = await findUrl(config, log)
  try {
    await migrate({ url, folder: migrationsFolder, log })
  } catch (cause) {
    await stop()
    throw cause
  }
  const db = createDb({ url, size: connections, clock: systemClock, log })
  return {
    db,
    adminUrl,
    async close() {
      await db.close()
      await stop()
    },
  }
}

interface Found {
  readonly url: string
  readonly adminUrl: string | undefined
  readonly stop: () => Promise<void>
}

async function findUrl(config: Config, log: Log): Promise<Found> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, adminUrl: undefined, stop: async () => {} }
  const running = readAdminUrl(config.LATCHKEY_DATA, config.LATCHKEY_POSTGRES_PORT)
  if (running !== undefined && (await answers(running)))
    return { url: running, adminUrl: running, stop: async () => {} }
  const { LATCHKEY_DATA: data, LATCHKEY_POSTGRES_PORT: port } = config
  const postgres = await startOwnPostgres({ data, port, clock: systemClock, log })
  return { url: postgres.url, adminUrl: postgres.adminUrl, stop: () => postgres.stop() }
}

/** Whether it is this folder's own server that answers there: another would not know the password. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
