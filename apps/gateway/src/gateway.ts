/** The composition root: configuration in, a running gateway out. */
import type { AddressInfo } from 'node:net'
import { minutes, seconds } from '@latchkey/spec/limits'
import type { FastifyInstance } from 'fastify'
import { openBundler } from './bundler/openBundler.js'
import { openChainData } from './chain/openChainData.js'
import { createClosers } from './closers.js'
import type { Config } from './config/config.js'
import type { Deps } from './deps.js'
import { createDirectory } from './directory/directory.js'
import { loadEmbedded } from './embedded/loadEmbedded.js'
import { createApp } from './http/app.js'
import { acceptJson } from './http/body.js'
import { closeServers } from './http/closeServers.js'
import { allowAllOrigins } from './http/cors.js'
import { explainListen } from './http/explainListen.js'
import { guard } from './http/gate.js'
import { createUpgrades } from './http/upgrades.js'
import { openIdentities } from './identity/openIdentities.js'
import { startJob } from './jobs/startJob.js'
import { createWork } from './jobs/work.js'
import { createMetrics } from './metrics.js'
import { openNames } from './names/openNames.js'
import { openOnramp } from './onramp/openOnramp.js'
import { openWaysOut, type WaysOut } from './openWaysOut.js'
import { directoryFolder, migrationsFolder } from './paths.js'
import { createMemoryCache } from './ports/cache.js'
import { type Clock, systemClock, within } from './ports/clock.js'
import { createDb } from './ports/db.js'
import { createMemoryLimiter } from './ports/limiter.js'
import type { Log } from './ports/log.js'
import type { Outbound } from './ports/outbound.js'
import { createRedisClient } from './ports/redis.js'
import { createRedisCache } from './ports/redisCache.js'
import { createRedisLimiter } from './ports/redisLimiter.js'
import type { Untrusted } from './ports/untrusted.js'
import { startOwnPostgres } from './postgres/ownPostgres.js'
import { createUsage } from './projects/usage.js'
import { createReadiness, dispensableParts, gatewayProbes } from './readiness.js'
import { openRelay } from './relay/openRelay.js'
import { serveRelay } from './relay/serveRelay.js'
import { serveAll } from './routes/served.js'
import { createFeeds } from './rpc/feeds/feeds.js'
import { serveChainSocket } from './rpc/feeds/serveChainSocket.js'
import { createRpc } from './rpc/rpc.js'
import { openSessions } from './sessions/openSessions.js'
import { openSignIn } from './signIn/openSignIn.js'
import { createAnalytics } from './store/analytics.js'
import { migrate, readMigrations } from './store/migrate.js'
import { createProjects } from './store/projects.js'
import { showStored } from './storedMeasures.js'
import { readWalletFiles } from './wallet/files.js'
import { serveWallet } from './wallet/walletApp.js'

export interface Gateway {
  readonly apiPort: number
  /** Undefined where no wallet folder is configured. */
  readonly walletPort: number | undefined
  readonly deps: Deps
  /** Says no to new traffic, lets requests in flight end, closes everything. Calling it again hurries. */
  stop(): Promise<void>
}

export interface GatewayInput {
  readonly config: Config
  readonly log: Log
  readonly clock?: Clock
  readonly outbound?: Outbound
  readonly untrusted?: Untrusted
  /** As `createApp` has it. */
  readonly arrivalDeadline?: number
  /** Called when the gateway cannot go on by itself. */
  readonly onLost?: (reason: string) => void
}

export async function startGateway(input: GatewayInput): Promise<Gateway> {
  const { config, log, clock = systemClock, onLost = () => {} } = input
  const closers = createClosers({ log })
  try {
    const waysOut = openWaysOut({ config, clock, closers, given: input })
    const deps = await openDeps({ config, log, clock, ...waysOut, onLost, closers })
    const servers: FastifyInstance[] = []
    const common = {
      log,
      metrics: deps.metrics,
      trustedProxies: config.LATCHKEY_TRUSTED_PROXIES,
      isDraining: deps.readiness.isDraining,
      ...(input.arrivalDeadline === undefined ? {} : { arrivalDeadline: input.arrivalDeadline }),
    }
    const deadline = seconds(config.LATCHKEY_SHUTDOWN_SECONDS)
    const listen = async (
      app: FastifyInstance,
      setting: 'LATCHKEY_GATEWAY_PORT' | 'LATCHKEY_WALLET_PORT',
    ) => {
      servers.push(app)
      try {
        await app.listen({ port: config[setting], host: config.LATCHKEY_HOST })
      } catch (cause) {
        throw explainListen(cause, setting, config)
      }
      return (app.server.address() as AddressInfo).port // it listens on TCP
    }

    const api = createApp({ ...common, sockets: deps.relay ? config.LATCHKEY_RELAY_SOCKETS : 0 })
    api.decorate('deps', deps)
    allowAllOrigins(api)
    acceptJson(api)
    const rate = {
      perMinute: config.LATCHKEY_RATE_LIMIT,
      burst: config.LATCHKEY_RATE_BURST,
      accountPerMinute: config.LATCHKEY_ACCOUNT_RATE_LIMIT,
    }
    guard(api, rate, config.LATCHKEY_METRICS_TOKEN)
    serveAll(api, config.LATCHKEY_ROLES)
    // Rooms that speak over WebSockets serve their paths here.
    const upgrades = createUpgrades(api, { log, trustedProxies: config.LATCHKEY_TRUSTED_PROXIES })
    if (config.LATCHKEY_ROLES.has('rpc')) {
      const feeds = createFeeds({ upstreams: config.LATCHKEY_UPSTREAMS, rpc: deps.rpc, clock, log })
      closers.add('feeds', () => feeds.close())
      deps.metrics.watchFeeds(feeds.count)
      serveChainSocket(upgrades, { deps, feeds, rate })
    }
    if (deps.relay) serveRelay(api, upgrades, deps.relay, deadline)
    closers.add('servers', async () => {
      // Together: the servers wait for every socket, and a client of a socket that is closed must find no listener here.
      await Promise.all([closeServers(servers, { clock, log, deadline }), upgrades.close()])
    })

    let walletPort: number | undefined
    if (config.LATCHKEY_WALLET_DIR) {
      const wallet = createApp(common)
      const files = readWalletFiles(config.LATCHKEY_WALLET_DIR)
      serveWallet(wallet, { files, projects: deps.projects, isLocal: config.LATCHKEY_LOCAL })
      deps.embedded?.serve(wallet, () => walletPort ?? config.LATCHKEY_WALLET_PORT)
      walletPort = await listen(wallet, 'LATCHKEY_WALLET_PORT')
    }
    // Last, because whoever waits for the API counts on the rest.
    const apiPort = await listen(api, 'LATCHKEY_GATEWAY_PORT')
    log.info({ apiPort, walletPort }, 'the gateway listens')

    let stopping: Promise<void> | undefined
    return {
      apiPort,
      walletPort,
      deps,
      stop() {
        if (stopping) {
          deps.relay?.hurry()
          for (const { server } of servers) server.closeAllConnections()
        }
        deps.readiness.drain()
        stopping ??= closers.closeAll()
        return stopping
      },
    }
  } catch (cause) {
    await closers.closeAll()
    throw cause
  }
}

/** How long the start waits for Redis. */
const redisPatience = seconds(3)

/** How often the calls of projects are added up in the database. */
const usageEvery = seconds(10)

/** How often analytics events that are too old or too many are removed. */
const pruneEvery = minutes(10)

type OpenInput = Required<Omit<GatewayInput, 'arrivalDeadline'>> &
  WaysOut & { readonly closers: ReturnType<typeof createClosers> }

/** Storage first, then what is built on it. Each opened thing is given to `closers` before the next is tried. */
async function openDeps(input: OpenInput): Promise<Deps> {
  const { config, log, clock, outbound, nodes, untrusted, onLost, closers } = input
  // First, so that a mistake in the operator's file is told before anything is started.
  const directory = createDirectory({ folder: directoryFolder, operatorFile: config.LATCHKEY_DIRECTORY })
  const url = config.DATABASE_URL ?? (await openOwnPostgres({ config, log, clock, onLost, closers }))
  await migrate({ url, folder: migrationsFolder, log })
  const db = createDb({ url, size: config.LATCHKEY_DATABASE_POOL, clock, log })
  closers.add('database', () => db.close())

  const redis = config.REDIS_URL ? createRedisClient({ url: config.REDIS_URL, log }) : undefined
  if (redis) {
    closers.add('redis', () => redis.close())
    const late = () => new Error('late')
    // It may come later: until then limits are counted per process, and /readyz says `degraded`.
    await within(clock, redisPatience, redis.connected(), late).catch(() => log.warn('redis is away'))
  }
  const metrics = createMetrics()
  metrics.watchDatabase(db)
  showStored({ registry: metrics.registry, db, clock })
  const work = createWork({ registry: metrics.registry, clock })
  closers.add('metrics', () => metrics.close())
  const cache = redis ? createRedisCache({ redis }) : createMemoryCache({ clock })
  const limiter = redis
    ? createRedisLimiter({ redis, clock, log, onLocal: metrics.observeLocalLimit })
    : createMemoryLimiter({ clock })

  const projects = createProjects({ db, clock, log })
  await projects.declare(config.LATCHKEY_PROJECTS, { isLocal: config.LATCHKEY_LOCAL })
  if (
    !config.LATCHKEY_LOCAL &&
    (await projects.find(undefined)) === undefined &&
    config.LATCHKEY_PROJECTS.length === 0
  )
    log.warn('LATCHKEY_PROJECTS is empty: unless the database has projects, every call is refused')

  const usage = createUsage({ db, clock })
  closers.add('usage', () => usage.flush())
  const counting = { name: 'count usage', every: usageEvery, run: usage.flush }
  closers.add(counting.name, startJob(counting, { clock, log, work }))

  const retention = { days: config.LATCHKEY_ANALYTICS_DAYS, events: config.LATCHKEY_ANALYTICS_EVENTS }
  const analytics = createAnalytics({ db, clock, retention })
  const pruneAnalytics = { name: 'prune analytics', every: pruneEvery, run: analytics.prune }

  const rpc = createRpc({
    upstreams: config.LATCHKEY_UPSTREAMS,
    outbound: nodes,
    clock,
    log,
    metrics,
    shared: redis ? cache : undefined,
    freshFor: headCacheOf(config),
    isPinging: true,
  })
  closers.add('chain access', () => rpc.close())
  const reads = { config, databaseUrl: url, rpc, db, cache, outbound, untrusted, clock, log, work }
  const chainData = await openChainData(reads)
  closers.add('chain data', () => chainData.close())
  const onramp = await openOnramp({ ...reads, chainData })
  closers.add('on-ramp', () => onramp.close())
  const bundler = openBundler({ ...reads, chainData, metrics })
  closers.add('bundler', () => bundler.close())
  const { sessions, pruneJob: sessionsJob, sealWith } = await openSessions({ ...reads, chainData })
  const { names, ccip, pruneJob } = await openNames({ config, db, limiter, rpc, chainData, clock, log })
  const { signIn, pruneJob: forgetJob } = await openSignIn({ db, rpc, chainData, clock })
  if (config.LATCHKEY_ROLES.has('jobs'))
    for (const job of [pruneAnalytics, sessionsJob, pruneJob, forgetJob])
      closers.add(job.name, startJob(job, { clock, log, work }))
  const identities = openIdentities({ config, names, rpc, chainData, untrusted, cache, clock, log })
  const required =
    config.LATCHKEY_REQUIRED_NETWORKS ?? (config.LATCHKEY_LOCAL ? [...config.LATCHKEY_UPSTREAMS.keys()] : [])
  const relay = config.LATCHKEY_ROLES.has('relay')
    ? openRelay({ config, databaseUrl: url, projects, metrics, clock, log })
    : undefined
  if (relay) closers.add('relay', () => relay.close())
  const embedded = await loadEmbedded({ ...reads, projects, chainData, bundler, limiter, sessions, closers })
  sealWith(embedded?.parts.secrets.mac('smart sessions'))
  const newestMigration = readMigrations(migrationsFolder).length
  const probes = gatewayProbes({ db, redis, rpc, required, newestMigration })
  const readiness = createReadiness({ clock, probes, dispensable: dispensableParts(config.LATCHKEY_ROLES) })
  return {
    clock,
    log,
    db,
    cache,
    limiter,
    outbound,
    untrusted,
    metrics,
    directory,
    projects,
    usage,
    analytics,
    rpc,
    chainData,
    onramp,
    bundler,
    sessions,
    signIn,
    names,
    ccip,
    identities,
    readiness,
    embedded,
    relay,
  }
}

/** Whoever tries things out on a chain of their own wants to see at once what they did. */
function headCacheOf({ LATCHKEY_RPC_CACHE, LATCHKEY_LOCAL, sources }: Config): number {
  return LATCHKEY_LOCAL && sources.LATCHKEY_RPC_CACHE === undefined ? 0 : LATCHKEY_RPC_CACHE
}

async function openOwnPostgres(input: Omit<OpenInput, keyof WaysOut>): Promise<string> {
  const { config, log, clock, onLost, closers } = input
  const postgres = await startOwnPostgres({
    data: config.LATCHKEY_DATA,
    port: config.LATCHKEY_POSTGRES_PORT,
    clock,
    log,
  })
  closers.add('own PostgreSQL', () => postgres.stop())
  postgres.onLost(() => onLost('the own PostgreSQL ended unexpectedly'))
  return postgres.url
}
