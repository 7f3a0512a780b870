/** Puts smart sessions together: where their keys are sealed, and the work that they need by themselves. */
import { minutes } from '@latchkey/spec/limits'
import type { Config } from '../config/config.js'
import type { Job } from '../jobs/startJob.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import { sharedSecret } from '../store/secrets.js'
import { createSealer } from './sealedKey.js'
import { createSessions, type Sessions } from './sessions.js'

const pruneEvery = minutes(10)

export async function openSessions(input: {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}): Promise<{ readonly sessions: Sessions; readonly pruneJob: Job }> {
  const { config, db, clock, log } = input
  const keys = config.LATCHKEY_SESSIONS_KEYS
  if (keys.length === 0 && !config.LATCHKEY_LOCAL)
    log.warn(
      'LATCHKEY_SESSIONS_KEYS is not set: keys of smart sessions are sealed with a key of the same database',
    )
  const secrets = keys.length > 0 ? keys : [await sharedSecret(db, 'sessions')]
  const sessions = createSessions({ db, clock, sealer: createSealer(secrets) })
  return { sessions, pruneJob: { name: 'prune smart sessions', every: pruneEvery, run: sessions.prune } }
}
