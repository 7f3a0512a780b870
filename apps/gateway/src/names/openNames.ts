/** Puts the names of the zone together: storage, nonces, limits, and the chore of forgetting old messages. */
import { minutes } from '@latchkey/spec/limits'
import type { ChainData } from '../chain/openChainData.js'
import type { Config } from '../config/config.js'
import type { Job } from '../jobs/startJob.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Limiter } from '../ports/limiter.js'
import type { Log } from '../ports/log.js'
import type { Rpc } from '../rpc/rpc.js'
import { sharedSecret } from '../store/secrets.js'
import { type CcipAnswers, createCcipAnswers } from './ccip/answers.js'
import { openSigner } from './ccip/signer.js'
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
  readonly log: Log
}

const pruneEvery = minutes(10)

export interface OpenedNames {
  readonly names: Names
  readonly ccip: CcipAnswers
  readonly pruneJob: Job
}

export async function openNames(input: OpenNamesInput): Promise<OpenedNames> {
  const { config, db, limiter, rpc, chainData, clock, log } = input
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
  const { LATCHKEY_NAMES_SIGNER: key, LATCHKEY_DATA: data } = config
  const signer = () => openSigner({ key, data })
  const ccip = createCcipAnswers({ zone: names.zone, store, signer, clock, log })
  return { names, ccip, pruneJob: { name: 'forget signed messages', every: pruneEvery, run: store.prune } }
}
