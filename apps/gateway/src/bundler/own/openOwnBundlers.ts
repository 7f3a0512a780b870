/** Puts the own bundlers together from the configuration: one for each network that an account is set for. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { ChainData } from '../../chain/openChainData.js'
import type { Config } from '../../config/config.js'
import { createLeadership } from '../../indexer/leader.js'
import { startJob } from '../../jobs/startJob.js'
import type { Work } from '../../jobs/work.js'
import type { Metrics } from '../../metrics.js'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import type { Log } from '../../ports/log.js'
import { createLosses, type Losses, showLosses } from './losses.js'
import { createOwnBundler, type OwnBundler } from './ownBundler.js'
import { createServedAccounts } from './servedAccounts.js'
import { usualRules } from './settings.js'
import { createSponsor, type Sponsor } from './sponsor.js'

export interface Own {
  readonly bundler: OwnBundler
  /** Undefined where nobody pays for anybody. */
  readonly sponsor: Sponsor | undefined
}

export interface OwnBundlers {
  readonly all: ReadonlyMap<NetworkId, Own>
  close(): Promise<void>
}

export function openOwnBundlers(input: {
  readonly config: Config
  readonly databaseUrl: string
  readonly db: Db
  readonly chainData: ChainData
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Log
  readonly work?: Work | undefined
}): OwnBundlers {
  const { config, databaseUrl, db, chainData, metrics, clock, log, work } = input
  const isBundling = config.LATCHKEY_ROLES.has('jobs')
  const closers: (() => Promise<void>)[] = []
  const all = new Map<NetworkId, Own>()
  const lost = new Map<NetworkId, Losses>()
  for (const [networkId, account] of config.LATCHKEY_BUNDLER_KEYS) {
    const chain = chainData.chainOf(networkId)
    const leadership = createLeadership({ url: databaseUrl, name: `bundler ${networkId}`, log, work })
    const { accounts, isForAll, lossPerHour } = config.LATCHKEY_BUNDLER_RULES.get(networkId) ?? usualRules
    const losses = createLosses({ networkId, clock, log, perHour: lossPerHour })
    lost.set(networkId, losses)
    const bundler = createOwnBundler({
      db,
      clock,
      log,
      chain,
      account,
      leadership,
      losses,
      requireServed: createServedAccounts({ chain, accounts, isForAll }),
      isBundling,
    })
    const paymaster = config.LATCHKEY_PAYMASTERS.get(networkId)
    // Whoever is bundled for pays for it; what is paid for strangers is theirs to take.
    const requireServed = createServedAccounts({ chain, accounts, isForAll: false })
    const sponsor = paymaster && createSponsor({ db, clock, chain, paymaster, requireServed })
    all.set(networkId, { bundler, sponsor })
    const jobs = isBundling ? [bundler.job, bundler.pruneJob, ...(sponsor ? [sponsor.job] : [])] : []
    const stops = jobs.map((job) => startJob(job, { clock, log, work }))
    closers.push(async () => {
      await Promise.all([...stops.map((stop) => stop()), bundler.close()])
      await leadership.close()
    })
  }
  showLosses(lost, metrics.registry)
  return {
    all,
    async close() {
      await Promise.all(closers.map((close) => close()))
    },
  }
}
