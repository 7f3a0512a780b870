/** Whether traffic may be sent here, and if not, which part is missing. */
import type { NetworkId } from '@latchkey/spec/caip'
import { seconds } from '@latchkey/spec/limits'
import type { Role } from './config/parse.js'
import { type Clock, within } from './ports/clock.js'
import type { Db } from './ports/db.js'
import type { RedisClient } from './ports/redis.js'
import type { Rpc } from './rpc/rpc.js'
import { newestApplied } from './store/migrate.js'

export interface Check {
  readonly ok: boolean
  readonly reason?: string
}

export interface Report {
  readonly status: 'ready' | 'not-ready' | 'draining'
  readonly checks: Record<string, Check>
  /** What is away and can be done without. */
  readonly degraded?: string[]
}

export interface Readiness {
  report(): Promise<Report>
  /** From now on the answer is no: the gateway is about to stop. */
  drain(): void
  isDraining(): boolean
}

type Probe = () => Promise<void>

/** Longer than any part takes when it is well, shorter than the patience of whoever asks. */
const probeDeadline = seconds(3)

/** Anybody may ask, and each round costs a call to every part. */
const freshFor = seconds(1)

export function createReadiness({
  clock,
  probes,
  dispensable = new Set(),
}: {
  clock: Clock
  probes: Readonly<Record<string, Probe>>
  /** Names of parts whose loss makes answers slower or limits looser, and no more. */
  dispensable?: ReadonlySet<string>
}): Readiness {
  let isDraining = false
  let running: Promise<Record<string, Check>> | undefined
  let last: { readonly checks: Record<string, Check>; readonly at: number } | undefined

  async function check(probe: Probe): Promise<Check> {
    try {
      await within(clock, probeDeadline, probe(), () => new Error('no answer in time'))
      return { ok: true }
    } catch (cause) {
      return { ok: false, reason: reasonOf(cause) }
    }
  }

  async function checkAll(): Promise<Record<string, Check>> {
    const entries = Object.entries(probes).map(async ([name, probe]) => [name, await check(probe)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }

  /** Those who ask at the same time share one round of probes. */
  function probe(): Promise<Record<string, Check>> {
    running ??= checkAll()
      .then((checks) => {
        last = { checks, at: clock.now() }
        return checks
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    async report() {
      const checks = last && clock.now() - last.at < freshFor ? last.checks : await probe()
      const away = Object.keys(checks).filter((name) => !checks[name]?.ok)
      const degraded = away.filter((name) => dispensable.has(name))
      const isReady = away.length === degraded.length
      return {
        status: isDraining ? 'draining' : isReady ? 'ready' : 'not-ready',
        checks,
        ...(degraded.length > 0 ? { degraded } : {}),
      }
    },
    drain: () => {
      isDraining = true
    },
    isDraining: () => isDraining,
  }
}

/** Connection errors name hosts and ports, which are nobody's business; their code says enough. */
function reasonOf(cause: unknown): string {
  if (cause instanceof ProbeFailure) return cause.message
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^[A-Z0-9_]{3,}$/.test(code) ? `not reachable (${code})` : 'not reachable'
}

/** A failure whose text may be told to anybody. */
class ProbeFailure extends Error {}

/**
 * Redis holds shared limits and answers, which every process has a substitute for, and the mailbox of the relay, which
 * has none. A process that serves nothing but the relay cannot work without it. One that serves the API or networks as
 * well goes on with those: all lose the same Redis at once, so saying no would only take the rest away too.
 */
export function dispensableParts(roles: ReadonlySet<Role>): ReadonlySet<string> {
  const isRelayAlone = roles.has('relay') && !roles.has('api') && !roles.has('rpc')
  return new Set(isRelayAlone ? [] : ['redis'])
}

/** Everything this gateway works with; what of it can be done without, `dispensableParts` says. */
export function gatewayProbes(input: {
  db: Db
  redis: RedisClient | undefined
  rpc: Rpc
  required: readonly NetworkId[]
  newestMigration: number
}): Record<string, Probe> {
  const { db, redis, rpc, required, newestMigration } = input
  return {
    database: () => db.ping(),
    migrations: () => probeMigrations(db, newestMigration),
    ...(redis ? { redis: () => redis.ping() } : {}),
    ...Object.fromEntries(required.map((networkId) => [networkId, () => probeNetwork(rpc, networkId)])),
  }
}

/** The database may be ahead, when a newer gateway has started beside this one, but never behind. */
async function probeMigrations(db: Db, newest: number): Promise<void> {
  const applied = await newestApplied(db)
  if (applied < newest) throw new ProbeFailure(`at ${applied} of ${newest}`)
}

async function probeNetwork(rpc: Rpc, networkId: NetworkId): Promise<void> {
  const reason = await rpc.probe(networkId, AbortSignal.timeout(probeDeadline))
  if (reason !== undefined) throw new ProbeFailure(reason)
}
