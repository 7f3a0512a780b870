import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { networkId, startEvm } from '@latchkey/local'
import { limits } from '@latchkey/spec/limits'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createFakeClock } from '../../testing/fakeClock.js'
import { silentLog } from '../../testing/log.js'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.js'
import { healthy, startUpstream } from '../../testing/upstream.js'
import type { Rpc } from '../rpc.js'
import { createFeeds } from './feeds.js'
import { subscribingKind } from './kinds.js'

let gateway: TestGateway | undefined
afterEach(async () => {
  await gateway?.stop()
  gateway = undefined
})

interface Node {
  readonly url: string
  /** Requests heard, by method. */
  readonly heard: { method: string; params: unknown[] }[]
  tell(result: unknown): void
  isFollowed(): boolean
  /** Cuts everybody off and takes nobody new. */
  die(): void
}

/** A node that can be followed, and tells what the test says to whoever follows. `ignored` subscriptions get no answer. */
async function startNode({ refuses = 'nonsense', ignored = 0 } = {}): Promise<Node> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const heard: Node['heard'] = []
  let isAlive = true
  let subscriptions = 0
  let left = ignored
  server.on('connection', (socket) => {
    if (!isAlive) return socket.terminate()
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data))
      heard.push({ method, params })
      if (method === 'eth_subscribe' && left-- > 0) return
      if (method === 'eth_subscribe') subscriptions++
      if (method === 'eth_unsubscribe') subscriptions--
      const isBroken = method === 'eth_subscribe' && params[1]?.address === refuses
      const said = isBroken ? { error: { code: -32602, message: 'invalid filter' } } : { result: '0xfeed' }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...said }))
    })
  })
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key-of-the-operator`, // it listens on TCP
    heard,
    isFollowed: () => subscriptions > 0,
    tell(result) {
      const notice = {
        jsonrpc: '2.0',
        method: 'eth_subscription',
        params: { subscription: '0xfeed', result },
      }
      for (const socket of server.clients) socket.send(JSON.stringify(notice))
    },
    die() {
      isAlive = false
      subscriptions = 0
      for (const socket of server.clients) socket.terminate()
    },
  }
}

/** A caller who remembers what it was told. */
async function connect(path = `/v1?chainId=${networkId}`, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${gateway?.apiPort}${path}`, { headers })
  const notices: { subscription: string; result: { number?: string; hash?: string } }[] = []
  const answers = new Map<unknown, (answer: Record<string, unknown>) => void>()
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.method === 'eth_subscription') notices.push(message.params)
    else answers.get(Array.isArray(message) ? 'batch' : message.id)?.(message)
  })
  await once(socket, 'open')
  let id = 0
  const raw = (text: string, key: unknown) =>
    new Promise<Record<string, unknown>>((resolve) => {
      answers.set(key, resolve)
      socket.send(text)
    })
  const ask = (method: string, params: unknown[] = []) => {
    const request = { jsonrpc: '2.0', id: ++id, method, params }
    return raw(JSON.stringify(request), request.id)
  }
  return { socket, notices, ask, raw }
}

async function start(nodes: readonly Node[], settings: Parameters<typeof startTestGateway>[0] = {}) {
  const upstream = await startUpstream()
  onTestFinished(() => upstream.close())
  const urls = [upstream.url, ...nodes.map(({ url }) => url)]
  gateway = await startTestGateway({ LATCHKEY_UPSTREAMS: JSON.stringify({ [networkId]: urls }), ...settings })
  return { upstream, gateway }
}

const header = (number: number, hash = `0xh${number}`) => ({ number: `0x${number.toString(16)}`, hash })

test('[S7-31] calls over a socket are answered as over HTTP, one by one and in batches', async () => {
  await start([await startNode()])
  const { ask, raw } = await connect()
  expect(await ask('eth_chainId')).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
  expect(await ask('personal_sign')).toMatchObject({ error: { code: -32601 } })
  const batch = await raw(
    '[{"jsonrpc":"2.0","id":12345678901234567890,"method":"eth_chainId"},{"jsonrpc":"2.0","id":"b","method":"eth_blockNumber"}]',
    'batch',
  )
  expect(batch).toMatchObject([{ result: '0x7a69' }, { id: 'b', result: '0x1' }])
  for (const broken of ['{', '[]', '"x"', '{"jsonrpc":"2.0"}', '['.repeat(100_000)])
    expect(await raw(broken, null)).toMatchObject({ id: null, error: { code: -32700 } })
})

test('however many follow the same, the upstream is subscribed once, and ended when the last has left', async () => {
  const node = await startNode()
  await start([node])
  const callers = await Promise.all([connect(), connect(), connect('/ws?chainId=eip155:31337')])
  const ids = await Promise.all(
    callers.map(async ({ ask }) => (await ask('eth_subscribe', ['newHeads'])).result),
  )
  expect(new Set(ids).size).toBe(3)
  expect(node.heard.filter(({ method }) => method === 'eth_subscribe')).toHaveLength(1)
  node.tell(header(2))
  for (const [index, { notices }] of callers.entries()) {
    await expect.poll(() => notices).toEqual([{ subscription: ids[index], result: header(2) }])
  }
  const [first, second, third] = callers
  expect(await first?.ask('eth_unsubscribe', [ids[0]])).toMatchObject({ result: true })
  expect(await first?.ask('eth_unsubscribe', [ids[0]])).toMatchObject({ result: false })
  expect(await first?.ask('eth_unsubscribe', [ids[1]])).toMatchObject({ result: false })
  second?.socket.close()
  node.tell(header(3))
  await expect.poll(() => third?.notices.length).toBe(2)
  expect(first?.notices).toHaveLength(1)
  expect(node.isFollowed()).toBe(true)
  third?.socket.terminate()
  await expect.poll(() => node.isFollowed()).toBe(false)
})

test('when the upstream is lost another is followed, under the same id, and what happened meanwhile is told once', async () => {
  const [one, two] = [await startNode(), await startNode()]
  const { upstream } = await start([one, two])
  const { ask, notices } = await connect()
  const { result: id } = await ask('eth_subscribe', ['newHeads'])
  one.tell(header(2))
  await expect.poll(() => notices.length).toBe(1)
  upstream.behave((call, response) => {
    const result =
      call.method === 'eth_blockNumber'
        ? '0x4'
        : call.method === 'eth_getBlockByNumber'
          ? { ...header(Number((call.params as string[])[0])), transactions: [] } // its parameters are texts
          : undefined
    if (result === undefined) return healthy(call, response)
    return void response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }))
  })
  one.die()
  await expect.poll(() => notices.map(({ result }) => result)).toEqual([header(2), header(3), header(4)])
  two.tell(header(4))
  two.tell(header(5))
  await expect.poll(() => notices.at(-1)?.result).toEqual(header(5))
  expect(notices).toHaveLength(4)
  expect(new Set(notices.map(({ subscription }) => subscription))).toEqual(new Set([id]))
})

test('what the next upstream refuses ends for those who follow it, and everything else is followed on', async () => {
  const [one, two] = [await startNode(), await startNode({ refuses: '0xpicky' })]
  await start([one, two])
  const [picky, plain] = [await connect(), await connect()]
  await picky.ask('eth_subscribe', ['logs', { address: '0xpicky' }])
  await plain.ask('eth_subscribe', ['newHeads'])
  const closed = once(picky.socket, 'close')
  one.die()
  expect((await closed)[0]).toBe(1013)
  await expect.poll(() => two.heard.filter(({ method }) => method === 'eth_subscribe').length).toBe(2)
  await expect
    .poll(() => {
      two.tell(header(7))
      return plain.notices.at(-1)?.result
    })
    .toEqual(header(7))
})

test('a feed that the next upstream is slow to take up is asked for again', async () => {
  const [one, two] = [await startNode(), await startNode({ ignored: 1 })]
  const clock = createFakeClock()
  const call = () => Promise.reject(new Error('the chain is away'))
  const feeds = createFeeds({
    upstreams: new Map([[networkId, { http: [], ws: [one.url, two.url] }]]),
    rpc: { call } as unknown as Rpc, // nothing else of it is used here
    clock,
    log: silentLog,
  })
  onTestFinished(() => feeds.close())
  const kind = subscribingKind('eip155', 'eth_subscribe')
  if (!kind) throw new Error('eip155 can be followed')
  const told: string[] = []
  await feeds.follow(networkId, kind, '["logs",{}]', { tell: (text) => told.push(text), ended: () => {} })
  one.die()
  await expect.poll(() => two.heard.length).toBe(1)
  await clock.advance(limits.httpTimeout)
  await clock.advance(limits.httpRetryDelay)
  await expect.poll(() => two.heard.length).toBe(2)
  const log = { blockHash: '0xb', blockNumber: '0x9', logIndex: '0x0' }
  await expect
    .poll(() => {
      two.tell(log)
      return told.length
    })
    .toBe(1)
})

test('what a node refuses to be asked is told to the caller, and the next may ask anew', async () => {
  await start([await startNode()])
  const { ask } = await connect()
  expect(await ask('eth_subscribe', ['logs', { address: 'nonsense' }])).toMatchObject({
    error: { code: -32602, message: 'invalid filter' },
  })
  expect(await ask('eth_subscribe', ['newPendingTransactions'])).toMatchObject({ error: { code: -32602 } })
  expect(await ask('eth_subscribe', ['logs', {}])).toMatchObject({ result: expect.stringMatching(/^0x/) })
})

test('a socket is opened for known projects, allowed origins and networks that can be followed, and no others', async () => {
  const LATCHKEY_PROJECTS = JSON.stringify([
    { id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'] },
  ])
  await start([await startNode()], { LATCHKEY_LOCAL: '0', LATCHKEY_PROJECTS })
  const statusOf = (path: string, headers: Record<string, string> = {}) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${gateway?.apiPort}${path}`, { headers })
      socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode))
      socket.once('open', () => resolve('open'))
      socket.on('error', () => {})
      onTestFinished(() => socket.terminate())
    })
  const own = `/v1?chainId=${networkId}&projectId=shop`
  const page = { origin: 'https://shop.example' }
  expect(await statusOf(own, page)).toBe('open')
  // No page, so it needs the secret of the project.
  expect(await statusOf(own)).toBe(401)
  expect(await statusOf(own, { origin: 'https://shop.example.evil' })).toBe(403)
  expect(await statusOf(`/v1?chainId=${networkId}&projectId=other`)).toBe(401)
  expect(await statusOf('/v1?chainId=eip155:1&projectId=shop', page)).toBe(400)
  expect(await statusOf('/v1?projectId=shop', page)).toBe(400)
})

test('calls over a socket are counted like those over HTTP', async () => {
  await start([await startNode()], { LATCHKEY_RATE_LIMIT: '60', LATCHKEY_RATE_BURST: '3' })
  const { ask, raw } = await connect()
  await ask('eth_chainId')
  await ask('eth_chainId')
  const refused = await raw('{"jsonrpc":"2.0","id":9,"method":"eth_chainId"}', null)
  expect(refused).toMatchObject({
    error: { code: -32005, message: expect.stringContaining('try again after') },
  })
})

test('a gateway that stops says goodbye to those who follow', async () => {
  await start([await startNode()])
  const { socket, ask } = await connect()
  await ask('eth_subscribe', ['newHeads'])
  const closed = once(socket, 'close')
  await gateway?.stop()
  expect((await closed)[0]).toBe(1001)
})

test('[S7-02] a real chain is listed for sockets, and its new blocks are told', async () => {
  const chain = await startEvm({ seeded: false })
  onTestFinished(() => chain.close())
  const LATCHKEY_UPSTREAMS = JSON.stringify({ [networkId]: [chain.url, chain.webSocketUrl] })
  gateway = await startTestGateway({ LATCHKEY_UPSTREAMS })
  expect(await (await gateway.ask('/v1/supported-chains')).json()).toEqual({
    http: [networkId],
    ws: [networkId],
  })
  const { ask, notices } = await connect()
  expect(await ask('eth_subscribe', ['newHeads'])).toMatchObject({ result: expect.stringMatching(/^0x/) })
  const mine = { jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(mine) }
  await fetch(chain.url, init)
  await expect.poll(() => notices.length).toBe(1)
  expect(notices[0]?.result.number).toMatch(/^0x/)
})

test('what is told in the same breath as the answer is heard, after the id it goes by', async () => {
  const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  onTestFinished(() => server.close())
  server.on('connection', (socket, request) => {
    socket.on('message', (data) => {
      const { id } = JSON.parse(String(data))
      const params = '{"subscription":77,"result":{"value":{"err":null}}}'
      // One packet: two text frames, as a node writes them for a signature that it knows already.
      request.socket.cork()
      socket.send(`{"jsonrpc":"2.0","id":${id},"result":77}`)
      socket.send(`{"jsonrpc":"2.0","method":"signatureNotification","params":${params}}`)
      request.socket.uncork()
    })
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  const upstream = await startUpstream(healthy)
  onTestFinished(() => upstream.close())
  gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ [network]: [upstream.url, `ws://127.0.0.1:${port}`] }),
  })
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.apiPort}/v1?chainId=${network}`)
  onTestFinished(() => socket.terminate())
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  await once(socket, 'open')
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'signatureSubscribe', params: ['x'] }))
  await expect
    .poll(() => heard.map((text) => JSON.parse(text)))
    .toMatchObject([
      { id: 1, result: 1 },
      { method: 'signatureNotification', params: { subscription: 1, result: { value: { err: null } } } },
    ])
})
