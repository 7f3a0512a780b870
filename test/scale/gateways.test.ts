import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { houseFolder } from '../harness/paths.js'
import { signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { type Cable, startCable } from './cable.js'
import {
  becomesReady,
  type Gateway,
  type Gateways,
  startGateways,
  startUpstream,
  type Upstream,
} from './gateways.js'
import { type Service, startPostgres, startRedis } from './services.js'

const base = Number(process.env.LATCHKEY_PORT_BASE ?? 4100)
const burst = 20
const chains = '/v1/supported-chains?projectId=local'
const blockNumber = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })

let postgres: Service
let redis: Service
let upstream: Upstream
let gateways: Gateways
let cable: Cable

beforeAll(async () => {
  // Each is known as soon as it runs, so that it is stopped also where another does not start.
  await Promise.all([
    startPostgres(base + 9).then((started) => (postgres = started)),
    startRedis(base + 20).then((started) => (redis = started)),
    startUpstream().then((started) => (upstream = started)),
  ])
  cable = await startCable(Number(new URL(postgres.url).port))
})

afterAll(async () => {
  upstream?.close()
  cable?.close()
  await Promise.all([postgres?.stop(), redis?.stop()])
})

/** @param rate requests a minute for one address; 0: unlimited */
function start(rate: number): Promise<Gateways> {
  const env = {
    DATABASE_URL: cable.through(postgres.url),
    REDIS_URL: redis.url,
    LATCHKEY_LOCAL: '1',
    LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [upstream.url] }),
    LATCHKEY_RATE_LIMIT: String(rate),
    LATCHKEY_RATE_BURST: String(burst),
  }
  return startGateways({ count: 3, firstPort: base + 30, env })
}

const get = ({ origin }: Gateway) => fetch(origin + chains)

/** What it reports once it does; a report is kept for a moment, so the first may still be the one before. */
const saysNotReady = ({ origin }: Gateway): Promise<unknown> =>
  until(
    async () => {
      const report = await fetch(`${origin}/readyz`)
      return report.status === 503 && report.json()
    },
    { what: 'it says that it is not ready' },
  )

const says = ({ origin }: Gateway, what: (report: { degraded?: string[] }) => boolean): Promise<unknown> =>
  until(
    async () => {
      const report = await (await fetch(`${origin}/readyz`)).json()
      return what(report) && report
    },
    { what: 'it says what is away' },
  )
const askBlock = ({ origin }: Gateway) =>
  fetch(`${origin}/v1?projectId=local&chainId=eip155:31337`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: blockNumber,
  })

describe('three gateways without a rate limit', () => {
  beforeEach(async () => {
    gateways = await start(0)
  })
  afterEach(() => gateways.stop())

  test('[D-40] that start together on one empty database all become ready and serve the same', async () => {
    const answers = await Promise.all(gateways.all.map(async (gateway) => (await get(gateway)).json()))
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    expect(answers[0]).toMatchObject({ http: ['eip155:31337'] })
    const migrations = readdirSync(resolve(houseFolder, 'apps/gateway/migrations')).filter((name) =>
      name.endsWith('.sql'),
    )
    const said = gateways.all.map(({ running }) => running.output()).join()
    expect(said.match(/a migration was applied/g)).toHaveLength(migrations.length)
  })

  test('[S7-31] each passes calls on to the chain', async () => {
    for (const gateway of gateways.all) {
      expect(await (await askBlock(gateway)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
    }
  })

  test('[D-10] a database that is gone makes them say so, and stops nobody who needs none; when it is back, so are they', async () => {
    for (const gateway of gateways.all) await get(gateway)
    cable.cut()
    try {
      for (const gateway of gateways.all) {
        const report = await saysNotReady(gateway)
        expect(report).toMatchObject({
          status: 'not-ready',
          checks: { database: { ok: false } },
        })
        expect((await fetch(`${gateway.origin}/healthz`)).status).toBe(200)
        expect((await askBlock(gateway)).status).toBe(200)
      }
    } finally {
      cable.mend()
    }
    for (const gateway of gateways.all) await becomesReady(gateway)
  })

  test('[D-40] go on when one of them is killed', async () => {
    const [killed, ...others] = gateways.all
    if (killed) signalGroup(killed.running, 'SIGKILL')
    await killed?.running.exited
    for (const gateway of others) {
      await becomesReady(gateway)
      expect((await get(gateway)).status).toBe(200)
    }
  })

  test('[D-40] answer what they have begun when they are asked to stop, and then end without a complaint', async () => {
    const [first] = gateways.all
    if (!first) throw new Error('no gateway')
    upstream.hold()
    const answer = askBlock(first)
    await until(() => upstream.waiting() > 0, { what: 'the upstream has the call' })
    signalGroup(first.running, 'SIGTERM')
    await until(() => first.running.output().includes('the gateway stops'), { what: 'it has heard' })
    upstream.release()
    const response = await answer
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ result: '0x1' })
    expect(await first.running.exited).toEqual({ code: 0, signal: null })
  })

  test('[D-10] a Redis that hangs makes them say so, and takes no traffic away; when it is back, they say nothing of it', async () => {
    redis.freeze()
    try {
      for (const gateway of gateways.all) {
        expect(await says(gateway, ({ degraded }) => degraded !== undefined)).toMatchObject({
          status: 'ready',
          degraded: ['redis'],
        })
        expect((await get(gateway)).status).toBe(200)
      }
    } finally {
      redis.thaw()
    }
    for (const gateway of gateways.all) await says(gateway, ({ degraded }) => degraded === undefined)
  })
})

describe('three gateways with a rate limit', () => {
  beforeEach(async () => {
    gateways = await start(1)
  })
  afterEach(() => gateways.stop())

  test('[D-40] hold one limit together, whichever of them is asked', async () => {
    // In turn at each of them: one that is flooded while it warms up would count by itself for want of an answer.
    const asking = gateways.all.map(async (gateway) => {
      const statuses: number[] = []
      for (let asked = 0; asked < burst; asked++) statuses.push((await get(gateway)).status)
      return statuses
    })
    const statuses = (await Promise.all(asking)).flat()
    const served = statuses.filter((status) => status === 200).length
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    // One a minute is refilled; a limit per process would have served them all.
    expect(served).toBeGreaterThanOrEqual(burst)
    expect(served).toBeLessThanOrEqual(burst + 1)
  })
})
