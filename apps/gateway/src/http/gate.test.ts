import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { startUpstream } from '../testing/upstream.js'
import { addressKey } from './gate.js'

let gateway: TestGateway | undefined
afterEach(() => gateway?.stop())

const shop = JSON.stringify([{ id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'] }])
const path = '/v1/supported-chains'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

test('an unknown project is refused with 401, a foreign origin with 403', async () => {
  gateway = await startTestGateway({ LATCHKEY_LOCAL: '0', LATCHKEY_PROJECTS: shop })
  const unknown = await gateway.ask(`${path}?projectId=other`)
  expect(unknown.status).toBe(401)
  expect(await unknown.json()).toEqual({
    status: 'FAILED',
    reasons: [{ field: 'authentication', description: 'We failed to authenticate your request' }],
  })
  const foreign = await gateway.ask(`${path}?projectId=shop`, {
    headers: { origin: 'https://shop.example.evil' },
  })
  expect(foreign.status).toBe(403)
  expect(await foreign.json()).toMatchObject({
    reasons: [{ description: 'Unauthorized: origin not allowed' }],
  })
  const own = await gateway.ask(`${path}?projectId=shop`, { headers: { origin: 'https://shop.example' } })
  expect(own.status).toBe(200)
  expect((await gateway.ask('/healthz')).status).toBe(200)
})

test('more requests than the limit are refused with 429 and Retry-After, until enough time has passed', async () => {
  const clock = createFakeClock()
  const limits = { LATCHKEY_RATE_LIMIT: '30', LATCHKEY_RATE_BURST: '2' }
  gateway = await startTestGateway({ ...limits, LATCHKEY_PROJECTS: shop }, { clock })
  const { ask } = gateway
  const statuses = async (times: number, query: string) => {
    const answers: number[] = []
    for (let time = 0; time < times; time++) answers.push((await ask(path + query)).status)
    return answers
  }
  expect(await statuses(3, '')).toEqual([200, 200, 429])
  const refused = await ask(path)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after')
  expect(await refused.json()).toEqual({
    status: 'FAILED',
    reasons: [{ field: 'rate_limited', description: 'Too many requests, try again after 2 seconds' }],
  })
  // Another project has a bucket of its own; operators are not counted.
  expect(await statuses(2, '?projectId=shop')).toEqual([200, 200])
  expect((await ask('/healthz')).status).toBe(200)
  await clock.advance(2000)
  expect(await statuses(2, '')).toEqual([200, 429])
})

test('a batch costs what its calls cost', async () => {
  const upstream = await startUpstream()
  onTestFinished(() => upstream.close())
  gateway = await startTestGateway(
    {
      LATCHKEY_RATE_LIMIT: '60',
      LATCHKEY_RATE_BURST: '10',
      LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [upstream.url] }),
    },
    { clock: createFakeClock() },
  )
  const { ask } = gateway
  const batch = async (calls: number) => {
    const body = JSON.stringify(
      Array.from({ length: calls }, (_, id) => ({
        jsonrpc: '2.0',
        id,
        method: 'eth_syncing',
        params: [`0x${id}`],
      })),
    )
    return (await ask('/v1?chainId=eip155:31337', { method: 'POST', body })).status
  }
  const before = upstream.calls.length
  expect([await batch(6), await batch(6), await batch(3), await batch(1)]).toEqual([200, 429, 200, 429])
  const reached = upstream.calls.slice(before).filter(({ method }) => method === 'eth_syncing')
  expect(new Set(reached.map(({ text }) => text)).size).toBe(6)
})

test('a call that is dear to an upstream is dear to its caller', async () => {
  const upstream = await startUpstream()
  onTestFinished(() => upstream.close())
  gateway = await startTestGateway(
    {
      LATCHKEY_RATE_LIMIT: '60',
      LATCHKEY_RATE_BURST: '15',
      LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [upstream.url] }),
    },
    { clock: createFakeClock() },
  )
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{}]}'
  const statuses: number[] = []
  for (let time = 0; time < 2; time++)
    statuses.push((await gateway.ask('/v1?chainId=eip155:31337', { method: 'POST', body })).status)
  expect(statuses).toEqual([200, 429])
})

test('a project has its own rate and quota, whoever calls, and both say when to come back', async () => {
  const clock = createFakeClock(Date.UTC(2027, 0, 15, 23))
  const projects = [
    { id: 'slow', name: 'Slow', quotas: { perMinute: 2 } },
    { id: 'small', name: 'Small', quotas: { perDay: 3 } },
  ]
  const LATCHKEY_PROJECTS = JSON.stringify(projects)
  gateway = await startTestGateway({ LATCHKEY_LOCAL: '0', LATCHKEY_PROJECTS }, { clock })
  const { ask } = gateway
  const statuses = async (projectId: string, times: number) => {
    const answers: number[] = []
    for (let time = 0; time < times; time++)
      answers.push((await ask(`${path}?projectId=${projectId}`)).status)
    return answers
  }
  expect(await statuses('slow', 3)).toEqual([200, 200, 429])
  expect((await ask(`${path}?projectId=slow`)).headers.get('retry-after')).toBe('30')
  expect(await statuses('small', 4)).toEqual([200, 200, 200, 429])
  const refused = await ask(`${path}?projectId=small`)
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect(await refused.json()).toEqual({
    status: 'FAILED',
    reasons: [{ field: 'address', description: "Project's quota limit reached" }],
  })
})

test('one account is asked about so often and no more, from however many addresses', async () => {
  const limits = { LATCHKEY_ACCOUNT_RATE_LIMIT: '2', LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
  gateway = await startTestGateway(limits, { clock: createFakeClock() })
  const { ask } = gateway
  const statuses: number[] = []
  for (const [index, account] of ['0xAA', '0xaa', '0xAa', '0xbb'].entries()) {
    const headers = { 'x-forwarded-for': `203.0.113.${index}` }
    statuses.push((await ask(`/v1/account/${account}/balance?currency=usd`, { headers })).status)
  }
  expect(statuses.map((status) => status === 429)).toEqual([false, false, true, false])
})

test('inventing project ids gains nothing', async () => {
  const limits = {
    LATCHKEY_RATE_LIMIT: '60',
    LATCHKEY_RATE_BURST: '2',
    LATCHKEY_LOCAL: '0',
    LATCHKEY_PROJECTS: shop,
  }
  gateway = await startTestGateway(limits, { clock: createFakeClock() })
  const statuses: number[] = []
  for (const id of ['a', 'b', 'c']) statuses.push((await gateway.ask(`${path}?projectId=${id}`)).status)
  expect(statuses).toEqual([401, 401, 429])
})

test('a forwarded address is believed from a trusted proxy only', async () => {
  const limits = { LATCHKEY_RATE_LIMIT: '60', LATCHKEY_RATE_BURST: '1' }
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const clock = createFakeClock()
  gateway = await startTestGateway(limits, { clock })
  expect((await gateway.ask(path, from('203.0.113.1'))).status).toBe(200)
  expect((await gateway.ask(path, from('203.0.113.2'))).status).toBe(429)
  await gateway.stop()
  gateway = await startTestGateway({ ...limits, LATCHKEY_TRUSTED_PROXIES: '127.0.0.0/8' }, { clock })
  expect((await gateway.ask(path, from('203.0.113.1'))).status).toBe(200)
  expect((await gateway.ask(path, from('203.0.113.2'))).status).toBe(200)
  expect((await gateway.ask(path, from('203.0.113.2'))).status).toBe(429)
})
