/**
 * Connections to PostgreSQL that are lost are not missing afterwards. Drizzle takes one for a transaction and gives it
 * back when the transaction ends; one that fails to begin has none, and its place in the pool would stay taken for good.
 */
import pg from 'pg'
import { SteadyClient } from './steadyClient.js'

type Done = Parameters<pg.Pool['connect']>[0]

export class SteadyPool extends pg.Pool {
  constructor(config: Omit<pg.PoolConfig, 'Client'>) {
    super({ ...config, Client: SteadyClient })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: Done): void
  override connect(done?: Done): Promise<pg.PoolClient> | void {
    // That is how the pool itself asks for one, which it gives back whatever happens.
    if (done) return super.connect(done)
    return super.connect().then(backWhenLost)
  }
}

/** Given back once: by whoever took it or, when it is lost, by itself. */
function backWhenLost(client: pg.PoolClient): pg.PoolClient {
  const giveBack = client.release.bind(client)
  let isBack = false
  const release = (error?: Error | boolean) => {
    if (isBack) return
    isBack = true
    client.off('end', lost)
    giveBack(error)
  }
  const lost = () => release(true)
  client.once('end', lost)
  client.release = release
  return client
}
