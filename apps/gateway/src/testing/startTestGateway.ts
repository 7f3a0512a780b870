/** A whole gateway on free ports and a database of its own. */
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minutes } from '@latchkey/spec/limits'
import { Agent, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici'
import { readConfig } from '../config/config.js'
import type { SettingName } from '../config/settings.js'
import { type Gateway, startGateway } from '../gateway.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Outbound } from '../ports/outbound.js'
import type { Untrusted } from '../ports/untrusted.js'
import { copyMigratedDatabase } from './database.js'
import { silentLog } from './log.js'
import { shareRedis } from './sharedRedis.js'
import { hasTwoOfEach, type SecondGateway, startSecondGateway } from './startSecondGateway.js'

export interface TestGateway extends Gateway {
  /** Asks the API: where there are two gateways, one after the other. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Asks the API of the gateway whose `deps` are seen here. */
  askFirst(path: string, init?: RequestInit): Promise<Response>
  /** Asks the wallet origin: where there are two gateways, one after the other. */
  askWallet(path: string, init?: RequestInit): Promise<Response>
}

interface Ports {
  clock?: Clock
  log?: Log
  outbound?: Outbound
  untrusted?: Untrusted
}

/** In `npm run test:scale` it is two, of which the first is seen; see startSecondGateway.ts. */
export async function startTestGateway(
  environment: Partial<Record<SettingName, string>> = {},
  ports: Ports = {},
): Promise<TestGateway> {
  const settings = {
    LATCHKEY_GATEWAY_PORT: '0',
    LATCHKEY_WALLET_PORT: '0',
    LATCHKEY_LOCAL: '1',
    LATCHKEY_RATE_LIMIT: '0',
    // Or one would be made in the folder that the tests are run from.
    LATCHKEY_NAMES_SIGNER: `0x${'5e'.repeat(32)}`,
    // The key of the embedded wallet is made in here.
    LATCHKEY_DATA: environment.LATCHKEY_DATA ?? mkdtempSync(join(tmpdir(), 'latchkey-gateway-')),
    ...environment,
    DATABASE_URL: environment.DATABASE_URL ?? (await copyMigratedDatabase()),
  }
  return hasTwoOfEach ? startBoth(settings, ports) : withAsking([await start(settings, ports)])
}

const withLog = (ports: Ports) => ({
  log: silentLog,
  // The client runs in this process: whatever keeps it busy would seem to be a request that does not come.
  arrivalDeadline: minutes(5),
  ...ports,
})

const start = (settings: Record<string, string>, ports: Ports) =>
  startGateway({ ...withLog(ports), config: readConfig(settings) })

async function startBoth(
  settings: Record<string, string> & { DATABASE_URL: string },
  ports: Ports,
): Promise<TestGateway> {
  const redis = await shareRedis(settings.DATABASE_URL)
  const opened: { stop(): Promise<void> }[] = []
  const stop = async () => {
    await Promise.all(opened.map((gateway) => gateway.stop()))
    await redis.leave()
  }
  try {
    const environment = { REDIS_URL: redis.url, ...settings }
    const first = await start(environment, ports)
    opened.push(first)
    const isFaked = Object.keys(ports).length > 0
    const second = await startSecondGateway({ environment, first, ports: withLog(ports), isFaked })
    opened.push(second)
    return withAsking([{ ...first, stop }, second])
  } catch (cause) {
    await stop()
    throw cause
  }
}

function withAsking(gateways: readonly [Gateway, SecondGateway?]): TestGateway {
  const [first, second] = gateways
  const agents = second && { api: agentTo(second.apiPort), wallet: agentTo(second.walletPort) }
  const inTurn = (port: number | undefined, agent: Agent | undefined) => {
    let turn = 0
    return (path: string, init?: RequestInit) => {
      const url = `http://127.0.0.1:${port}${path}`
      return agent && turn++ % 2 === 1 ? askThrough(agent, url, init) : fetch(url, init)
    }
  }
  return {
    ...first,
    ask: inTurn(first.apiPort, agents?.api),
    askFirst: inTurn(first.apiPort, undefined),
    askWallet: inTurn(first.walletPort, agents?.wallet),
  }
}

/** Connects to a port whatever the address says, so that a question keeps the host that was asked: as a load balancer does. */
const agentTo = (port = 0) =>
  new Agent({
    connect(_, done) {
      const socket = connect(port, '127.0.0.1', () => done(null, socket))
      socket.once('error', (error) => done(error, null))
    },
  })

/** Of the agent's own undici: Node's may be of another version. What either takes and gives is as the standard has it. */
const askThrough = async (dispatcher: Agent, url: string, init: unknown): Promise<Response> =>
  (await undiciFetch(url, { ...(init as UndiciInit), dispatcher })) as unknown as Response
