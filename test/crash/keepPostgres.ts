/** A PostgreSQL for several gateways that comes back on its folder when it was killed. */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { systemClock } from '../../apps/gateway/src/ports/clock.js'
import { type OwnPostgres, startOwnPostgres } from '../../apps/gateway/src/postgres/ownPostgres.js'
import { silentLog } from '../../apps/gateway/src/testing/log.js'
import { run } from '../../apps/gateway/src/testing/statement.js'
import { until } from '../harness/until.js'

export interface KeptPostgres {
  /** Of the role that the gateways work as. */
  readonly url: string
  /** Of the superuser. */
  readonly adminUrl: string
  /** A database of its own for the vault, on the same server. */
  readonly vaultUrl: string
  readonly vaultAdminUrl: string
  /** SIGKILL to the server, and a start on the same folder. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const role = 'operator'
const gatewayDatabase = 'shared'
const vaultDatabase = 'vault'

export async function keepPostgres(data: string, port: number): Promise<KeptPostgres> {
  mkdirSync(data)
  const start = () => startOwnPostgres({ data, port, clock: systemClock, log: silentLog })
  let current: OwnPostgres = await start()
  const { adminUrl } = current
  // A role whose password outlives a restart, as an operator's does; the gateway's own gets a new one each time.
  const password = randomBytes(16).toString('hex')
  await run(adminUrl, `create role ${role} login password '${password}'`)
  for (const name of [gatewayDatabase, vaultDatabase])
    await run(adminUrl, `create database ${name} owner ${role}`)
  const on = (name: string, as?: string) => {
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    if (as !== undefined) {
      url.username = as
      url.password = password
    }
    return url.href
  }
  return {
    url: on(gatewayDatabase, role),
    adminUrl: on(gatewayDatabase),
    vaultUrl: on(vaultDatabase, role),
    vaultAdminUrl: on(vaultDatabase),
    async kill() {
      const killed = current
      const gone = new Promise<void>((resolve) => killed.onLost(resolve))
      process.kill(killed.pid, 'SIGKILL')
      await gone
      await killed.stop()
      // Its children notice that it is gone; until the last of them has ended, no other may open the folder.
      current = await until(start, { what: 'PostgreSQL is back', within: 60_000 })
    },
    stop: () => current.stop(),
  }
}
