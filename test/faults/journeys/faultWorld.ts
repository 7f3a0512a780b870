/** A small local world in which everything that one part asks of another goes through a proxy that can break it. */
import { join, resolve } from 'node:path'
import {
  identitySettings,
  localAccounts,
  marketFacts,
  networkId,
  onrampSandbox,
  operationSettings,
  startIdentity,
} from '@latchkey/local'
import { houseFolder, walletDist } from '../../harness/paths.js'
import { run, signalGroup } from '../../harness/run.js'
import { until } from '../../harness/until.js'
import type { Origins } from '../../harness/world.js'
import { becomesReady, startGateway } from '../../scale/gateways.js'
import { startPostgres, startRedis } from '../../scale/services.js'
import { type Control, startControl } from '../proxy/control.js'
import { type FaultProxyInput, startFaultProxy } from '../proxy/faultProxy.js'
import { visitorAddress } from '../proxy/visitors.js'

/** Where everything is, as distances from the base; the first twelve are those of the local world. */
const offsets = {
  phone: 3,
  evm: 4,
  people: 10,
  smtp: 11,
  identity: 12,
  database: 20,
  redis: 24,
  gateway: 30,
  wallet: 31,
}

export interface FaultWorld {
  readonly origins: Origins
  /** Where the browser meets the service that people sign in with. */
  readonly identity: string
  readonly control: Control
  /** What the gateway printed. */
  output(): string
  stop(): Promise<void>
}

export async function bootFaultWorld({
  base,
  dataFolder,
}: {
  base: number
  dataFolder: string
}): Promise<FaultWorld> {
  const at = (name: keyof typeof offsets) => base + offsets[name]
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  const part = (script: string, env: Record<string, string>) => {
    const running = run(process.execPath, [resolve(houseFolder, 'local/dist', script)], {
      cwd: houseFolder,
      env,
    })
    closers.push(async () => {
      signalGroup(running, 'SIGTERM')
      await running.exited
    })
    return running
  }
  const proxy = async (target: number, input: Omit<FaultProxyInput, 'target'>) => {
    const started = await startFaultProxy({ target, ...input })
    closers.push(() => started.close())
    return started
  }
  const origin = (port: number) => `http://localhost:${port}`

  try {
    const forwards = { speaks: 'http', addressOf: visitorAddress } as const
    const gatewayWay = await proxy(at('gateway'), { ...forwards, isMeant: (path) => !isRelay(path) })
    // The page has one address for both, so that one stands behind the other.
    const relay = await proxy(gatewayWay.port, { ...forwards, isMeant: isRelay })
    const wallet = await proxy(at('wallet'), forwards)
    const identity = await proxy(at('identity'), { speaks: 'http' })
    const chain = await proxy(at('evm'), { speaks: 'http' })
    const database = await proxy(at('database'), { speaks: 'stream' })
    const redis = await proxy(at('redis'), { speaks: 'stream' })
    const mail = await proxy(at('smtp'), { speaks: 'stream' })
    const proxies = { gateway: gatewayWay, relay, wallet, identity, chain, database, redis, mail }
    const control = await startControl(proxies)
    closers.push(() => control.close())

    part('evm.js', { LATCHKEY_EVM_PORT: String(at('evm')), LATCHKEY_EVM_INTERVAL: '2000' })
    part('people.js', {
      LATCHKEY_PEOPLE_PORT: String(at('people')),
      LATCHKEY_SMTP_PORT: String(at('smtp')),
      LATCHKEY_PEOPLE_WALLET_URL: origin(wallet.port),
    })
    part('static.js', {
      LATCHKEY_SITES: JSON.stringify([
        {
          name: 'phone',
          folder: join(houseFolder, 'apps/phone/dist'),
          port: at('phone'),
          aliases: { '/wc': '/' },
          // The phone has a network of its own.
          gatewayPort: at('gateway'),
        },
      ]),
    })
    const idp = await startIdentity({
      port: at('identity'),
      url: origin(identity.port),
      walletUrl: () => origin(wallet.port),
    })
    closers.push(() => idp.stop())
    const postgresService = await startPostgres(at('database'))
    closers.push(() => postgresService.stop())
    const redisService = await startRedis(at('redis'))
    closers.push(() => redisService.stop())
    await until(async () => (await fetch(`${origin(at('evm'))}/healthz`)).ok, {
      what: 'the chain is up',
      within: 60_000,
    })

    const { bundlerKeys, paymasters } = operationSettings()
    const gateway = startGateway(join(dataFolder, 'gateway'), at('gateway'), {
      LATCHKEY_LOCAL: '1',
      LATCHKEY_LOG_LEVEL: 'info',
      LATCHKEY_WALLET_PORT: String(at('wallet')),
      LATCHKEY_WALLET_DIR: walletDist,
      LATCHKEY_WALLET_URL: origin(wallet.port),
      DATABASE_URL: through(postgresService.url, database.port),
      REDIS_URL: through(redisService.url, redis.port),
      LATCHKEY_UPSTREAMS: JSON.stringify({ [networkId]: [`http://127.0.0.1:${chain.port}`] }),
      LATCHKEY_NETWORKS: JSON.stringify({ [networkId]: marketFacts }),
      LATCHKEY_BUNDLER_KEYS: JSON.stringify(bundlerKeys),
      LATCHKEY_PAYMASTERS: JSON.stringify(paymasters),
      LATCHKEY_ONRAMP: JSON.stringify({ sandbox: onrampSandbox() }),
      LATCHKEY_NAMES_SIGNER: localAccounts().names.privateKey,
      LATCHKEY_SMTP: `smtp://127.0.0.1:${mail.port}`,
      LATCHKEY_SOCIAL: JSON.stringify(identitySettings(origin(identity.port))),
      LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
      // Phones come from one address, and a round of the long form takes hours.
      LATCHKEY_RATE_LIMIT: '0',
      LATCHKEY_ACCOUNT_RATE_LIMIT: '0',
      LATCHKEY_NAMES_PER_DAY: '0',
    })
    closers.push(async () => {
      signalGroup(gateway.running, 'SIGTERM')
      await gateway.running.exited
    })
    await becomesReady(gateway)
    await until(async () => (await fetch(origin(at('phone')))).ok, {
      what: 'the phone is up',
      within: 30_000,
    })

    const origins: Origins = {
      playground: origin(at('phone')),
      gateway: origin(relay.port),
      wallet: origin(wallet.port),
      phone: origin(at('phone')),
      evm: origin(chain.port),
      // Not of this world; nothing listens there.
      solana: origin(base + 5),
      bitcoin: origin(base + 7),
      docs: origin(base + 8),
    }
    return { origins, identity: origin(identity.port), control, output: () => gateway.running.output(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const isRelay = (path: string) => /^\/relay\b/.test(path)

/** The same URL by another port. */
function through(url: string, port: number): string {
  const other = new URL(url)
  other.port = String(port)
  return other.href
}
