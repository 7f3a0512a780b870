/** The gateway's own PostgreSQL: what runs when `DATABASE_URL` is not set (D-40). */
import { createServer } from 'node:net'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import { findAccount } from './account.js'
import { prepareBinaries } from './binaries.js'
import { type RunningCluster, startCluster, user } from './cluster.js'
import { lockFolder } from './folderLock.js'
import { databaseName, ensureLimitedRole, roleName } from './limitedRole.js'
import { findPlace, openDataFolder } from './place.js'

export interface OwnPostgres extends RunningCluster {
  /** A connection URL for the gateway's own role, password included. */
  readonly url: string
  /** The same for the superuser: for backups and for tests that make databases. */
  readonly adminUrl: string
  readonly role: { readonly name: string; readonly password: string }
}

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
    const server = `127.0.0.1:${port}`
    const adminUrlOf = (name: string) => `postgres://${user}:${place.password}@${server}/${name}`
    let password: string
    try {
      password = await ensureLimitedRole(adminUrlOf)
    } catch (cause) {
      await cluster.stop()
      throw cause
    }
    log.info({ folder: place.folder, port, process: cluster.pid }, 'the own PostgreSQL runs')
    return {
      ...cluster,
      url: `postgres://${roleName}:${password}@${server}/${databaseName}`,
      adminUrl: adminUrlOf(databaseName),
      role: { name: roleName, password },
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
