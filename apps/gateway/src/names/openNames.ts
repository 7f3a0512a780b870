/** Puts the names of the zone together: storage, nonces, limits, and the chore of forgetting old messages. */
import { minutes } from '@latchkey/spec/limits'
import type { ChainData } from '../chain/openChainData.js'
import type { Config } from '../config/config.js'
import type { Job } from '../jobs/startJob.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Limiter } from '../ports/limiter.js'
import type { Rpc } from '../rpc/rpc.js'
import { sharedSecret } from '../store/secrets.js'
import { createNames, type Names } from './names.js'
import { createNonces } from './nonces.js'
import { createReserved } from './reserved.js'
import { createNameStore } from './store.js'

export interface OpenNamesInput {
  readonly config: Config
  readonly db: Db
  readonly limiter: Limiter
  readonly rpc: Rpc
  readonly chainData: Pick<ChainData, 'chainOf'>
  readonly clock: Clock
}

const pruneEvery = minutes(10)

export async function openNames(input: OpenNamesInput): Promise<{ names: Names; pruneJob: Job }> {
  const { config, db, limiter, rpc, chainData, clock } = input
  const store = createNameStore({ db, clock })
  const names = createNames({
    zone: { name: config.LATCHKEY_NAMES_ZONE, reserved: createReserved(config.LATCHKEY_NAMES_RESERVED) },
    store,
    nonces: createNonces({ key: await sharedSecret(db, 'name nonces'), clock }),
    limiter,
    clock,
    chainOf: (networkId) =>
      rpc.upstreams.get(networkId)?.http.length ? chainData.chainOf(networkId) : undefined,
    limits: { perAddress: config.LATCHKEY_NAMES_PER_ADDRESS, perDay: config.LATCHKEY_NAMES_PER_DAY },
    isTimedAllowed: config.LATCHKEY_NAMES_OLDER_FORM,
  })
  return { names, pruneJob: { name: 'forget signed messages', every: pruneEvery, run: store.prune } }
}
