/** What calls of several people do to each other and to the upstreams: shared, kept, batched, hedged, ranked, judged. */
import type { NetworkId } from '@latchkey/spec/caip'
import { expect, test } from 'vitest'
import { upstreams as readUpstreams } from '../config/parse.js'
import { createMetrics } from '../metrics.js'
import { createMemoryCache } from '../ports/cache.js'
import { type Outbound, OutboundError } from '../ports/outbound.js'
import type { StopSignal } from '../ports/stop.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { createRecordedLog } from '../testing/log.js'
import { NetworkNotServed, NetworkUnavailable } from './errors.js'
import { createRpc, type RpcInput } from './rpc.js'

interface Request {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}
/** A result, an error, or what becomes of the whole request. */
type Move =
  | { result: unknown }
  | { error: { code: number; message: string } }
  | 'hang'
  | 'unreachable'
  | number
type Node = (request: Request) => Move | { after: number; move: Move }

const network: NetworkId = 'eip155:1'
const chainId: Move = { result: '0x1' }

function world(nodes: readonly Node[], input: Partial<RpcInput> = {}) {
  const clock = createFakeClock()
  const asked: { node: number; methods: string[] }[] = []
  const outbound: Outbound = {
    async send({ url, body = '', signal }) {
      const node = Number(new URL(url).hostname.slice(4))
      const parsed: Request | Request[] = JSON.parse(body)
      const requests = Array.isArray(parsed) ? parsed : [parsed]
      asked.push({ node, methods: requests.map(({ method }) => method) })
      const answers: object[] = []
      for (const request of requests) {
        const said =
          request.method === 'eth_chainId' && nodes[node] !== liar ? chainId : nodes[node]?.(request)
        const { after = 0, move } = typeof said === 'object' && 'after' in said ? said : { move: said }
        if (after > 0) await new Promise<void>((resolve) => clock.after(after, resolve))
        if (move === 'unreachable' || move === undefined) throw new OutboundError('unreachable')
        if (move === 'hang') await aborted(signal)
        if (typeof move === 'number') return { status: move, text: '', retryAfter: undefined }
        if (typeof move === 'object') answers.push({ jsonrpc: '2.0', id: request.id, ...move })
      }
      return {
        status: 200,
        text: JSON.stringify(Array.isArray(parsed) ? answers : answers[0]),
        retryAfter: undefined,
      }
    },
  }
  const urls = nodes.map((_, index) => `https://node${index}/secret-of-${index}`)
  const recorded = createRecordedLog()
  const rpc = createRpc({
    upstreams: readUpstreams(JSON.stringify({ [network]: urls })),
    outbound,
    clock,
    log: recorded.log,
    metrics: createMetrics(),
    ...input,
  })
  /** Calls besides the question for the network. */
  const calls = () => asked.filter(({ methods }) => !methods.includes('eth_chainId'))
  const settle = async <value>(promise: Promise<value>, ms = 20_000): Promise<value> => {
    promise.catch(() => {})
    await clock.advance(ms)
    return promise
  }
  return { rpc, clock, calls, settle, recorded, asked }
}

const aborted = (signal: StopSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new OutboundError('aborted'))),
  )
const liar: Node = () => ({ result: '0x89' })
const block =
  (number: bigint): Node =>
  () => ({ result: `0x${number.toString(16)}` })
const params = (text = '[]') => ({ id: '1', params: text })
const never = new AbortController().signal
const forever = Number.POSITIVE_INFINITY

test('a call gives the parsed result, and everything that can go wrong has its own error', async () => {
  const { rpc, settle } = world([
    ({ method }) =>
      method === 'eth_call' ? { error: { code: 3, message: 'execution reverted' } } : { result: '0x2a' },
  ])
  expect(await settle(rpc.call(network, 'eth_getBalance', ['0x1', 'latest']))).toBe('0x2a')
  await expect(settle(rpc.call(network, 'eth_call', [{}]))).rejects.toMatchObject({
    name: 'RpcError',
    code: 3,
    message: 'execution reverted',
  })
  await expect(settle(rpc.call('eip155:5', 'eth_call'))).rejects.toBeInstanceOf(NetworkNotServed)
  const dead = world([() => 'unreachable'])
  await expect(dead.settle(dead.rpc.call(network, 'eth_call'))).rejects.toBeInstanceOf(NetworkUnavailable)
})

test('viem reads through the provider', async () => {
  const { createPublicClient, custom } = await import('viem')
  const { rpc, settle } = world([() => ({ result: '0xde0b6b3a7640000' })])
  const client = createPublicClient({ transport: custom(rpc.provider(network)) })
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(await settle(client.getBalance({ address }))).toBe(10n ** 18n)
})

test('equal calls at the same time are one call, and each caller may leave without ending it for the others', async () => {
  const { rpc, calls, settle } = world([() => ({ after: 50, move: { result: '0x1' } })])
  const leaving = new AbortController()
  const first = rpc.call(network, 'eth_gasPrice', [], { signal: leaving.signal })
  first.catch(() => {})
  const others = Array.from({ length: 20 }, () => rpc.call(network, 'eth_gasPrice'))
  await Promise.resolve()
  leaving.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  expect(new Set(await settle(Promise.all(others)))).toEqual(new Set(['0x1']))
  expect(calls()).toHaveLength(1)
})

test('when the last of those who wait has left, the call ends too', async () => {
  const { rpc, clock, calls } = world([() => 'hang'])
  const leaving = new AbortController()
  const asking = [1, 2].map(() => rpc.call(network, 'eth_gasPrice', [], { signal: leaving.signal }))
  const left = Promise.all(asking.map((call) => expect(call).rejects.toThrow('left')))
  await clock.advance(10)
  leaving.abort(new Error('left'))
  await left
  expect(calls()).toHaveLength(1)
  await clock.advance(0)
  expect(clock.waiting).toBe(0)
})

test('different calls of one moment travel in one request, and heavy ones alone', async () => {
  const { rpc, calls, settle } = world([
    ({ method, params: [first] }) => ({ result: method === 'eth_getLogs' ? [] : first }),
  ])
  await settle(rpc.call(network, 'eth_getCode', ['0xff']))
  const many = ['0x1', '0x2', '0x3'].map((address) =>
    rpc.call(network, 'eth_getBalance', [address, 'latest']),
  )
  const [answers] = await settle(Promise.all([Promise.all(many), rpc.call(network, 'eth_getLogs', [{}])]))
  expect(answers).toEqual(['0x1', '0x2', '0x3'])
  expect(
    calls()
      .slice(1)
      .map(({ methods }) => methods.length)
      .sort(),
  ).toEqual([1, 3])
})

test('an upstream that does not take batches gets the calls one by one, and no second batch', async () => {
  const clock = createFakeClock()
  const bodies: string[] = []
  const outbound: Outbound = {
    async send({ body = '' }) {
      bodies.push(body)
      const refused =
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are for members"}}'
      const text = body.startsWith('[') ? refused : '{"jsonrpc":"2.0","id":1,"result":"0x1"}'
      return { status: 200, text, retryAfter: undefined }
    },
  }
  const { rpc, settle } = world([block(1n)], { outbound, clock })
  const both = () => Promise.all([rpc.call(network, 'eth_gasPrice'), rpc.call(network, 'eth_blockNumber')])
  await rpc.call(network, 'eth_getCode', ['0x1'])
  expect(await settle(both())).toEqual(['0x1', '0x1'])
  expect(await settle(both())).toEqual(['0x1', '0x1'])
  expect(bodies.filter((body) => body.startsWith('['))).toHaveLength(1)
})

test('a slow upstream is overtaken, and the hedge comes sooner once the usual pace is known', async () => {
  let isStalling = false
  const stalling: Node = () => (isStalling ? 'hang' : { after: 20, move: { result: '0x1' } })
  const { rpc, clock, calls } = world([stalling, () => ({ after: 20, move: { result: '0x2' } })])
  for (let index = 0; index < 12; index++) {
    const call = rpc.call(network, 'eth_gasPrice')
    await clock.advance(20)
    expect(await call).toBe('0x1')
  }
  isStalling = true
  const call = rpc.call(network, 'eth_gasPrice')
  await clock.advance(99)
  expect(calls().filter(({ node }) => node === 1)).toHaveLength(0)
  await clock.advance(21)
  expect(await call).toBe('0x2')
})

test('nothing found by the hedge does not win over an answer that is on its way', async () => {
  const found = { hash: '0xab', blockNumber: '0x1' }
  const { rpc, settle } = world([() => ({ after: 1_500, move: { result: found } }), () => ({ result: null })])
  expect(await settle(rpc.call(network, 'eth_getTransactionByHash', ['0xab']))).toEqual(found)
})

test('a Solana transaction is never sent twice by a hedge', async () => {
  const solana: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const sent: string[] = []
  const clock = createFakeClock()
  const outbound: Outbound = {
    async send({ url, body = '', signal }) {
      const genesis = '{"id":1,"result":"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"}'
      if (body.includes('getGenesisHash')) return { status: 200, text: genesis, retryAfter: undefined }
      sent.push(url)
      return aborted(signal)
    },
  }
  const upstreams = readUpstreams(JSON.stringify({ [solana]: ['https://a', 'https://b'] }))
  const { rpc } = world([block(1n)], { upstreams, outbound, clock })
  const call = rpc.forward({
    networkId: solana,
    call: { method: 'sendTransaction', ...params() },
    signal: never,
  })
  await clock.advance(4_000)
  expect(sent).toHaveLength(1)
  await clock.advance(20_000)
  await call
})

test('[S9-09] upstreams in use are measured every 4 s, and the order follows stability and latency', async () => {
  const slow: Node = () => ({ after: 400, move: { result: '0x10' } })
  const { rpc, clock, calls, settle } = world([slow, block(16n)], { isPinging: true })
  const first = rpc.call(network, 'eth_gasPrice')
  await clock.advance(500)
  await first
  expect(calls().at(-1)?.node).toBe(0)
  await clock.advance(4_000)
  await clock.advance(8_000)
  await settle(rpc.call(network, 'eth_gasPrice'), 100)
  expect(calls().findLast(({ methods }) => methods.includes('eth_gasPrice'))?.node).toBe(1)
  // A network that nobody uses costs nothing.
  await clock.advance(70_000)
  const before = calls().length
  await clock.advance(60_000)
  expect(calls()).toHaveLength(before)
  expect(clock.waiting).toBe(0)
})

test('a dead upstream is left alone after five failures, and tried again later', async () => {
  let isDead = true
  const { rpc, clock, calls, settle } = world([() => (isDead ? 'unreachable' : { result: '0x1' }), block(2n)])
  for (let index = 0; index < 8; index++) await settle(rpc.call(network, 'eth_gasPrice'), 10)
  const toDead = () => calls().filter(({ node }) => node === 0).length
  const askedDead = toDead()
  expect(askedDead).toBeLessThanOrEqual(5)
  await settle(rpc.call(network, 'eth_gasPrice'), 10)
  expect(toDead()).toBe(askedDead)
  isDead = false
  await clock.advance(300_000)
  await settle(rpc.call(network, 'eth_gasPrice'), 10)
  await clock.advance(4_000)
  expect(await settle(rpc.call(network, 'eth_gasPrice'), 10)).toMatch(/0x[12]/)
})

test('an upstream that says "slower" rests, and nobody notices', async () => {
  const { rpc, calls, settle } = world([() => 429, block(2n)])
  for (let index = 0; index < 5; index++)
    expect(await settle(rpc.call(network, 'eth_gasPrice'), 10)).toBe('0x2')
  expect(calls().filter(({ node }) => node === 0).length).toBeLessThanOrEqual(1)
})

test('an upstream of another network is never believed, and the log says which it is', async () => {
  const { rpc, settle, recorded, calls } = world([liar, block(2n)])
  expect(await settle(rpc.call(network, 'eth_gasPrice'))).toBe('0x2')
  expect(calls().filter(({ node }) => node === 0)).toEqual([])
  expect(recorded.lines()).toContainEqual(
    expect.objectContaining({ upstream: 0, msg: 'an upstream serves another network and is not used' }),
  )
})

test.each<[string, string, unknown[], unknown, unknown]>([
  ['a balance that is no number', 'eth_getBalance', ['0x1', 'latest'], 'plenty', '0x1'],
  ['code that is an object', 'eth_getCode', ['0x1', 'latest'], {}, '0x'],
  ['logs that are no list', 'eth_getLogs', [{}], 'none', []],
  [
    'another transaction',
    'eth_getTransactionByHash',
    ['0xaa'],
    { hash: '0xbb', blockNumber: '0x1' },
    { hash: '0xaa', blockNumber: '0x1' },
  ],
  ['another block', 'eth_getBlockByNumber', ['0x5', false], { number: '0x6' }, { number: '0x5' }],
])('%s is not believed, and the next upstream is asked', async (_, method, asked, lie, truth) => {
  const { rpc, settle } = world([() => ({ result: lie }), () => ({ result: truth })])
  expect(await settle(rpc.call(network, method, asked))).toEqual(truth)
})

test('what is about the newest block is kept for a moment, if the caller allows it, and not beyond a newer block', async () => {
  let price = 1
  let head = 5
  const node: Node = ({ method }) => ({ result: `0x${method === 'eth_blockNumber' ? head : price++}` })
  const { rpc, clock, settle } = world([node], { freshFor: 1_000 })
  const read = (maxAge: number) =>
    settle(
      Promise.resolve(
        rpc.forward({
          networkId: network,
          call: { method: 'eth_gasPrice', ...params() },
          signal: never,
          maxAge,
        }),
      ),
      1,
    )
  await settle(rpc.call(network, 'eth_blockNumber'), 1)
  expect(await read(forever)).toMatchObject({ result: '"0x1"' })
  expect(await read(forever)).toMatchObject({ result: '"0x1"' })
  expect(await read(0)).toMatchObject({ result: '"0x2"' })
  head = 6
  await settle(rpc.call(network, 'eth_blockNumber'), 1)
  expect(await read(forever)).toMatchObject({ result: '"0x3"' })
  await clock.advance(1_000)
  expect(await read(forever)).toMatchObject({ result: '"0x4"' })
})

test('final blocks are asked for once, by all gateways that share a cache; newer ones and nothing are not kept', async () => {
  const node: Node = ({ method, params: [ref] }) => {
    if (method === 'eth_blockNumber') return { result: '0x3e8' }
    if (ref === 'finalized') return { result: { number: '0x384' } }
    return { result: ref === '0x9' ? null : { number: ref } }
  }
  const clock = createFakeClock()
  const shared = createMemoryCache({ clock })
  const one = world([node, node], { isPinging: true, shared, clock })
  const read = (from: typeof one, ref: string) =>
    from.settle(from.rpc.call(network, 'eth_getBlockByNumber', [ref, false]), 10)
  await read(one, '0x1')
  await clock.advance(5_000)
  const count = () => one.calls().filter(({ methods }) => methods[0] === 'eth_getBlockByNumber').length
  const before = count()
  for (let index = 0; index < 3; index++) expect(await read(one, '0x64')).toEqual({ number: '0x64' })
  expect(count()).toBe(before + 1)
  for (let index = 0; index < 2; index++) expect(await read(one, '0x3e0')).toEqual({ number: '0x3e0' })
  expect(count()).toBe(before + 3)
  const other = world([() => 'unreachable'], { shared, clock })
  expect(await read(other, '0x64')).toEqual({ number: '0x64' })
  one.rpc.close()
})

const raw = '0x02f86c0180843b9aca00850cce41660082520894000000000000000000000000000000000000dead0180c0'
const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)

test('a transaction that a node has already is sent well', async () => {
  const { rpc, settle } = world([() => ({ error: { code: -32000, message: 'already known' } })])
  expect(await settle(rpc.call(network, 'eth_sendRawTransaction', [raw]))).toEqual(hash)
})

test.each([
  [true, 'by this transaction, which is then sent well'],
  [false, 'by another, which is an error'],
])('a nonce that is too low may have been spent (%s) %s', async (isOurs) => {
  const { rpc, settle } = world([
    ({ method, params: [first] }) => {
      if (method === 'eth_sendRawTransaction') return { error: { code: -32000, message: 'nonce too low' } }
      return { result: isOurs ? { hash: first, blockNumber: '0x1' } : null }
    },
  ])
  const sending = settle(rpc.call(network, 'eth_sendRawTransaction', [raw]))
  if (isOurs) expect(await sending).toEqual(hash)
  else await expect(sending).rejects.toThrow('nonce too low')
})

test('what never changes is answered without any upstream', async () => {
  const { rpc, asked, settle } = world([() => 'unreachable'])
  expect(await settle(rpc.call(network, 'eth_chainId'))).toBe('0x1')
  expect(await settle(rpc.call(network, 'net_version'))).toBe('1')
  expect(await settle(rpc.call(network, 'eth_accounts'))).toEqual([])
  expect(asked).toEqual([])
})
