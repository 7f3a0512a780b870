import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect as connectTcp, type Socket } from 'node:net'
import { relayBounds } from '@latchkey/spec/relay'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SettingName } from '../config/settings.js'
import { createFakeClock, type FakeClock } from '../testing/fakeClock.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import {
  type ConnectOptions,
  connectClient,
  createClient,
  type RelayClient,
  randomTopic,
  relayUrl,
} from './testing/relayClient.js'
import { createIdentity } from './testing/token.js'

let clock: FakeClock
let gateway: TestGateway
const open: { terminate(): void }[] = []
beforeEach(() => {
  clock = createFakeClock(Date.now())
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  const state = { isOver: false }
  const stopped = gateway.stop().then(() => {
    state.isOver = true
  })
  // Connections are closed one after the other, by the clock.
  while (!state.isOver) await clock.advance(100)
  await stopped
})

async function start(environment: Partial<Record<SettingName, string>> = {}): Promise<void> {
  gateway = await startTestGateway(environment, { clock })
}

async function connect(options: Partial<ConnectOptions> = {}): Promise<RelayClient> {
  const client = await connectClient({ port: gateway.apiPort, ...options })
  open.push(client.socket)
  return client
}

async function measure(name: string): Promise<number> {
  const text = await (await gateway.ask('/metrics')).text()
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1))
}

/** Two clients that mind their own business: everything that one sends, the other gets. */
async function bystanders() {
  const [dapp, wallet] = [await connect(), await connect()]
  const topic = randomTopic()
  await wallet.ask('irn_subscribe', { topic })
  let sent = 0
  return async () => {
    const count = 20
    for (let index = 0; index < count; index++) await dapp.publish(topic, `message ${sent++}`)
    await wallet.heard(sent)
    expect(wallet.pushes).toHaveLength(sent)
  }
}

const request = (id: number, method: string, params: unknown) =>
  JSON.stringify({ id: String(1_000_000_000 + id), jsonrpc: '2.0', method, params })

test('a frame that is too large is refused by name, and one that is far too large cut; others go on', async () => {
  await start()
  const talk = await bystanders()
  const client = await connect()
  expect(await client.say('x'.repeat(relayBounds.payloadBytes + 1))).toContain('PayloadSizeExceeded')
  client.socket.send('x'.repeat(2 * relayBounds.payloadBytes))
  expect((await client.closed).code).toBe(1009)
  await talk()
})

test('the rest of a frame that is far too large is not even read', async () => {
  await start()
  const client = await connect()
  // More than the network keeps between the two.
  const huge = Buffer.alloc(64 * relayBounds.payloadBytes)
  const failure = new Promise((resolve) => client.socket.send(huge, resolve))
  expect((await client.closed).code).toBe(1009)
  expect(await failure).toBeInstanceOf(Error)
})

test('a flood is answered as fast as its allowance, no error is sent, and others go on', async () => {
  await start({ LATCHKEY_RELAY_RATE: '10' })
  const talk = await bystanders()
  const flood = await connect()
  const burst = 50
  for (let index = 0; index < 10 * burst; index++)
    flood.socket.send(request(index, 'irn_unsubscribe', { topic: randomTopic() }))
  // Each burst is 64 KiB of frames at most before reading stops; the rest waits in the network.
  await expect.poll(() => measure('relay_refusals_total{reason="paused"}')).toBeGreaterThan(0)
  await talk()
  expect(flood.frames.every((frame) => frame.endsWith('"result":true}'))).toBe(true)
})

test('large messages cost more than small ones', async () => {
  await start({ LATCHKEY_RELAY_RATE: '10' })
  const [small, large] = [await connect(), await connect()]
  const topic = randomTopic()
  for (let index = 0; index < 20; index++) await small.publish(topic, `${index}`.padEnd(2048, 'x'))
  expect(await measure('relay_refusals_total{reason="paused"}')).toBeNaN()
  // 50 requests may come at once; this weighs as much as 150.
  expect(await large.publish(topic, 'x'.repeat(600 * 1024))).toMatchObject({ result: true })
  expect(await measure('relay_refusals_total{reason="paused"}')).toBeGreaterThan(0)
})

test('who publishes where there is no room is held up sooner than others', async () => {
  await start({ LATCHKEY_RELAY_RATE: '10', LATCHKEY_RELAY_MAILBOX_MEGABYTES: '1' })
  const [filler, flood] = [await connect(), await connect()]
  const topic = randomTopic()
  expect(await filler.publish(topic, 'x'.repeat(998_500))).toMatchObject({ result: true })
  const before = await measure('relay_refusals_total{reason="paused"}')
  // 50 requests may come at once; these five count as 55.
  for (let index = 0; index < 5; index++)
    expect((await flood.publish(topic, `${index}`)).error).toMatchObject({ data: 'MailboxLimitExceeded' })
  expect(await measure('relay_refusals_total{reason="paused"}')).toBeGreaterThan(before)
})

test('a flood of garbage is ended with 1013', async () => {
  await start()
  const talk = await bystanders()
  const client = await connect()
  for (let index = 0; index < 1_000; index++) client.socket.send('x')
  expect((await client.closed).code).toBe(1013)
  await talk()
})

test('what comes behind the flood that ended a connection is not carried out', async () => {
  await start()
  const [client, wallet] = [await connect(), await connect()]
  const topic = randomTopic()
  await wallet.ask('irn_subscribe', { topic })
  for (let index = 0; index < 40; index++) client.socket.send('x')
  client.socket.send(request(1, 'irn_publish', { topic, message: 'late', ttl: 300, tag: 1108 }))
  expect((await client.closed).code).toBe(1013)
  const dapp = await connect()
  await dapp.publish(topic, 'in time')
  await wallet.heard(1)
  expect(wallet.pushes.map(({ data }) => data.message)).toEqual(['in time'])
})

test('who guesses topics finds nothing, and may guess no faster than anybody asks', async () => {
  await start({ LATCHKEY_RELAY_RATE: '10' })
  const talk = await bystanders()
  const guesser = await connect()
  const topics = () => Array.from({ length: 500 }, randomTopic)
  // 50 requests may come at once, and 500 topics cost as much.
  await guesser.ask('irn_batchSubscribe', { topics: topics() })
  guesser.socket.send(request(1, 'irn_batchSubscribe', { topics: topics() }))
  guesser.socket.send(request(2, 'irn_batchSubscribe', { topics: topics() }))
  await talk()
  expect(guesser.pushes).toEqual([])
  expect(await measure('relay_refusals_total{reason="paused"}')).toBeGreaterThan(0)
})

test('a client may listen to so many topics and no more', async () => {
  await start({ LATCHKEY_RELAY_RATE: '0' })
  const client = await connect()
  for (let batch = 0; batch < relayBounds.topicsPerClient / relayBounds.batch; batch++) {
    const topics = Array.from({ length: relayBounds.batch }, randomTopic)
    expect(await client.ask('irn_batchSubscribe', { topics })).toHaveProperty('result')
  }
  const { error } = await client.ask('irn_subscribe', { topic: randomTopic() })
  expect(error).toMatchObject({ code: -32000, data: 'SubscriberLimitExceeded' })
  expect(await measure('relay_topics')).toBe(relayBounds.topicsPerClient)
  await client.leave()
  await expect.poll(() => measure('relay_topics')).toBe(0)
})

test('the connections of one address listen to so many topics together, and all of the relay too', async () => {
  await start({
    LATCHKEY_RELAY_TOPICS: '6',
    LATCHKEY_RELAY_TOPICS_PER_ADDRESS: '4',
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
  })
  const from = (address: string) => connect({ headers: { 'x-forwarded-for': address } })
  const listen = async (client: RelayClient, topics: readonly string[]) =>
    (await client.ask('irn_batchSubscribe', { topics })).error?.data ?? 'listens'
  const topics = (count: number) => Array.from({ length: count }, randomTopic)
  const [one, two, other] = [await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.2')]
  const held = topics(3)
  expect(await listen(one, held)).toBe('listens')
  // What it listens to already costs nothing, and the same topic on another connection does.
  expect(await listen(one, [...held, ...held])).toBe('listens')
  expect(await listen(two, held.slice(0, 2))).toBe('SubscriberLimitExceeded')
  expect(await listen(two, held.slice(0, 1))).toBe('listens')
  expect(await listen(other, topics(3))).toBe('SubscriberLimitExceeded')
  expect(await listen(other, topics(2))).toBe('listens')
  // Room comes back with what is given up twice as with what is given up once, and with those who leave.
  await two.ask('irn_batchUnsubscribe', {
    subscriptions: [held[0], held[0]].map((topic) => ({ topic, id: 'any' })),
  })
  expect(await listen(two, topics(2))).toBe('SubscriberLimitExceeded')
  await one.leave()
  await expect.poll(() => measure('relay_sockets')).toBe(2)
  expect(await listen(two, topics(4))).toBe('listens')
})

test('a message that never ends is let go after a while, also with signs of life between its parts', async () => {
  await start()
  const talk = await bystanders()
  const [endless, patient] = [await connect(), await connect()]
  endless.socket.send('{"id":', { fin: false })
  // Whoever comes to its end in time is answered like anybody else.
  const text = request(1, 'irn_unsubscribe', { topic: randomTopic() })
  patient.socket.send(text.slice(0, 20), { fin: false })
  await clock.advance(relayBounds.pingInterval - 2_000)
  const answer = new Promise((resolve) => patient.socket.once('message', (data) => resolve(String(data))))
  patient.socket.send(text.slice(20), { fin: true })
  expect(await answer).toContain('"result":true')
  endless.socket.pong('still here')
  await clock.advance(4_000)
  expect((await endless.closed).code).toBe(4008)
  expect(patient.socket.readyState).toBe(patient.socket.OPEN)
  await talk()
})

test('the parts of messages are paid for by their address before they are whole', async () => {
  await start({ LATCHKEY_RELAY_RATE: '1' })
  // The address may ask for 100 at once, so for 400 KiB; one connection alone is far below it.
  const clients = await Promise.all(Array.from({ length: 3 }, () => connect()))
  for (const { socket } of clients) socket.send('x'.repeat(200 * 1024), { fin: false })
  await expect.poll(() => measure('relay_refusals_total{reason="paused"}')).toBeGreaterThan(0)
})

test('one address has so many connections, one client too, and the relay', async () => {
  await start({
    LATCHKEY_RELAY_SOCKETS: '4',
    LATCHKEY_RELAY_SOCKETS_PER_ADDRESS: '3',
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
  })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const refused = async (address: string) => {
    const client = createClient({ port: gateway.apiPort, ...from(address) })
    const [, response] = (await once(client.socket, 'unexpected-response')) as [unknown, IncomingMessage] // ws says so
    response.resume()
    return response.statusCode
  }
  const first = await connect(from('203.0.113.1'))
  await connect(from('203.0.113.1'))
  await connect(from('203.0.113.1'))
  expect(await refused('203.0.113.1')).toBe(429)
  await connect(from('203.0.113.2'))
  expect(await refused('203.0.113.3')).toBe(503)
  await first.leave()
  await expect.poll(() => measure('relay_sockets')).toBe(3)
  await connect(from('203.0.113.1'))
})

test('a client that does not read gets a window of messages, costs no memory, and is let go', async () => {
  await start({ LATCHKEY_RELAY_RATE: '0' })
  const talk = await bystanders()
  const topics = Array.from({ length: 40 }, randomTopic)
  const slow = await connect()
  await slow.ask('irn_batchSubscribe', { topics })
  slow.socket.pause()
  const dapp = await connect()
  const big = 'x'.repeat(500 * 1024)
  const before = await measure('relay_deliveries_total')
  for (const topic of topics) for (const end of ['1', '2']) await dapp.publish(topic, big + end)
  // 40 MiB were published; what waits for it is a window of one, and what the network takes.
  const sent = (await measure('relay_deliveries_total')) - before
  expect(sent).toBeLessThan(20)
  // Asking for more does not help: what is not read of the answers stops the reading of requests.
  topics.forEach((topic, index) => slow.socket.send(request(index, 'irn_fetchMessages', { topic })))
  await talk()
  await clock.advance(2 * relayBounds.pingInterval + 2_000)
  // Whoever does not read does not answer the close either, and is cut after two seconds.
  await expect.poll(() => measure('relay_sockets'), { timeout: 10_000 }).toBe(3)
  expect(await measure('relay_refusals_total{reason="slow"}')).toBe(1)
})

test('what the window held back comes when there is room, all of it and in order', async () => {
  await start({ LATCHKEY_RELAY_RATE: '0' })
  const [dapp, wallet] = [await connect(), await connect({ acknowledges: false })]
  const topic = randomTopic()
  await wallet.ask('irn_subscribe', { topic })
  const sent = Array.from({ length: 200 }, (_, index) => `m${index}`)
  for (const message of sent) await dapp.publish(topic, message)
  await wallet.heard(relayBounds.unackedPushes)
  expect(await measure('relay_deliveries_total')).toBe(relayBounds.unackedPushes)
  for (let acknowledged = 0; acknowledged < sent.length; acknowledged++) {
    const [...pushes] = await wallet.heard(acknowledged + 1)
    wallet.socket.send(JSON.stringify({ id: pushes[acknowledged]?.id, jsonrpc: '2.0', result: true }))
  }
  await wallet.heard(sent.length)
  expect(wallet.pushes.map(({ data }) => data.message)).toEqual(sent)
})

// A clock that leaps runs every second of two minutes and a half, which takes a busy machine its time.
test('a message without a receipt is sent again three times, then waits for the client to come back', {
  timeout: 90_000,
}, async () => {
  await start()
  const [dapp, wallet] = [await connect(), await connect({ acknowledges: false })]
  const topic = randomTopic()
  await wallet.ask('irn_subscribe', { topic })
  await dapp.publish(topic, 'm', { ttl: 3600 })
  for (let times = 1; times <= 1 + relayBounds.redeliveries; times++) {
    await wallet.heard(times)
    await clock.advance(relayBounds.redeliverAfter + 1_000)
    // A sign of life that has arrived: by its pongs alone the relay might take either for dead when the clock leaps.
    for (const client of [dapp, wallet]) await client.ask('irn_unsubscribe', { topic: randomTopic() })
  }
  await clock.advance(relayBounds.redeliverAfter + 1_000)
  expect(wallet.pushes).toHaveLength(1 + relayBounds.redeliveries)
  expect(new Set(wallet.pushes.map(({ id }) => id)).size).toBe(wallet.pushes.length)
  const { identity } = wallet
  const back = await connect({ identity, now: clock.now() })
  await back.ask('irn_subscribe', { topic })
  await back.heard(1)
})

test('an expired message is not delivered', async () => {
  await start()
  const dapp = await connect()
  const topic = randomTopic()
  await dapp.publish(topic, 'short', { ttl: 1 })
  await dapp.publish(topic, 'long')
  await clock.advance(1_000)
  const wallet = await connect({ now: clock.now() })
  await wallet.ask('irn_subscribe', { topic })
  await wallet.heard(1)
  expect(wallet.pushes.map(({ data }) => data.message)).toEqual(['long'])
})

test('a connection that answers pings stays, and one that does not is closed with 4008', async () => {
  await start()
  const [lively, dead] = [await connect(), await connect()]
  const wire: Socket = Reflect.get(dead.socket, '_socket') // there is no other way to a peer that hears and says nothing
  let pings = 0
  lively.socket.on('ping', () => pings++)
  wire.pause()
  await clock.advance(relayBounds.pingInterval + 1_000)
  await expect.poll(() => pings).toBe(1)
  await lively.ask('irn_unsubscribe', { topic: randomTopic() })
  await clock.advance(relayBounds.pingInterval)
  wire.resume()
  expect(await dead.closed).toEqual({ code: 4008, reason: 'client stale' })
  expect(lively.socket.readyState).toBe(lively.socket.OPEN)
})

test('an upgrade that never ends, or a token that is far too long, does not hold anything', async () => {
  await start()
  const { pathname, search } = new URL(relayUrl({ port: gateway.apiPort, token: 'x'.repeat(10_000) }))
  const wire = connectTcp(gateway.apiPort, '127.0.0.1')
  open.push({ terminate: () => wire.destroy() })
  const head = [
    'host: x',
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    `sec-websocket-key: ${'A'.repeat(22)}==`,
  ]
  wire.write(`GET ${pathname}${search} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  const [answer] = await once(wire, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
  expect(String(answer)).toContain('Invalid encoding')
  await once(wire, 'close')
})

test('many connections of one client are bounded', async () => {
  await start()
  const identity = createIdentity()
  const all = Array.from({ length: relayBounds.socketsPerClient }, () => connect({ identity }))
  await Promise.all(all)
  const one = createClient({ port: gateway.apiPort, identity })
  const [, response] = (await once(one.socket, 'unexpected-response')) as [unknown, IncomingMessage] // ws says so
  response.resume()
  expect(response.statusCode).toBe(429)
})

test('a topic has so many listeners and no more', async () => {
  await start({ LATCHKEY_RELAY_SOCKETS_PER_ADDRESS: '0' })
  const topic = randomTopic()
  const all = await Promise.all(Array.from({ length: relayBounds.subscribersPerTopic }, () => connect()))
  for (const client of all) expect(await client.ask('irn_subscribe', { topic })).toHaveProperty('result')
  const late = await connect()
  const { error } = await late.ask('irn_subscribe', { topic })
  expect(error).toMatchObject({ code: -32000, data: 'SubscriberLimitExceeded' })
  expect(await all[0]?.ask('irn_subscribe', { topic })).toHaveProperty('result')
  await all[1]?.leave()
  await expect.poll(async () => (await late.ask('irn_subscribe', { topic })).result !== undefined).toBe(true)
})

test('a flood of pings is not read on', async () => {
  await start({ LATCHKEY_RELAY_RATE: '10' })
  const talk = await bystanders()
  const client = await connect()
  for (let index = 0; index < 200; index++) client.socket.ping()
  await expect.poll(() => measure('relay_refusals_total{reason="paused"}')).toBeGreaterThan(0)
  await talk()
})
