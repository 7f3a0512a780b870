/** One of many processes does the work: whoever holds a lock in the database, for as long as its connection lives. */
import { createHash } from 'node:crypto'
import type { Work } from '../jobs/work.js'
import type { Log } from '../ports/log.js'
import { SteadyClient } from '../ports/steadyClient.js'

export interface Leadership {
  /** Whether this process leads; tries to when nobody does. Never throws: without the database nobody leads. */
  isMine(): Promise<boolean>
  close(): Promise<void>
}

export function createLeadership(input: {
  url: string
  name: string
  log: Log
  work?: Work | undefined
}): Leadership {
  const { url, name, log, work } = input
  let client: SteadyClient | undefined
  let holds = false
  work?.led(name, () => holds)
  const key = createHash('sha256').update(`latchkey ${name}`).digest().readBigInt64BE()

  function letGo(): void {
    holds = false
    client = undefined
  }

  async function connected(): Promise<SteadyClient> {
    if (client) return client
    const fresh = new SteadyClient({
      connectionString: url,
      application_name: 'latchkey-leader',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    // The lock goes with the connection.
    fresh.on('error', () => client === fresh && letGo())
    fresh.on('end', () => client === fresh && letGo())
    await fresh.connect()
    client = fresh
    return fresh
  }

  return {
    async isMine() {
      try {
        const connection = await connected()
        if (holds) {
          // A connection that broke without a word would let two lead.
          await connection.query('select 1')
          return holds
        }
        const { rows } = await connection.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [
          key,
        ])
        holds = rows[0]?.won === true
        if (holds) log.info({ work: name }, 'this process leads')
        return holds
      } catch {
        const broken = client
        letGo()
        await broken?.end().catch(() => {})
        return false
      }
    },
    async close() {
      const last = client
      letGo()
      await last?.end().catch(() => {})
    },
  }
}
