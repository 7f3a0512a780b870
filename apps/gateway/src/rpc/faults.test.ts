/** What callers notice when upstreams, the database or Redis fail: nothing, or one clear answer in time. */

import { failureBody, readyz } from '@latchkey/spec/endpoints'
import { endpointExamples } from '@latchkey/spec/examples'
import { limits, minutes, seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../ports/clock.js'
import { analyticsEvents } from '../store/schema.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { hasRedis, startRedis } from '../testing/redis.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { type Behaviour, hanging, healthy, refusing, saying, startUpstream } from '../testing/upstream.js'

let gateway: TestGateway | undefined
afterEach(async () => {
  await gateway?.stop()
  gateway = undefined
})

const network = 'eip155:31337'
/** A busy machine takes its time. */
const patience = { timeout: 20_000 }

/** Three upstreams, the first of which behaves as told once the gateway knows all of them. */
async function startThree(
  behaviour: Behaviour | undefined,
  all = false,
  ports: Parameters<typeof startTestGateway>[1] = {},
) {
  const upstreams = await Promise.all([startUpstream(), startUpstream(), startUpstream()])
  onTestFinished(() => Promise.all(upstreams.map((upstream) => upstream.close())).then(() => {}))
  const urls = upstreams.map(({ url }) => url)
  gateway = await startTestGateway({ LATCHKEY_UPSTREAMS: JSON.stringify({ [network]: urls }) }, ports)
  for (const upstream of all ? upstreams : upstreams.slice(0, 1)) if (behaviour) upstream.behave(behaviour)
  return upstreams
}

const balances = Array.from({ length: 30 }, (_, index) => ({
  jsonrpc: '2.0',
  id: index,
  method: 'eth_getBalance',
  params: [`0x${index}`, 'latest'],
}))
const ask = (body: unknown) =>
  gateway?.ask(`/v1?chainId=${network}`, { method: 'POST', body: JSON.stringify(body) })

/** Like a node, for the methods asked here. */
const node: Behaviour = (call, response) => {
  if (call.method !== 'eth_getBalance') return healthy(call, response)
  return void response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: '0x2a' }))
}

const slow: Behaviour = (call, response) => {
  const timer = setTimeout(() => node(call, response), 5_000)
  response.once('close', () => clearTimeout(timer))
}

describe.each<[string, Behaviour]>([
  ['dead', (_, response) => void response.destroy()],
  ['hanging', hanging],
  ['slow', slow],
  ['limiting its callers', refusing(429, { 'retry-after': '30' })],
  ['out of order', refusing(503)],
  ['locked', refusing(401)],
  ['lying about what it serves', saying('{"jsonrpc":"2.0","id":1,"result":"0x1"}')],
  ['answering nonsense', saying('{"jsonrpc":"2.0","id":1,"result":{"balance":"plenty"}}')],
  ['answering HTML', saying('<html>')],
])('with one of three upstreams %s', (_, behaviour) => {
  test('no caller sees an error or a lie', async () => {
    const [, second, third] = await startThree(behaviour)
    second?.behave(node)
    third?.behave(node)
    const answers = await Promise.all(balances.map((call) => ask(call)))
    for (const answer of answers) {
      expect(answer?.status).toBe(200)
      expect(await answer?.json()).toMatchObject({ result: '0x2a' })
    }
  })
})

test('an upstream that turns to another network after it has proved its own is found out when it has to prove it again, and is not believed from then on', async () => {
  let ahead = 0
  const clock = { ...systemClock, now: () => systemClock.now() + ahead }
  const upstreams = await startThree(node, true, { clock })
  // All have shown whose they are, and are in use.
  for (const call of balances) expect(await (await ask(call))?.json()).toMatchObject({ result: '0x2a' })
  const [turned] = upstreams
  turned?.behave((call, response) => {
    const result = call.method === 'eth_chainId' ? '0x1' : '0xbad'
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }))
  })
  const before = turned?.calls.length ?? 0
  ahead = minutes(10)
  const told = await Promise.all(balances.map(async (call) => (await ask(call))?.json()))
  for (const answer of told) expect(answer).toMatchObject({ result: '0x2a' })
  // It was asked whose it is, and nothing else was taken from it.
  await expect.poll(() => turned?.calls.slice(before).map(({ method }) => method)).toContain('eth_chainId')
  const late = await Promise.all(balances.map(async (call) => (await ask(call))?.json()))
  for (const answer of late) expect(answer).toMatchObject({ result: '0x2a' })
})

test.each<[string, Behaviour]>([
  ['dead', (_, response) => void response.destroy()],
  ['refusing', refusing(503)],
  ['hanging', hanging],
])(
  '[S7-31] with all upstreams %s the answer is 503 in the one shape, within the time-out',
  async (_, behaviour) => {
    const clock = createFakeClock(systemClock.now())
    const upstreams = await startThree(behaviour, true, { clock })
    const countCalls = () => upstreams.reduce((sum, { calls }) => sum + calls.length, 0)
    const before = countCalls()
    let isAnswered = false
    const asked = ask(balances[0])?.finally(() => {
      isAnswered = true
    })
    await expect.poll(countCalls, patience).toBeGreaterThan(before)
    const begun = clock.now()
    await clock.advance(limits.httpTimeout)
    try {
      // However long the network of this machine takes, no more than this second passes on the gateway's clock.
      await expect
        .poll(async () => {
          if (!isAnswered) await clock.advance(1)
          return isAnswered
        }, patience)
        .toBe(true)
      expect(clock.now() - begun).toBeLessThan(limits.httpTimeout + seconds(1))
    } finally {
      // A gateway does not stop before whoever waits has been answered.
      await clock.advance(minutes(1))
    }
    const answer = await asked
    expect(answer?.status).toBe(503)
    const body: unknown = await answer?.json()
    expect(v.is(failureBody, body)).toBe(true)
    expect(body).toMatchObject({ reasons: [{ field: 'chainId' }] })
    expect(JSON.stringify(body)).not.toContain('secret')
  },
)

test('a database that drops every connection under load loses no event that was accepted', async () => {
  gateway = await startTestGateway({ LATCHKEY_LOCAL: '1' })
  const { ask: askApi, deps } = gateway
  const event = endpointExamples.analyticsEvent.input.body
  const { rows } = await deps.db.query.execute<{ url: string }>('select current_database() as url')
  const database = rows[0]?.url ?? ''
  const accepted: string[] = []
  const send = async () => {
    for (let count = 0; count < 15; count++) {
      const eventId = crypto.randomUUID()
      const body = JSON.stringify({ ...event, eventId, timestamp: Date.now() })
      const answer = await askApi('/e', { method: 'POST', body })
      if (answer.status === 202) accepted.push(eventId)
      else {
        expect(answer.status).toBe(503)
        expect(v.is(failureBody, await answer.json())).toBe(true)
      }
    }
  }
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and pid <> pg_backend_pid()`
  const cutting = (async () => {
    for (let count = 0; count < 5; count++) await deps.db.query.execute(cut).catch(() => {})
  })()
  await Promise.all([...Array.from({ length: 4 }, send), cutting])
  await expect
    .poll(
      async () => (await deps.db.query.select({ id: analyticsEvents.eventId }).from(analyticsEvents)).length,
    )
    .toBeGreaterThanOrEqual(accepted.length)
  const stored = await deps.db.query.select({ id: analyticsEvents.eventId }).from(analyticsEvents)
  const ids = new Set(stored.map(({ id }) => id))
  expect(accepted.filter((id) => !ids.has(id))).toEqual([])
  expect(accepted.length).toBeGreaterThan(0)
  expect((await askApi('/readyz')).status).toBe(200)
})

test.runIf(hasRedis)(
  'without Redis reads go on and limits still hold, and both recover by themselves',
  async () => {
    const redis = await startRedis()
    const upstream = await startUpstream()
    onTestFinished(() => upstream.close())
    gateway = await startTestGateway({
      REDIS_URL: redis.url,
      LATCHKEY_UPSTREAMS: JSON.stringify({ [network]: [upstream.url] }),
      LATCHKEY_RATE_LIMIT: '60',
      LATCHKEY_RATE_BURST: '5',
    })
    const block = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }
    expect((await ask(block))?.status).toBe(200)
    await redis.stop()
    const statuses = []
    for (let count = 0; count < 12; count++) statuses.push((await ask(block))?.status)
    expect(statuses).toContain(200)
    expect(statuses).toContain(429)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const [, local] =
      /gateway_local_limits_total (\d+)/.exec(await (await gateway.ask('/metrics')).text()) ?? []
    expect(Number(local)).toBeGreaterThanOrEqual(12)
    // A load balancer that stopped sending because of this would end the reads that go on.
    expect(await readiness(gateway)).toMatchObject({ code: 200, status: 'ready', degraded: ['redis'] })
    const again = await startRedis(Number(new URL(redis.url).port))
    onTestFinished(() => again.stop())
    await expect.poll(() => gateway && readiness(gateway), { timeout: 10_000 }).not.toHaveProperty('degraded')
  },
)

test.runIf(hasRedis)(
  'a process that serves the relay alone is not ready without Redis, where its mailbox is, and is again with it',
  async () => {
    const redis = await startRedis()
    gateway = await startTestGateway({ REDIS_URL: redis.url, LATCHKEY_ROLES: 'relay' })
    expect(await readiness(gateway)).toMatchObject({ code: 200, status: 'ready' })
    await redis.stop()
    await expect
      .poll(() => gateway && readiness(gateway), { timeout: 10_000 })
      .toMatchObject({ code: 503, status: 'not-ready', checks: { redis: { ok: false } } })
    const again = await startRedis(Number(new URL(redis.url).port))
    onTestFinished(() => again.stop())
    await expect.poll(() => gateway && readiness(gateway), { timeout: 10_000 }).toMatchObject({ code: 200 })
  },
)

async function readiness(of: TestGateway): Promise<object> {
  const answer = await of.ask('/readyz')
  return { code: answer.status, ...v.parse(readyz.response, await answer.json()) }
}
