import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { endpointExamples } from '@latchkey/spec/examples'
import { days, minutes } from '@latchkey/spec/limits'
import { afterEach, expect, test } from 'vitest'
import { migrationsFolder } from './paths.js'
import { systemClock } from './ports/clock.js'
import { freePort } from './postgres/ownPostgres.js'
import { readMigrations } from './store/migrate.js'
import { analyticsEvents } from './store/schema.js'
import { createDatabase } from './testing/database.js'
import { createFakeClock } from './testing/fakeClock.js'
import { createRecordedLog } from './testing/log.js'
import { startTestGateway, type TestGateway } from './testing/startTestGateway.js'
import { hanging, healthy, saying, startUpstream } from './testing/upstream.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(...input: Parameters<typeof startTestGateway>): Promise<TestGateway> {
  const gateway = await startTestGateway(...input)
  closing.push(() => gateway.stop())
  return gateway
}

async function upstreamOf(behaviour = healthy) {
  const upstream = await startUpstream(behaviour)
  closing.push(() => upstream.close())
  return upstream
}

const report = async (gateway: TestGateway) => {
  const answer = await gateway.ask('/readyz')
  return {
    code: answer.status,
    ...((await answer.json()) as { status: string; checks: Record<string, unknown> }),
  } // the contract test checks its shape
}

test('[D-40] readiness names each part, and which one is missing', async () => {
  const upstream = await upstreamOf()
  const LATCHKEY_UPSTREAMS = JSON.stringify({ 'eip155:31337': [upstream.url] })
  let ahead = 0
  const clock = { ...systemClock, now: () => systemClock.now() + ahead }
  const gateway = await start({ LATCHKEY_UPSTREAMS, REDIS_URL: 'redis://127.0.0.1:1' }, { clock })
  // What it can do without is named, and takes no traffic away from it.
  expect(await report(gateway)).toEqual({
    code: 200,
    status: 'ready',
    degraded: ['redis'],
    checks: {
      database: { ok: true },
      migrations: { ok: true },
      redis: { ok: false, reason: expect.stringMatching(/^not reachable/) },
      'eip155:31337': { ok: true },
    },
  })
  upstream.behave(saying('{"id":1,"result":"0x1"}'))
  ahead = 1000
  expect(await report(gateway)).toMatchObject({
    code: 503,
    status: 'not-ready',
    degraded: ['redis'],
    checks: { 'eip155:31337': { ok: false, reason: 'the upstream serves another network' } },
  })
})

test('[D-10] outside of local mode a network that is down does not make the gateway unready, unless it is required', async () => {
  const LATCHKEY_UPSTREAMS = '{"eip155:1": ["http://127.0.0.1:1"], "eip155:10": ["http://127.0.0.1:1"]}'
  const relaxed = await start({ LATCHKEY_UPSTREAMS, LATCHKEY_LOCAL: '0' })
  expect(await report(relaxed)).toMatchObject({ code: 200, status: 'ready' })
  const strict = await start({
    LATCHKEY_UPSTREAMS,
    LATCHKEY_LOCAL: '0',
    LATCHKEY_REQUIRED_NETWORKS: 'eip155:10',
  })
  expect((await report(strict)).checks).toMatchObject({
    'eip155:10': { ok: false, reason: 'no upstream answers' },
  })
  expect((await report(strict)).checks).not.toHaveProperty('eip155:1')
})

test('a database whose migrations were undone is not ready, and a healthy process says it is alive', async () => {
  const gateway = await start()
  await gateway.deps.db.query.execute('delete from latchkey_migrations')
  const newest = readMigrations(migrationsFolder).length
  expect((await report(gateway)).checks.migrations).toEqual({ ok: false, reason: `at 0 of ${newest}` })
  expect((await gateway.ask('/healthz')).status).toBe(200)
})

test('[D-40] stopping finishes what was begun, takes nothing new, and ends', async () => {
  const upstream = await upstreamOf(hanging)
  let answerNow = () => {}
  upstream.behave((call, response) => {
    if (call.method !== 'eth_blockNumber') return healthy(call, response)
    answerNow = () => healthy(call, response)
  })
  const LATCHKEY_UPSTREAMS = JSON.stringify({ 'eip155:31337': [upstream.url] })
  const gateway = await start({ LATCHKEY_UPSTREAMS })
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
  const begun = gateway.ask('/v1?chainId=eip155:31337', { method: 'POST', body })
  await expect.poll(() => upstream.calls.at(-1)?.method).toBe('eth_blockNumber')
  const stopped = gateway.stop()
  expect((await gateway.deps.readiness.report()).status).toBe('draining')
  await expect
    .poll(() =>
      gateway.ask('/healthz').then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  answerNow()
  const answer = await begun
  expect(answer.status).toBe(200)
  expect(answer.headers.get('connection')).toBe('close')
  await stopped
})

test('[D-40] connections that carry nothing are closed at once when the gateway stops', async () => {
  // Its time stands still, so that nothing is cut off by the deadline.
  const gateway = await start({}, { clock: createFakeClock() })
  const open = async (text: string) => {
    const socket = connect(gateway.apiPort, '127.0.0.1')
    await once(socket, 'connect')
    if (text !== '') socket.write(text)
    return { socket, closed: once(socket, 'close') }
  }
  // Browsers open connections before they have anything to ask.
  const silent = await open('')
  const idle = await open('GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n')
  const [answer] = await once(idle.socket, 'data')
  expect(String(answer)).toMatch(/^connection: keep-alive/im)
  const again = await open('GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n')
  await once(again.socket, 'data')
  again.socket.write('GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n')
  await once(again.socket, 'data')
  await gateway.stop()
  await Promise.all([silent.closed, idle.closed, again.closed])
})

test('[D-40] an answer that is on its way when the gateway stops arrives whole, and its connection is then closed', async () => {
  const upstream = await upstreamOf()
  const long = `0x${'0'.repeat(9_000_000)}`
  const say = saying(JSON.stringify({ jsonrpc: '2.0', id: 1, result: long }))
  upstream.behave((call, response) => (call.method === 'eth_call' ? say : healthy)(call, response))
  const LATCHKEY_UPSTREAMS = JSON.stringify({ 'eip155:31337': [upstream.url] })
  const gateway = await start({ LATCHKEY_UPSTREAMS }, { clock: createFakeClock() })
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_call"}'
  const socket = connect(gateway.apiPort, '127.0.0.1')
  socket.write(
    `POST /v1?chainId=eip155:31337 HTTP/1.1\r\nhost: gateway\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await once(socket, 'readable')
  const stopped = gateway.stop()
  let received = ''
  for await (const chunk of socket.setEncoding('latin1')) received += chunk
  const [head = '', answer = ''] = received.split('\r\n\r\n')
  // It was begun before its client could be told to leave.
  expect(head).toMatch(/^connection: keep-alive/im)
  // Compared here, because a difference of nine megabytes is not readable.
  expect(answer === `{"jsonrpc":"2.0","id":1,"result":"${long}"}`).toBe(true)
  await stopped
})

test('stopping twice cuts off what is still running', async () => {
  const upstream = await upstreamOf(hanging)
  const gateway = await start({ LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [upstream.url] }) })
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
  const begun = gateway.ask('/v1?chainId=eip155:31337', { method: 'POST', body })
  const failed = expect(begun).rejects.toThrow()
  await expect.poll(() => upstream.calls.length).toBe(1)
  void gateway.stop()
  await gateway.stop()
  await failed
})

test('a taken port is told by the name of its setting, and nothing stays open', async () => {
  const port = await freePort()
  const blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => blocker.close(resolve)))
  const DATABASE_URL = await createDatabase()
  await expect(startTestGateway({ LATCHKEY_GATEWAY_PORT: String(port), DATABASE_URL })).rejects.toThrow(
    `LATCHKEY_GATEWAY_PORT: 127.0.0.1:${port} is taken. Stop what uses it or set another port.`,
  )
  await start({ DATABASE_URL })
})

test('a database that cannot be reached ends the start', async () => {
  await expect(startTestGateway({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' })).rejects.toThrow(
    'ECONNREFUSED',
  )
})

test('[D-40] a process serves the endpoints of its roles, and always says how it is', async () => {
  const gateway = await start({ LATCHKEY_ROLES: 'jobs' })
  expect((await gateway.ask('/v1/supported-chains')).status).toBe(404)
  expect((await gateway.ask('/v1?chainId=eip155:1', { method: 'POST', body: '{}' })).status).toBe(404)
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await gateway.ask(path)).status).toBe(200)
})

test('[D-21] a process with the role of jobs removes old analytics events by itself, another does not', async () => {
  const countAfterTwoDays = async (LATCHKEY_ROLES: string) => {
    const clock = createFakeClock()
    const gateway = await start({ LATCHKEY_ROLES, LATCHKEY_ANALYTICS_DAYS: '1' }, { clock })
    const body = JSON.stringify(endpointExamples.analyticsEvent.input.body)
    expect((await gateway.ask('/e', { method: 'POST', body })).status).toBe(202)
    await clock.advance(days(2))
    return async () => {
      await clock.advance(minutes(10))
      return gateway.deps.db.query.$count(analyticsEvents)
    }
  }
  const withJobs = await countAfterTwoDays('api,jobs')
  await expect.poll(withJobs).toBe(0)
  const without = await countAfterTwoDays('api')
  expect(await without()).toBe(1)
})

test('the measures count requests by route, and show the process and the database', async () => {
  const gateway = await start()
  await gateway.ask('/v1/supported-chains?x=1')
  await gateway.ask('/v1/nothing/at/all')
  const text = await (await gateway.ask('/metrics')).text()
  expect(text).toContain('gateway_requests_total{route="/v1/supported-chains",method="GET",status="200"} 1')
  expect(text).toContain('gateway_requests_total{route="none",method="GET",status="404"} 1')
  expect(text).toMatch(/gateway_request_seconds_count\{.*route="\/v1\/supported-chains".*\} 1/)
  expect(text).toMatch(/gateway_database_connections\{state="total"\} \d/)
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).toMatch(/gateway_job_rounds_total\{job="count usage",result="failed"\} 0/)
})

test('no credential of a request reaches the log', async () => {
  const { log, text } = createRecordedLog()
  const gateway = await start({}, { log })
  await gateway.ask('/v1/supported-chains?auth=hunter1&token=hunter2', {
    headers: { authorization: 'Bearer hunter3', cookie: 'hunter4=1' },
  })
  expect(text()).toContain('/v1/supported-chains')
  expect(text()).not.toMatch(/hunter/)
})
