import { connect } from 'node:net'
import { bounds, failureBody } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakeClock, type FakeClock } from '../testing/fakeClock.js'
import { createRecordedLog } from '../testing/log.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { hanging, startUpstream, type TestUpstream } from '../testing/upstream.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const rpcPath = '/v1?chainId=eip155:31337'
const blockNumber = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'

let upstream: TestUpstream
let gateway: TestGateway
const recorded = createRecordedLog()
beforeAll(async () => {
  upstream = await startUpstream()
  const LATCHKEY_UPSTREAMS = JSON.stringify({ 'eip155:31337': [upstream.url] })
  gateway = await startTestGateway({ LATCHKEY_UPSTREAMS }, { log: recorded.log })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.close()
})

const post = (body: string, headers: Record<string, string> = {}) =>
  gateway.ask(rpcPath, { method: 'POST', body, headers })

/** Writes raw bytes and reads until the server closes. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.apiPort, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

describe('one shape for everything that goes wrong', () => {
  test.each<[string, number, () => Promise<Response>]>([
    ['an unknown path', 404, () => gateway.ask('/v1/nothing')],
    ['an unknown method', 405, () => gateway.ask('/healthz', { method: 'DELETE' })],
    ['a plain GET where JSON-RPC is spoken', 426, () => gateway.ask('/v1')],
    ['a body that is not JSON', 400, () => post('{"jsonrpc"')],
    ['no body', 400, () => gateway.ask(rpcPath, { method: 'POST' })],
    ['a body of the wrong shape', 400, () => post('{"method":1}')],
    ['a body nested too deeply', 400, () => post(`${'['.repeat(40)}${']'.repeat(40)}`)],
    ['a body that would change prototypes', 400, () => post('{"__proto__":{"a":1}}')],
    ['a body that is too large', 413, () => post(' '.repeat(bounds.requestBytes + 1))],
    ['an unreadable path', 400, () => gateway.ask('/v1/%')],
    [
      'a network that is not served',
      400,
      () => gateway.ask('/v1?chainId=eip155:5', { method: 'POST', body: blockNumber }),
    ],
  ])('%s answers %i', async (_, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(v.safeParse(failureBody, await answer.json()).success).toBe(true)
    expect(answer.headers.get('x-request-id')).toMatch(uuid)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('content-type')).toContain('application/json')
  })

  test('bytes that are not HTTP answer 400, headers without end 431', async () => {
    for (const [text, status] of [
      ['NONSENSE\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = await raw(text)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(v.safeParse(failureBody, JSON.parse(body)).success).toBe(true)
      expect(/x-request-id: (.*)/.exec(head)?.[1]).toMatch(uuid)
    }
  })

  test('405 says which methods there are', async () => {
    const answer = await gateway.ask('/v1/supported-chains', { method: 'PUT' })
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })

  test('every request has an id of its own, and one that the caller sends is not used', async () => {
    const ids = new Set<string | null>()
    for (let time = 0; time < 3; time++) {
      const answer = await gateway.ask('/healthz', { headers: { 'x-request-id': 'mine' } })
      ids.add(answer.headers.get('x-request-id'))
    }
    expect(ids.size).toBe(3)
    expect(ids).not.toContain('mine')
  })

  test('a bug answers 500 without details, which are in the log under the same id', async () => {
    const { find } = gateway.deps.projects
    gateway.deps.projects.find = () => Promise.reject(new Error('secret detail of a bug'))
    try {
      const answer = await gateway.askFirst('/v1/supported-chains')
      expect(answer.status).toBe(500)
      expect(await answer.json()).toEqual({
        status: 'FAILED',
        reasons: [{ field: '', description: 'Internal server error' }],
      })
      const reqId = answer.headers.get('x-request-id')
      const logged = recorded.lines().find((line) => line.reqId === reqId && line.level === 'error')
      expect(JSON.stringify(logged)).toContain('secret detail of a bug')
    } finally {
      gateway.deps.projects.find = find
    }
  })
})

test('JSON is read whatever the content type says', async () => {
  for (const type of [
    'text/plain;charset=UTF-8',
    'application/json',
    'application/x-www-form-urlencoded',
    'nonsense',
  ]) {
    expect((await post(blockNumber, { 'content-type': type })).status).toBe(200)
  }
})

test('a preflight is answered for any path, with every header that clients send', async () => {
  const answer = await gateway.ask('/v1/convert/quotes', {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const allowed = answer.headers.get('access-control-allow-headers')?.split(', ')
  for (const name of [
    'content-type',
    'x-sdk-type',
    'x-sdk-version',
    'solana-client',
    'authorization',
    'x-nonce-jwt',
    'x-otp',
  ]) {
    expect(allowed).toContain(name)
  }
  const simple = await gateway.ask('/v1/supported-chains')
  expect(simple.headers.get('access-control-expose-headers')).toBe('x-request-id, retry-after')
})

test('no web page can read what is said about the gateway itself', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    const answer = await gateway.ask(path, { headers: { origin: 'https://evil.example' } })
    expect(answer.status).toBe(200)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

test('measures are given to who has the token, where one is set', async () => {
  const LATCHKEY_METRICS_TOKEN = 'a-token-of-the-operator'
  const closed = await startTestGateway({ LATCHKEY_METRICS_TOKEN })
  const statusFor = async (authorization?: string) =>
    (await closed.ask('/metrics', authorization === undefined ? {} : { headers: { authorization } })).status
  try {
    expect(await statusFor()).toBe(401)
    expect(await statusFor(LATCHKEY_METRICS_TOKEN)).toBe(401)
    expect(await statusFor(`Bearer ${LATCHKEY_METRICS_TOKEN}!`)).toBe(401)
    expect(await statusFor(`Bearer ${LATCHKEY_METRICS_TOKEN}`)).toBe(200)
    expect((await closed.ask('/readyz')).status).toBe(200)
  } finally {
    await closed.stop()
  }
})

test('[D-10] a handler that takes too long is cut off with 503', async () => {
  const clock: FakeClock = createFakeClock()
  const slow = await startTestGateway({ LATCHKEY_ROLES: 'api' }, { clock })
  try {
    // What comes round again waits as well.
    const before = clock.waiting
    slow.deps.readiness.report = () => new Promise(() => {})
    const answer = slow.askFirst('/readyz')
    await expect.poll(() => clock.waiting).toBe(before + 1)
    await clock.advance(15_000)
    expect((await answer).status).toBe(503)
    expect(await (await answer).json()).toMatchObject({
      reasons: [{ description: 'The request took too long' }],
    })
  } finally {
    await slow.stop()
  }
})

test('an upstream is let go when the caller leaves', async () => {
  upstream.behave(hanging)
  const before = upstream.calls.length
  const leaving = new AbortController()
  // What it counts is of its own process.
  const asked = gateway.askFirst(rpcPath, { method: 'POST', body: blockNumber, signal: leaving.signal })
  await expect.poll(() => upstream.calls.length).toBe(before + 1)
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await expect
    .poll(async () => await gateway.deps.metrics.text())
    .toMatch(/gateway_rpc_upstream_calls_total\{.*result="aborted"\} 1/)
})
