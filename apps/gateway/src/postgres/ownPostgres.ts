/** The gateway's own PostgreSQL: what runs when `DATABASE_URL` is not set (D-40). */
import { createServer } from 'node:net'
import pg from 'pg'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import { findAccount } from './account.js'
import { prepareBinaries } from './binaries.js'
import { type RunningCluster, startCluster, user } from './cluster.js'
import { lockFolder } from './folderLock.js'
import { findPlace, openDataFolder } from './place.js'

export interface OwnPostgres extends RunningCluster {
  /** A connection URL, password included. */
  readonly url: string
}

const database = 'latchkey'

export async function startOwnPostgres(input: {
  data: string
  /** 0: any free one. */
  port: number
  clock: Clock
  log: Log
}): Promise<OwnPostgres> {
  const { clock, log } = input
  const data = openDataFolder(input.data)
  const unlock = lockFolder(data)
  try {
    const account = findAccount()
    const place = findPlace({ data, account, log })
    const binaries = prepareBinaries({ account, copies: place.copies, log })
    const port = input.port === 0 ? await freePort() : input.port
    const cluster = await startCluster({ ...place, binaries, account, port, clock, log })
    const urlOf = (name: string) => `postgres://${user}:${place.password}@127.0.0.1:${port}/${name}`
    try {
      await ensureDatabase(urlOf('postgres'))
    } catch (cause) {
      await cluster.stop()
      throw cause
    }
    log.info({ folder: place.folder, port, process: cluster.pid }, 'the own PostgreSQL runs')
    return {
      ...cluster,
      url: urlOf(database),
      async stop() {
        await cluster.stop()
        unlock()
        log.info('the own PostgreSQL has stopped')
      },
    }
  } catch (cause) {
    unlock()
    throw cause
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
