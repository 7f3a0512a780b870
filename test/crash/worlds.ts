/** The two ways in which Latchkey is run, with everything around it that can be killed. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Evm,
  localAccounts,
  type MailSink,
  marketFacts,
  networkId,
  onrampSandbox,
  startEvm,
  startMail,
} from '@latchkey/local'
import * as v from 'valibot'
import { createKeyFile } from '../../apps/gateway/src/embedded/kms/keyFile.js'
import { run } from '../../apps/gateway/src/testing/statement.js'
import { createWalletPlace } from '../../apps/gateway/src/testing/walletWorld.js'
import { until } from '../harness/until.js'
import { temporaryFolder } from '../scale/folder.js'
import { gatewayProgram } from '../scale/gateways.js'
import { startBalancer } from './balancer.js'
import { type Kept, keepAlive } from './keepAlive.js'
import { keepPostgres } from './keepPostgres.js'
import { createLedgers, type Ledgers } from './ledgers.js'
import type { Random } from './random.js'
import type { Place, Writer } from './writer.js'
import { createApprovalWriter } from './writers/approvals.js'
import { createHistoryWriter } from './writers/history.js'
import { createNameWriter } from './writers/names.js'
import { createOrderWriter } from './writers/orders.js'
import { createRelayWriter } from './writers/relayMessages.js'
import { createShareWriter } from './writers/shares.js'
import { createSignInWriter } from './writers/signIns.js'
import { createVaultWriter } from './writers/vaultKeys.js'
import { createSessionWriter } from './writers/walletSessions.js'

export interface World {
  readonly title: string
  /** What can be killed, by the name that the table gives it. */
  readonly victims: Readonly<Record<string, (random: Random) => Promise<void>>>
  readonly writers: readonly Writer[]
  readonly ledgers: Ledgers
  /** Resolves when every gateway says that it is ready. */
  recovered(): Promise<void>
  /** The last lines of everything, for whoever looks for the reason of a fault. */
  output(): string
  stop(): Promise<void>
}

interface Neighbours {
  readonly folder: string
  readonly chain: Evm
  readonly mail: MailSink
  readonly env: Record<string, string>
  stop(): Promise<void>
}

async function startNeighbours(): Promise<Neighbours> {
  const folder = temporaryFolder()
  const [chain, mail] = await Promise.all([startEvm(), startMail()])
  const pages = join(folder, 'pages')
  mkdirSync(pages)
  writeFileSync(join(pages, 'index.html'), '<h1>wallet</h1>')
  return {
    folder,
    chain,
    mail,
    env: {
      LATCHKEY_LOCAL: '1',
      LATCHKEY_LOG_LEVEL: 'warn',
      LATCHKEY_RATE_LIMIT: '0',
      LATCHKEY_ACCOUNT_RATE_LIMIT: '0',
      LATCHKEY_RELAY_RATE: '0',
      LATCHKEY_RELAY_SOCKETS_PER_ADDRESS: '0',
      LATCHKEY_NAMES_PER_DAY: '0',
      LATCHKEY_NAMES_SIGNER: localAccounts().names.privateKey,
      LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
      LATCHKEY_SMTP: `smtp://127.0.0.1:${mail.port}`,
      LATCHKEY_WALLET_DIR: pages,
      LATCHKEY_UPSTREAMS: JSON.stringify({ [networkId]: [chain.url] }),
      LATCHKEY_NETWORKS: JSON.stringify({ [networkId]: marketFacts }),
      LATCHKEY_ONRAMP: JSON.stringify({ sandbox: onrampSandbox() }),
    },
    async stop() {
      await Promise.all([chain.close(), mail.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startWriters(place: Place, { chain, mail }: Neighbours, ledgers: Ledgers): Promise<Writer[]> {
  const { origin, server, vault } = place.wallet
  const wallet = createWalletPlace({ origin, server, mail })
  return [
    await createRelayWriter(place),
    createNameWriter(place),
    createSignInWriter(place),
    await createSessionWriter(wallet),
    createShareWriter(wallet, ledgers.raise),
    createApprovalWriter(wallet, ledgers.countReleases),
    createVaultWriter(createWalletPlace({ origin, server: vault, mail }), ledgers.findKeys),
    createOrderWriter(place, chain),
    await createHistoryWriter(place, chain),
  ]
}

const gateway = (data: string, port: number, env: Record<string, string>): Kept => {
  mkdirSync(data, { recursive: true })
  const ports = { LATCHKEY_GATEWAY_PORT: String(port), LATCHKEY_WALLET_PORT: String(port + 1) }
  const all = { LATCHKEY_DATA: data, ...ports, ...env }
  return keepAlive({ command: process.execPath, args: [gatewayProgram], cwd: data, env: all })
}

const isUp = async (url: string) => (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok
const at = (port: number) => `http://127.0.0.1:${port}`

async function allUp(urls: readonly string[], output: () => string): Promise<void> {
  for (const url of urls)
    await until(() => isUp(url), { what: `${url} is up`, within: 60_000 }).catch((cause: unknown) => {
      throw new Error(`${url} did not come back:\n${output()}`, { cause })
    })
}

/** One process, one folder, its own PostgreSQL: what `npx latchkey` starts. */
export async function startFolderWorld(base: number): Promise<World> {
  const around = await startNeighbours()
  const data = join(around.folder, 'data')
  const postgresPort = base + 9
  const kept = gateway(data, base, { ...around.env, LATCHKEY_POSTGRES_PORT: String(postgresPort) })
  const output = () => kept.output().split('\n').slice(-40).join('\n')
  const recovered = () => allUp([`${at(base)}/readyz`], output)
  await recovered()
  const { password } = v.parse(
    v.object({ password: v.string() }),
    JSON.parse(readFileSync(join(data, 'postgres.json'), 'utf8')),
  )
  const url = () => `postgres://latchkey:${password}@127.0.0.1:${postgresPort}/latchkey`
  const ledgers = createLedgers(url, { url, table: 'vault.vault_keys' })
  const server = `http://localhost:${base + 1}`
  const place = { api: at(base), relays: [at(base)], wallet: { origin: server, server, vault: server } }
  const writers = await startWriters(place, around, ledgers)
  const killDatabase = () => killNow(postmasterOf(data))
  return {
    title: 'one gateway on its folder',
    writers,
    ledgers,
    victims: {
      'the gateway': () => kept.kill(),
      'its database': async () => killDatabase(),
      'one connection of the database': (random) => killConnection(url(), random),
      'gateway and database at once': async () => {
        killDatabase()
        await kept.kill()
      },
    },
    recovered,
    output,
    async stop() {
      for (const writer of writers) await writer.stop?.()
      await kept.stop()
      await around.stop()
    },
  }
}

/** Two gateways behind a balancer, one PostgreSQL, one Redis, and the vault as a process of its own. */
export async function startSharedWorld(base: number): Promise<World> {
  const around = await startNeighbours()
  const { folder } = around
  const ports = { one: base + 20, two: base + 22, vault: base + 24, api: base + 26, wallet: base + 27 }
  const database = await keepPostgres(join(folder, 'database'), base + 29)
  const redis = keepAlive({
    command: 'redis-server',
    // What is acknowledged is on the disk: `everysec` would lose up to a second, as the guide says.
    args: `--port ${base + 28} --bind 127.0.0.1 --dir ${folder} --appendonly yes --appendfsync always`.split(
      ' ',
    ),
    cwd: folder,
  })
  const origin = `http://localhost:${ports.wallet}`
  for (const name of ['wallet', 'vault']) createKeyFile(join(folder, `${name}.key`))
  const env = {
    ...around.env,
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${base + 28}`,
    LATCHKEY_WALLET_URL: origin,
    LATCHKEY_KMS: join(folder, 'wallet.key'),
    LATCHKEY_ROLES: 'api,rpc,relay,indexer,jobs',
  }
  const one = gateway(join(folder, 'one'), ports.one, env)
  const two = gateway(join(folder, 'two'), ports.two, env)
  const vault = gateway(join(folder, 'vault'), ports.vault, {
    ...around.env,
    LATCHKEY_ROLES: 'vault',
    LATCHKEY_WALLET_URL: origin,
    LATCHKEY_VAULT_DATABASE: database.vaultUrl,
    LATCHKEY_VAULT_KMS: join(folder, 'vault.key'),
  })
  const balancers = await Promise.all([
    startBalancer(ports.api, [ports.one, ports.two]),
    startBalancer(ports.wallet, [ports.one + 1, ports.two + 1]),
  ])
  const output = () =>
    [one, two, vault, redis].map((kept) => kept.output().split('\n').slice(-15).join('\n')).join('\n')
  const vaultUrl = `http://localhost:${ports.vault + 1}`
  const recovered = () =>
    allUp([`${at(ports.one)}/readyz`, `${at(ports.two)}/readyz`, `${vaultUrl}/healthz`], output)
  await recovered()
  const ledgers = createLedgers(() => database.adminUrl, {
    url: () => database.vaultAdminUrl,
    table: 'vault_keys',
  })
  const place = {
    api: at(ports.api),
    relays: [at(ports.one), at(ports.two)],
    wallet: { origin, server: origin, vault: vaultUrl },
  }
  const writers = await startWriters(place, around, ledgers)
  return {
    title: 'two gateways on PostgreSQL and Redis',
    writers,
    ledgers,
    victims: {
      'one of the gateways': (random) => random.pick([one, two]).kill(),
      'both gateways at once': async () => {
        await Promise.all([one.kill(), two.kill()])
      },
      PostgreSQL: () => database.kill(),
      'one connection of PostgreSQL': (random) => killConnection(database.adminUrl, random),
      Redis: () => redis.kill(),
      'the vault': () => vault.kill(),
    },
    recovered,
    output,
    async stop() {
      for (const writer of writers) await writer.stop?.()
      await Promise.all([one.stop(), two.stop(), vault.stop()])
      for (const balancer of balancers) balancer.close()
      await Promise.all([redis.stop(), database.stop()])
      await around.stop()
    },
  }
}

/** The server that owns the data folder wrote its process id into it. */
function postmasterOf(data: string): number {
  const folder = join(data, 'postgres')
  const cluster = readdirSync(folder).find((name) => /^cluster-\d+$/.test(name)) ?? ''
  return Number(readFileSync(join(folder, cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

function killNow(pid: number): void {
  if (!(pid > 1)) throw new Error(`${pid} is no process of ours`)
  process.kill(pid, 'SIGKILL')
}

/** PostgreSQL answers the death of one of its processes by ending all the others and recovering. */
async function killConnection(url: string, random: Random): Promise<void> {
  const rows = await run<{ pid: number }>(
    url,
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid",
  )
  killNow(random.pick(rows).pid)
}
