/** Puts smart sessions together: where their keys are sealed, and the work that they need by themselves. */
import { minutes } from '@latchkey/spec/limits'
import type { ChainData } from '../chain/openChainData.js'
import type { Config } from '../config/config.js'
import type { Job } from '../jobs/startJob.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import { sharedSecret } from '../store/secrets.js'
import { createIsOpened } from './onChain.js'
import { createSealer } from './sealedKey.js'
import { createSessions, type Sessions } from './sessions.js'

const pruneEvery = minutes(10)

interface OpenSessions {
  readonly sessions: Sessions
  readonly pruneJob: Job
  /** The embedded wallet's, which lies under its key service: it seals where the operator named no keys of their own. */
  sealWith(secret: Buffer | undefined): void
}

export async function openSessions(input: {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly chainData: ChainData
}): Promise<OpenSessions> {
  const { config, db, clock, log, chainData } = input
  const keys = config.LATCHKEY_SESSIONS_KEYS
  const secrets = keys.length > 0 ? keys : [await sharedSecret(db, 'sessions')]
  const sealer = createSealer(secrets)
  const sessions = createSessions({
    db,
    clock,
    sealer,
    isOpened: createIsOpened(chainData),
    sponsorOf: (networkId) => config.LATCHKEY_PAYMASTERS.get(networkId)?.address,
  })
  return {
    sessions,
    pruneJob: { name: 'prune smart sessions', every: pruneEvery, run: sessions.prune },
    sealWith(secret) {
      if (keys.length > 0) return
      if (secret) sealer.prefer(secret)
      else if (!config.LATCHKEY_LOCAL)
        log.warn(
          'LATCHKEY_SESSIONS_KEYS is not set: keys of smart sessions are sealed with a key of the same database',
        )
    },
  }
}
