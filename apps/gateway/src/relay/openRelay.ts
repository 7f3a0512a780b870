/** Puts the relay together from the configuration: which mailbox it has, and whom it believes. */
import type { Config } from '../config/config.js'
import type { Metrics } from '../metrics.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Projects } from '../store/projects.js'
import { createBridge } from './bridge/bridge.js'
import { keepYoung } from './keepYoung.js'
import { createPostgresMailbox } from './mailbox/postgresMailbox.js'
import { createRedisMailbox } from './mailbox/redisMailbox.js'
import { createRelay, type Relay } from './relay.js'
import { createTally, showTally } from './tally.js'

export interface OpenRelayInput {
  readonly config: Config
  readonly databaseUrl: string
  readonly projects: Projects
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Log
}

export function openRelay({ config, databaseUrl, projects, metrics, clock, log }: OpenRelayInput): Relay {
  keepYoung()
  const tally = createTally()
  showTally(tally, metrics.registry)
  // Several processes need a mailbox that tells each of them what the others stored.
  const most = config.LATCHKEY_RELAY_MAILBOX_MEGABYTES * 1e6
  const mailbox = config.REDIS_URL
    ? createRedisMailbox({ url: config.REDIS_URL, log, most })
    : createPostgresMailbox({ url: databaseUrl, clock, log, most })
  const { LATCHKEY_RELAY_UPSTREAM: upstream, LATCHKEY_RELAY_UPSTREAM_PROJECT: project } = config
  const bridge = upstream ? createBridge({ url: upstream, project, mailbox, clock, log, tally }) : undefined
  return createRelay({
    bridge,
    mailbox,
    projects,
    clock,
    log,
    tally,
    settings: {
      audiences: config.LATCHKEY_RELAY_AUDIENCES,
      sockets: config.LATCHKEY_RELAY_SOCKETS,
      socketsPerAddress: config.LATCHKEY_RELAY_SOCKETS_PER_ADDRESS,
      topics: config.LATCHKEY_RELAY_TOPICS,
      topicsPerAddress: config.LATCHKEY_RELAY_TOPICS_PER_ADDRESS,
      rate: config.LATCHKEY_RELAY_RATE,
      skipsAttestation: config.LATCHKEY_RELAY_SKIP_ATTESTATION,
    },
  })
}
