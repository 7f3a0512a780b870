import { networkId, startEvm } from '@latchkey/local'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Outbound, OutboundError } from '../ports/outbound.js'
import type { StopSignal } from '../ports/stop.js'
import { createRecordedLog } from '../testing/log.js'
import { hasTwoOfEach } from '../testing/startSecondGateway.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { healthy, refusing, saying, startUpstream, type TestUpstream } from '../testing/upstream.js'

let first: TestUpstream
let second: TestUpstream
let gateway: TestGateway
const recorded = createRecordedLog()
beforeAll(async () => {
  ;[first, second] = await Promise.all([startUpstream(), startUpstream()])
  const LATCHKEY_UPSTREAMS = JSON.stringify({ 'eip155:31337': [first.url, second.url] })
  gateway = await startTestGateway({ LATCHKEY_UPSTREAMS }, { log: recorded.log })
})
beforeEach(() => {
  for (const upstream of [first, second]) upstream.behave(healthy)
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([first.close(), second.close()])
})

async function post(body: string): Promise<{ status: number; text: string }> {
  const answer = await gateway.ask('/v1?chainId=eip155:31337', { method: 'POST', body })
  return { status: answer.status, text: await answer.text() }
}

test('[S7-31] one request is answered by the upstream of its network', async () => {
  expect(await post('{"jsonrpc":"2.0","id":7,"method":"eth_chainId"}')).toEqual({
    status: 200,
    text: '{"jsonrpc":"2.0","id":7,"result":"0x7a69"}',
  })
})

test('[S7-31] a batch is answered in its order, refused calls included, and notifications are not answered', async () => {
  const { text } = await post(
    `[{"jsonrpc":"2.0","id":"b","method":"eth_blockNumber"},
      {"jsonrpc":"2.0","method":"eth_chainId"},
      {"jsonrpc":"2.0","id":null,"method":"eth_sendTransaction","params":[{}]},
      {"jsonrpc":"2.0","id":"b","method":"eth_chainId"}]`,
  )
  expect(JSON.parse(text)).toEqual([
    { jsonrpc: '2.0', id: 'b', result: '0x1' },
    { jsonrpc: '2.0', id: null, error: { code: -32601, message: 'Requested RPC call is not allowed' } },
    { jsonrpc: '2.0', id: 'b', result: '0x7a69' },
  ])
})

test('[D-14] ids, parameters and results pass with every digit and character', async () => {
  const { text } = await post(
    '{"id": 12345678901234567890, "jsonrpc":"2.0","method":"eth_syncing","params":[18446744073709551615, "\\u00e9\\ud83d\\ude00"]}',
  )
  expect(first.calls.at(-1)?.text).toContain('[18446744073709551615, "\\u00e9\\ud83d\\ude00"]')
  first.behave(saying('{"id":1,"result":{"lamports":18446744073709551615},"extra":1}'))
  expect(text).toContain('"id":12345678901234567890')
  const big = await post('{"id":1.0,"jsonrpc":"2.0","method":"eth_syncing"}')
  expect(big.text).toBe('{"jsonrpc":"2.0","id":1.0,"result":{"lamports":18446744073709551615}}')
})

test.each([
  'personal_sign',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'debug_traceCall',
  'admin_peers',
  'constructor',
])('[S7-35] [S6-04] %s is refused, logged, and reaches no upstream', async (method) => {
  const { status, text } = await post(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":[]}`)
  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32601, message: 'Requested RPC call is not allowed' },
  })
  // Others are asked how they are from time to time.
  expect([...first.calls, ...second.calls].filter((call) => call.text.includes(method))).toEqual([])
  expect(recorded.lines()).toContainEqual(
    expect.objectContaining({ methods: [method], msg: 'Requested RPC call is not allowed' }),
  )
})

test('[S6-04] the refused calls of a batch are one line of the log', async () => {
  const before = recorded.lines().length
  const call = '{"jsonrpc":"2.0","id":1,"method":"personal_sign"}'
  await post(`[${Array(100).fill(call).join(',')}]`)
  const told = recorded.lines().slice(before)
  expect(told.filter(({ level }) => level === 'info')).toEqual([
    expect.objectContaining({ methods: ['personal_sign'], calls: 100, network: 'eip155:31337' }),
  ])
})

test.each([
  'eth_newFilter',
  'eth_newBlockFilter',
  'eth_newPendingTransactionFilter',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_uninstallFilter',
])('%s is refused with another way, since callers would share the filters of a node', async (method) => {
  const { text } = await post(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":["0x1"]}`)
  expect(JSON.parse(text)).toMatchObject({
    id: 1,
    error: { code: -32601, message: expect.stringContaining('eth_getLogs') },
  })
  expect([...first.calls, ...second.calls].filter((call) => call.text.includes(method))).toEqual([])
})

test('a method named twice is judged as it is sent on', async () => {
  await post('{"jsonrpc":"2.0","id":1,"method":"personal_sign","method":"eth_gasPrice"}')
  expect(first.calls.at(-1)?.text).toBe('{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice","params":[]}')
})

test('[S8-33] with one upstream dead nobody notices', async () => {
  first.behave(refusing(503))
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}')),
  )
  expect(new Set(answers.map(({ text }) => text))).toEqual(
    new Set(['{"jsonrpc":"2.0","id":1,"result":"0x1"}']),
  )
})

test('when all upstreams fail the answer is 503 for chainId, without their addresses', async () => {
  for (const upstream of [first, second]) upstream.behave(refusing(401))
  const { status, text } = await post('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}')
  expect(status).toBe(503)
  expect(JSON.parse(text)).toEqual({
    status: 'FAILED',
    reasons: [{ field: 'chainId', description: 'No upstream of eip155:31337 answers' }],
  })
  expect(recorded.text()).not.toContain('secret-key-of-the-operator')
  expect(await gateway.deps.metrics.text()).not.toContain('secret-key-of-the-operator')
})

test('in a batch, calls that no upstream answers fail one by one', async () => {
  const flaky: typeof healthy = (call, response) => {
    if (call.method === 'eth_chainId') return healthy(call, response)
    return refusing(401)(call, response)
  }
  for (const upstream of [first, second]) upstream.behave(flaky)
  const { status, text } = await post(
    '[{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"jsonrpc":"2.0","id":2,"method":"eth_blockNumber"}]',
  )
  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject([
    { id: 1, result: '0x7a69' },
    { id: 2, error: { code: -32002 } },
  ])
})

test('[S7-31] a batch whose answers are too large together is given up as soon as that is known', async () => {
  const asked: { room: number; signal: StopSignal }[] = []
  let open = 0
  let mostOpen = 0
  const outbound: Outbound = {
    async send({ maxBytes, signal, body = '' }) {
      if (body.includes('eth_chainId'))
        return { status: 200, text: '{"id":1,"result":"0x1"}', retryAfter: undefined }
      asked.push({ room: maxBytes, signal })
      mostOpen = Math.max(mostOpen, ++open)
      await new Promise((resolve) => setImmediate(resolve))
      open--
      const text = `{"id":1,"result":"${'0x'.padEnd(3 * 1024 * 1024, '0')}"}`
      if (text.length > maxBytes) throw new OutboundError('too-large')
      return { status: 200, text, retryAfter: undefined }
    },
  }
  const LATCHKEY_UPSTREAMS = JSON.stringify({ 'eip155:1': [first.url, second.url] })
  const greedy = await startTestGateway({ LATCHKEY_UPSTREAMS }, { outbound })
  try {
    const calls = Array.from({ length: 100 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'eth_call',
      params: [{ data: `0x${id}` }],
    }))
    // The start has asked the upstreams nothing.
    expect(asked).toEqual([])
    const answer = await greedy.ask('/v1?chainId=eip155:1', { method: 'POST', body: JSON.stringify(calls) })
    expect(answer.status).toBe(413)
    await answer.text()
    expect(mostOpen).toBe(8)
    expect(asked.length).toBeLessThan(20)
    expect(asked.at(-1)?.signal.aborted).toBe(true)
    expect(Math.min(...asked.map(({ room }) => room))).toBeLessThan(10 * 1024 * 1024)
    const three = JSON.stringify(calls.slice(0, 3))
    const fitting = await greedy.ask('/v1?chainId=eip155:1', { method: 'POST', body: three })
    expect(fitting.status).toBe(200)
    expect(await fitting.text()).toHaveLength(3 * 3 * 1024 * 1024 + 3 * 36 + 4)
  } finally {
    await greedy.stop()
  }
})

test('a network without an upstream is refused with 400 for chainId', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
  const answer = await gateway.ask('/v1?chainId=eip155:1', { method: 'POST', body })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    reasons: [{ field: 'chainId', description: 'Chain is not supported' }],
  })
})

test('[S7-02] a real chain is ready, and answers through the gateway', async () => {
  const chain = await startEvm({ seeded: false })
  const LATCHKEY_UPSTREAMS = JSON.stringify({ [networkId]: [chain.url] })
  const world = await startTestGateway({ LATCHKEY_UPSTREAMS })
  try {
    const chains = await (await world.ask('/v1/supported-chains')).json()
    expect(chains).toEqual({ http: [networkId], ws: [] })
    expect((await world.ask(`/v1?chainId=${networkId}`)).status).toBe(426)
    expect(await (await world.ask('/readyz')).json()).toEqual({
      status: 'ready',
      checks: {
        database: { ok: true },
        migrations: { ok: true },
        [networkId]: { ok: true },
        // Two gateways share one.
        ...(hasTwoOfEach ? { redis: { ok: true } } : {}),
      },
    })
    const calls = ['eth_chainId', 'eth_blockNumber'].map((method, id) => ({ jsonrpc: '2.0', id, method }))
    const init = { method: 'POST', body: JSON.stringify(calls) }
    expect(await (await world.ask(`/v1?chainId=${networkId}`, init)).json()).toMatchObject([
      { id: 0, result: '0x7a69' },
      { id: 1, result: expect.stringMatching(/^0x/) },
    ])
  } finally {
    await world.stop()
    await chain.close()
  }
})
