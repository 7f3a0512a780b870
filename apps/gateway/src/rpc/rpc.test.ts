import { expect, test } from 'vitest'
import { upstreams as readUpstreams } from '../config/parse.js'
import { createMetrics } from '../metrics.js'
import { type Outbound, type OutboundAnswer, OutboundError } from '../ports/outbound.js'
import { createFakeClock, type FakeClock } from '../testing/fakeClock.js'
import { createRecordedLog } from '../testing/log.js'
import { hideAddress } from './hideAddress.js'
import { readAnswer } from './readAnswer.js'
import { createRpc } from './rpc.js'

type Move = Partial<OutboundAnswer> | 'hang' | 'unreachable' | 'too-large'

/** Upstreams that make the given moves one after the other; a move too many fails the test. */
function world(moves: Record<'a' | 'b', Move[]>) {
  const clock: FakeClock = createFakeClock()
  const started = clock.now()
  const asked: { name: string; at: number }[] = []
  const outbound: Outbound = {
    async send({ url, signal, body = '' }) {
      // Which network it serves is asked before anything else, and is no move of a test.
      if (body.includes('eth_chainId'))
        return { status: 200, text: '{"id":1,"result":"0x1"}', retryAfter: undefined }
      const name = new URL(url).hostname as 'a' | 'b'
      asked.push({ name, at: clock.now() - started })
      const move = moves[name].shift()
      if (move === undefined) throw new Error(`${name} was asked once too often`)
      if (move === 'unreachable' || move === 'too-large') throw new OutboundError(move)
      if (move !== 'hang') return { status: 200, text: '', retryAfter: undefined, ...move }
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new OutboundError('aborted'))),
      )
    },
  }
  const recorded = createRecordedLog()
  const metrics = createMetrics()
  const urls = Object.keys(moves).map((name) => `https://${name}/key-of-${name}`)
  const upstreams = readUpstreams(JSON.stringify({ 'eip155:1': urls }))
  const rpc = createRpc({ upstreams, outbound, clock, log: recorded.log, metrics })
  const call = { method: 'eth_call', id: '1', params: '[]' }
  const ask = async (signal = new AbortController().signal) => {
    const answer = Promise.resolve(rpc.forward({ networkId: 'eip155:1', call, signal }))
    answer.catch(() => {})
    await clock.advance(60_000)
    return answer
  }
  return { clock, asked, ask, metrics, log: recorded }
}

const good = { text: '{"jsonrpc":"2.0","id":1,"result":"0x1"}' }
const one = { kind: 'result', result: '"0x1"' }
const errorOf = (code: number, message: string) => ({
  text: JSON.stringify({ id: 1, error: { code, message } }),
})

test('the first upstream of the list is asked, and no other', async () => {
  const { ask, asked } = world({ a: [good], b: [] })
  expect(await ask()).toEqual(one)
  expect(asked).toEqual([{ name: 'a', at: 0 }])
})

test.each<[string, Move]>([
  ['is dead', 'unreachable'],
  ['answers 429', { status: 429 }],
  ['answers 500', { status: 500 }],
  ['answers 401', { status: 401 }],
  ['answers 404', { status: 404 }],
  ['answers no JSON', { text: '<html>' }],
  ['answers JSON that is not JSON-RPC', { text: '[1]' }],
  ['answers neither result nor error', { text: '{"id":1}' }],
  ['answers too much', 'too-large'],
  ['is over its limit', errorOf(-32005, 'limit exceeded')],
  ['has an internal error', errorOf(-32603, 'internal error')],
])('[S8-33] the next upstream is asked at once when the first %s', async (_, move) => {
  const { ask, asked } = world({ a: [move], b: [good] })
  expect(await ask()).toEqual(one)
  expect(asked).toEqual([
    { name: 'a', at: 0 },
    { name: 'b', at: 0 },
  ])
})

test('[S8-33] failing upstreams are tried up to 3 more times, with a delay that doubles from 150 ms', async () => {
  const { ask, asked } = world({ a: Array(4).fill({ status: 503 }), b: Array(4).fill('unreachable') })
  expect(await ask()).toBeUndefined()
  expect(asked.map(({ at }) => at)).toEqual([0, 0, 150, 150, 450, 450, 1050, 1050])
})

test.each([
  ['seconds', '2'],
  ['a date', new Date(1_800_000_002_000).toUTCString()],
])('[S8-33] Retry-After in %s is honoured', async (_, retryAfter) => {
  const { ask, asked } = world({ a: [{ status: 429, retryAfter }, good], b: [{ status: 404 }] })
  expect(await ask()).toEqual(one)
  expect(asked.filter(({ name }) => name === 'a').map(({ at }) => at)).toEqual([0, 2000])
})

test('[S8-33] a Retry-After beyond the deadline is not waited for', async () => {
  const { ask, asked, clock } = world({ a: [{ status: 429, retryAfter: '3600' }], b: [{ status: 404 }] })
  expect(await ask()).toBeUndefined()
  expect(asked).toHaveLength(2)
  expect(clock.waiting).toBe(0)
})

test('an upstream that can do no better is not asked again', async () => {
  const { ask, asked } = world({ a: [{ status: 401 }], b: [{ status: 503 }, good] })
  expect(await ask()).toEqual(one)
  expect(asked.map(({ name }) => name)).toEqual(['a', 'b', 'b'])
})

test('[S7-31] beside an upstream that hangs a second one is asked, after a second while nothing is known of its pace', async () => {
  const { ask, asked } = world({ a: ['hang'], b: [good] })
  expect(await ask()).toEqual(one)
  expect(asked[1]).toEqual({ name: 'b', at: 1000 })
})

test('[S7-31] after 10 s in all the answer is that nobody answered, and no timer is left', async () => {
  const { ask, asked, clock } = world({ a: ['hang'], b: ['hang'] })
  expect(await ask()).toBeUndefined()
  expect(asked.map(({ at }) => at)).toEqual([0, 1000])
  expect(clock.waiting).toBe(0)
})

test.each([
  ['a revert', -32603, 'execution reverted: no'],
  ['a nonce that is too low', -32603, 'nonce too low'],
  ['an invalid parameter', -32602, 'invalid argument 0'],
])('[S4-19] %s is an answer, since every other node would say the same', async (_, code, message) => {
  const { ask } = world({ a: [errorOf(code, message)], b: [] })
  expect(await ask()).toMatchObject({ kind: 'error', code, message })
})

test('an error that stays after every try is passed on', async () => {
  const limited = Array(4).fill(errorOf(-32005, 'limit exceeded'))
  const { ask } = world({ a: [...limited], b: [...limited] })
  expect(await ask()).toMatchObject({ kind: 'error', code: -32005 })
})

test('a caller who leaves ends everything at once', async () => {
  const { ask, asked, clock } = world({ a: ['hang'], b: [] })
  const leaving = new AbortController()
  clock.after(100, () => leaving.abort(new Error('left')))
  await expect(ask(leaving.signal)).rejects.toThrow('left')
  expect(asked).toHaveLength(1)
  expect(clock.waiting).toBe(0)
})

test.each([
  'quota exceeded at rpc.example.com/v3/SECRETKEY1',
  'key SECRETKEY1 is over its limit',
  'key SECRET%2BKEY2%3D is over its limit',
  'key SECRET+KEY2= is over its limit',
  'RPC.Example.com:8545 is busy',
  'user hunter-the-second is unknown',
])('no part of the address of an upstream is passed on: %s', (message) => {
  const hide = hideAddress(
    'https://me:hunter-the-second@rpc.example.com:8545/v3/SECRETKEY1?key=SECRET%2BKEY2%3D',
  )
  const read = (error: object) =>
    readAnswer({ status: 200, text: JSON.stringify({ id: 1, error }), retryAfter: undefined }, hide)
  const told = JSON.stringify(read({ code: -32000, message, data: { message } }))
  expect(told).not.toMatch(/SECRET|KEY2|example|hunter/i)
  expect(told).toContain('[address]')
  const harmless = { code: -32000, message: 'v3 of the key is me', data: '0x08c379a0' }
  expect(read(harmless)).toMatchObject({ outcome: { message: harmless.message, data: '"0x08c379a0"' } })
})

test('no address or key of an upstream is logged, measured or passed on', async () => {
  const told = { id: 1, error: { code: -32000, message: 'see https://a/key-of-a', data: 'wss://a/key-of-a' } }
  const { ask, log, metrics } = world({ a: [{ text: JSON.stringify(told) }], b: [] })
  const answer = await ask()
  expect(answer).toMatchObject({ message: 'see [address]', data: undefined })
  const failing = world({ a: ['unreachable', 'too-large'], b: [{ status: 401 }] })
  await failing.ask()
  const everything = [JSON.stringify(answer), log.text(), failing.log.text(), await metrics.text()].join()
  expect(everything).not.toMatch(/key-of|https:|wss:/)
  expect(await failing.metrics.text()).toContain(
    'gateway_rpc_upstream_calls_total{network="eip155:1",upstream="1",result="status 401"} 1',
  )
})
