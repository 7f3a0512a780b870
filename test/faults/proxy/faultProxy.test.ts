/** The proxy breaks exactly what it is told to, and nothing else: over HTTP, over sockets of the Web, over plain connections. */
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { setFault, startControl } from './control.js'
import { dependencyNames } from './dependencies.js'
import { type FaultProxyInput, startFaultProxy } from './faultProxy.js'
import { type Fault, faultNames, streamFaults } from './faults.js'
import { visitorAddress, visitorAgent } from './visitors.js'

const body = JSON.stringify({ greeting: 'hello', padding: 'x'.repeat(2000) })
const delay = 40
/** Long enough for a slow machine; only silence is waited out, and it is known beforehand. */
const patienceFor = (fault?: Fault) => (fault === 'silence' ? 300 : 15_000)

const portOf = (server: Server) => (server.address() as AddressInfo).port // it listens on TCP

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return portOf(server)
}

async function proxied(target: number, input: Pick<FaultProxyInput, 'speaks' | 'isMeant' | 'addressOf'>) {
  const proxy = await startFaultProxy({ target, delay, ...input })
  onTestFinished(() => proxy.close())
  return proxy
}

async function web(isMeant?: FaultProxyInput['isMeant']) {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json').end(request.url === '/empty' ? '' : body)
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)))
  onTestFinished(() => {
    for (const client of sockets.clients) client.terminate()
    server.closeAllConnections()
  })
  return proxied(await listening(server), { speaks: 'http', ...(isMeant && { isMeant }) })
}

/** One word for what came of a request. */
async function asked(
  port: number,
  {
    path = '/',
    patience = AbortSignal.timeout(patienceFor()),
  }: { path?: string; patience?: AbortSignal } = {},
): Promise<string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: patience })
    if (!answer.ok) return String(answer.status)
    const read = await answer.text()
    if (read === body) return 'whole'
    return read.startsWith('<!doctype') ? 'garbage' : 'other bytes'
  } catch {
    return patience.aborted ? 'nothing' : 'broken'
  }
}

/** The time is counted from when the proxy has the request. */
async function silentlyAsked(proxy: Awaited<ReturnType<typeof web>>): Promise<string> {
  const ending = new AbortController()
  const answer = asked(proxy.port, { patience: ending.signal })
  await vi.waitFor(() => expect(proxy.met()).toBeGreaterThan(0))
  const timer = setTimeout(() => ending.abort(), patienceFor('silence'))
  onTestFinished(() => clearTimeout(timer))
  return answer
}

const overHttp: Record<Fault, string> = {
  refuse: 'broken',
  silence: 'nothing',
  delay: 'whole',
  cut: 'broken',
  corrupt: 'other bytes',
  '429': '429',
  '500': '500',
  garbage: 'garbage',
}

test.each(faultNames)('%s over HTTP, and whole again when it is mended', async (fault) => {
  const proxy = await web()
  expect(await asked(proxy.port)).toBe('whole')
  proxy.set(fault)
  expect(fault === 'silence' ? await silentlyAsked(proxy) : await asked(proxy.port)).toBe(overHttp[fault])
  proxy.set(undefined)
  expect(await asked(proxy.port)).toBe('whole')
  expect(proxy.met()).toBeGreaterThan(0)
})

test('a fault counts what it met, and what it is not meant for is not among it', async () => {
  const proxy = await web((path) => path.startsWith('/relay'))
  proxy.set('500')
  await asked(proxy.port)
  await fetch(`http://127.0.0.1:${proxy.port}/relay`, { method: 'OPTIONS' })
  expect(proxy.met()).toBe(0)
  await asked(proxy.port, { path: '/relay' })
  await asked(proxy.port, { path: '/relay' })
  expect(proxy.met()).toBe(2)
  proxy.set('garbage')
  expect(proxy.met()).toBe(0)
})

test('a request that the fault is not meant for passes', async () => {
  const proxy = await web((path) => path.startsWith('/relay'))
  proxy.set('500')
  expect(await asked(proxy.port)).toBe('whole')
  expect(await asked(proxy.port, { path: '/relay' })).toBe('500')
})

test('an answer without a body breaks off too', async () => {
  const proxy = await web()
  proxy.set('cut')
  expect(await asked(proxy.port, { path: '/empty' })).toBe('broken')
})

test('a preflight passes, and the page may read what is wrong', async () => {
  const { port, set } = await web()
  set('429')
  const origin = 'http://app.example'
  const preflight = await fetch(`http://127.0.0.1:${port}/`, { method: 'OPTIONS', headers: { origin } })
  expect(preflight.status).toBe(200)
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { origin } })
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  expect(answer.headers.get('retry-after')).toBe('1')
})

test('every visitor comes from an address of their own, whatever else they say', async () => {
  const seen: unknown[] = []
  const server = createServer(({ headers }, response) => {
    seen.push(headers['x-forwarded-for'])
    response.end()
  })
  const { port } = await proxied(await listening(server), { speaks: 'http', addressOf: visitorAddress })
  const visit = (agent: string) =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { 'user-agent': agent, 'x-forwarded-for': '10.0.0.1' } })
  for (const agent of [visitorAgent('150.0.0.0', 1), visitorAgent('150.0.0.0', 300), 'curl/8'])
    await (await visit(agent)).text()
  expect(seen).toEqual(['198.18.0.1', '198.18.1.44', '10.0.0.1'])
})

/** Opens a socket, says something, and tells in one word what came of it. */
function talk(port: number, fault?: Fault): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/relay`)
  return new Promise((resolve) => {
    const patience = setTimeout(() => end('nothing'), patienceFor(fault))
    const end = (word: string) => {
      clearTimeout(patience)
      socket.terminate()
      resolve(word)
    }
    socket.once('open', () => socket.send('hi'))
    socket.once('message', (data) => end(String(data) === 'echo hi' ? 'whole' : 'other bytes'))
    socket.once('unexpected-response', (_, { statusCode }) => end(String(statusCode)))
    socket.on('error', () => end('broken'))
    socket.once('close', () => end('broken'))
  })
}

const overSockets: Record<Fault, readonly string[]> = {
  refuse: ['broken'],
  silence: ['nothing'],
  delay: ['whole'],
  cut: ['broken'],
  // A flipped length is a protocol error, a flipped letter a wrong message.
  corrupt: ['broken', 'other bytes'],
  '429': ['429'],
  '500': ['500'],
  garbage: ['other bytes'],
}

test.each(faultNames)('%s over a socket of the Web', async (fault) => {
  const proxy = await web()
  expect(await talk(proxy.port)).toBe('whole')
  proxy.set(fault)
  expect(overSockets[fault]).toContain(await talk(proxy.port, fault))
  expect(proxy.met()).toBeGreaterThan(0)
  proxy.set(undefined)
  expect(await talk(proxy.port)).toBe('whole')
})

test.each(['refuse', 'cut', '500'] as const)('%s ends a socket that is open already', async (fault) => {
  const proxy = await web()
  const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/`)
  await new Promise((resolve) => socket.once('open', resolve))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  proxy.set(fault)
  await closed
  expect(proxy.met()).toBe(1)
})

test('silence swallows what a socket says, which is not heard of again; the next socket is', async () => {
  const proxy = await web()
  const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/`)
  onTestFinished(() => socket.terminate())
  await new Promise((resolve) => socket.once('open', resolve))
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  socket.send('one')
  await expect.poll(() => heard).toEqual(['echo one'])
  proxy.set('silence')
  socket.send('two')
  expect(await talk(proxy.port, 'silence')).toBe('nothing')
  proxy.set(undefined)
  socket.send('three')
  expect(await talk(proxy.port)).toBe('whole')
  expect(heard).toEqual(['echo one'])
})

const overStreams: Partial<Record<Fault, string>> = {
  refuse: 'broken',
  silence: 'nothing',
  delay: '220 ready',
  cut: '220',
  corrupt: '220 re4dy',
  garbage: 'Welcome. Accept the terms to go online.',
}

/** What a server that speaks first is heard to say. */
async function greeted(port: number, fault?: Fault): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const patience = setTimeout(() => socket.destroy(), patienceFor(fault))
  let isBroken = false
  socket.once('error', () => {
    isBroken = true
  })
  const heard = await text(socket).catch(() => '')
  clearTimeout(patience)
  return heard.trim() || (isBroken ? 'broken' : 'nothing')
}

test.each(streamFaults)('%s over a connection of any other protocol', async (fault) => {
  const target = await listening(createTcpServer((socket) => void socket.end('220 ready\r\n')))
  const proxy = await proxied(target, { speaks: 'stream' })
  expect(await greeted(proxy.port)).toBe('220 ready')
  proxy.set(fault)
  expect(proxy.met()).toBe(0)
  expect(await greeted(proxy.port, fault)).toBe(overStreams[fault])
  expect(proxy.met()).toBeGreaterThan(0)
  proxy.set(undefined)
  expect(await greeted(proxy.port)).toBe('220 ready')
})

test('a connection that is only kept for later is not missed when it ends; the next one is', async () => {
  const target = await listening(createTcpServer((socket) => void socket.on('error', () => {})))
  const proxy = await proxied(target, { speaks: 'stream' })
  const kept = connect(proxy.port, '127.0.0.1')
  await new Promise((resolve) => kept.once('connect', resolve))
  const closed = new Promise((resolve) => kept.on('error', () => {}).once('close', resolve))
  proxy.set('refuse')
  await closed
  expect(proxy.met()).toBe(0)
  expect(await greeted(proxy.port, 'refuse')).toBe('broken')
  expect(proxy.met()).toBe(1)
})

test('what a fault has met is read where it is mended', async () => {
  const proxy = await web()
  const control = await startControl(
    // Only one of them is asked.
    Object.fromEntries(dependencyNames.map((name) => [name, proxy])) as Parameters<typeof startControl>[0],
  )
  onTestFinished(() => control.close())
  expect(await setFault(control.url, 'gateway', '500')).toBe(0)
  await asked(proxy.port)
  expect(await setFault(control.url, 'gateway', undefined)).toBe(1)
  await asked(proxy.port)
  expect(await setFault(control.url, 'gateway', '429')).toBe(0)
})
