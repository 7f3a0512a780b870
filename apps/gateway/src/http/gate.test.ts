import { request } from 'node:http'
import { failureBody } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { makeSecret } from '../projects/secret.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { startUpstream } from '../testing/upstream.js'
import { addressKey } from './gate.js'

let gateway: TestGateway | undefined
afterEach(() => gateway?.stop())

const shop = JSON.stringify([
  { id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'] },
  { id: 'free', name: 'Free' },
])
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

test('[D-40] a project with origins serves callers without one for its secret only; browsers need none', async () => {
  const clock = createFakeClock()
  gateway = await startTestGateway({ LATCHKEY_LOCAL: '0', LATCHKEY_PROJECTS: shop }, { clock })
  const secret = await makeSecret(gateway.deps.db, 'shop')
  // Running gateways see what is changed within a minute.
  await clock.advance(60_000)
  const { ask, apiPort } = gateway
  const get = async (headers: Record<string, string> = {}) => {
    const answer = await ask(`${path}?projectId=shop`, { headers })
    return answer.ok
      ? 200
      : { status: answer.status, ...v.parse(failureBody, await answer.json()).reasons[0] }
  }
  const needed = { status: 401, field: 'x-project-secret', description: expect.stringContaining('is needed') }
  const wrong = { ...needed, description: expect.stringContaining('is wrong') }
  expect(await get()).toEqual(needed)
  expect(await get({ 'x-project-secret': 'lks_guess' })).toEqual(wrong)
  expect(await get({ 'x-project-secret': secret ?? '' })).toBe(200)
  expect(await get({ origin: 'https://shop.example' })).toBe(200)
  // Not even with the secret: it would have leaked into a page.
  expect(await get({ origin: 'https://evil.example', 'x-project-secret': secret ?? '' })).toMatchObject({
    status: 403,
  })
  // A page of the gateway's own origin says none, and is judged by that.
  expect(await get({ 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 403 })
  const refused = await new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${apiPort}/v1?projectId=shop&chainId=eip155:1`)
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
    socket.on('error', () => {})
  })
  expect(refused).toBe(401)
  const preflight = await ask(path, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } })
  expect(preflight.headers.get('access-control-allow-headers')).not.toContain('secret')
})

test('[D-40] a page on the gateway’s own origin needs no secret, and a project without origins asks nobody for one', async () => {
  const own = 'http://gateway.shop.example'
  const projects = [
    { id: 'own', name: 'Own', allowedOrigins: [own] },
    { id: 'free', name: 'Free' },
  ]
  gateway = await startTestGateway({ LATCHKEY_LOCAL: '0', LATCHKEY_PROJECTS: JSON.stringify(projects) })
  const { port } = new URL(`http://127.0.0.1:${gateway.apiPort}`)
  const get = (project: string, headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: `${path}?projectId=${project}`, headers }
      request(options, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end()
    })
  expect(await get('own', { host: 'gateway.shop.example', 'sec-fetch-site': 'same-origin' })).toBe(200)
  expect(await get('own', { host: 'gateway.shop.example' })).toBe(401)
  expect(await get('free', {})).toBe(200)
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
  expect(await statuses(2, '?projectId=free')).toEqual([200, 200])
  expect((await ask('/healthz')).status).toBe(200)
  await clock.advance(2000)
  expect(await statuses(2, '')).toEqual([200, 429])
})

test('what is asked about one account is one account’s, wherever it is named', async () => {
  const limits = { LATCHKEY_RATE_LIMIT: '0', LATCHKEY_ACCOUNT_RATE_LIMIT: '4' }
  gateway = await startTestGateway(limits, { clock: createFakeClock() })
  const { ask } = gateway
  const account = `0x${'aB'.repeat(20)}`
  const id = `eip155:1:${account}`
  const token = `eip155:1:0x${'c'.repeat(40)}`
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
  const built = { amount: '1', from: token, to: token, userAddress: id, eip155: { slippage: 1 } }
  const assets = { jsonrpc: '2.0', id: 1, method: 'wallet_getAssets', params: [{ account }] }
  const all = [
    () => ask(`/v1/account/${account.toLowerCase()}/balance?currency=usd`),
    () => ask(`/v1/convert/allowance?tokenAddress=${token}&userAddress=${id}`),
    () => post('/v1/convert/build-transaction', built),
    () => post('/v1/wallet', assets),
  ]
  for (const one of all) expect((await one()).status).not.toBe(429)
  for (const one of all) {
    const refused = await one()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('15')
  }
  const other = `0x${'d'.repeat(40)}`
  expect(
    (await ask(`/v1/convert/allowance?tokenAddress=${token}&userAddress=eip155:1:${other}`)).status,
  ).not.toBe(429)
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
