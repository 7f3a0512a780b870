/** Two gateways that bridge to the same relay and share one mailbox in Redis. */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { seconds } from '@latchkey/spec/limits'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock, within } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { copyMigratedDatabase } from '../../testing/database.js'
import { createFakeClock, type FakeClock } from '../../testing/fakeClock.js'
import { createRecordedLog, silentLog } from '../../testing/log.js'
import { hasRedis, startRedis, type TestRedis } from '../../testing/redis.js'
import type { TestGateway } from '../../testing/startTestGateway.js'
import { createRedisMailbox } from '../mailbox/redisMailbox.js'
import { bridged, createBridgeWorld, isConnected, texts } from '../testing/bridgeWorld.js'
import { type RelayClient, randomTopic } from '../testing/relayClient.js'

/** A port that nothing listens on. */
const nowhere = 1

describe.skipIf(!hasRedis)('two gateways that bridge, on one Redis', () => {
  const { start, stop, startUpstream, fakeUpstream, connect, close } = createBridgeWorld()
  let redis: TestRedis
  let shared: { DATABASE_URL: string; REDIS_URL: string }
  /** For a gateway of which a test says when it comes round to look. */
  let clock: FakeClock
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())
  beforeEach(async () => {
    shared = { DATABASE_URL: await copyMigratedDatabase(), REDIS_URL: redis.url }
    clock = createFakeClock(Date.now())
  })
  // A gateway that stops waits by its clock; one that never does fails its test and is not waited for.
  afterEach(async () => {
    const hangs = () => new Error('a gateway does not stop')
    const isClosed = within(systemClock, seconds(30), close(), hangs).then(() => true)
    while (!(await Promise.race([isClosed, clock.advance(seconds(1))])));
  })

  async function startBridged(
    port: number,
    ports: { clock?: FakeClock; log?: Log } = {},
  ): Promise<TestGateway> {
    const gateway = await start(bridged(port, { ...shared, LATCHKEY_RELAY_RATE: '0' }), ports)
    if (port !== nowhere) await expect.poll(() => isConnected(gateway)).toBe(true)
    return gateway
  }

  /** What the bridges still have to pass on, as Redis knows it. */
  async function unreceived(topic: string): Promise<string[]> {
    const mailbox = createRedisMailbox({ url: redis.url, log: silentLog, most: 0 })
    await mailbox.connected()
    const page = await mailbox.read({ client: 'bridge', topics: [{ topic, after: 0 }], limit: 10 })
    await mailbox.close()
    return page.letters.map(({ message }) => message)
  }

  async function listener(gateway: TestGateway, topic: string): Promise<RelayClient> {
    const client = await connect(gateway)
    await client.ask('irn_subscribe', { topic })
    return client
  }

  test('[D-44] a topic that is used on both: everybody hears each message once and in order, and nobody their own', async () => {
    const upstream = await startUpstream()
    const [one, other] = [await startBridged(upstream.apiPort), await startBridged(upstream.apiPort)]
    const topic = randomTopic()
    const ends = {
      one: await listener(one, topic),
      other: await listener(other, topic),
      wallet: await listener(upstream, topic),
    }
    const rounds = Array.from({ length: 50 }, (_, round) => round)
    const all = Object.entries(ends)
    await Promise.all(
      all.map(async ([name, client]) => {
        for (const round of rounds) await client.publish(topic, `${name} ${round}`)
      }),
    )
    for (const [, client] of all) await client.heard(2 * rounds.length)
    // Whatever would come twice, or back, comes before this.
    for (const [name, client] of all) await client.publish(topic, `${name} last`)
    for (const [, client] of all) await client.heard(2 * rounds.length + 2)
    for (const [name, client] of all)
      for (const [sender] of all) {
        const sent = [...rounds, 'last'].map((round) => `${sender} ${round}`)
        const heard = texts(client).filter((text) => text.startsWith(`${sender} `))
        expect([name, sender, heard]).toEqual([name, sender, sender === name ? [] : sent])
      }
  })

  test('[D-44] a topic that nobody on one of them listens to any more stays mirrored for the other', async () => {
    const upstream = await startUpstream()
    const [one, other] = [await startBridged(upstream.apiPort), await startBridged(upstream.apiPort)]
    const topic = randomTopic()
    const [left, stays] = [await listener(one, topic), await listener(other, topic)]
    const wallet = await listener(upstream, topic)
    await wallet.publish(topic, 'to both')
    await Promise.all([left.heard(1), stays.heard(1)])
    await left.ask('irn_unsubscribe', { topic })
    await wallet.publish(topic, 'to one')
    await stays.heard(2)
    await stays.publish(topic, 'back')
    await left.publish(topic, 'and forth')
    await wallet.heard(2)
    expect([texts(left), texts(stays), texts(wallet)]).toEqual([
      ['to both'],
      ['to both', 'to one', 'and forth'],
      ['back', 'and forth'],
    ])
  })

  test('[D-44] one without a way to the upstream holds up neither the other nor those who use a topic on both', async () => {
    const upstream = await startUpstream()
    const [cut, fine] = [await startBridged(nowhere), await startBridged(upstream.apiPort)]
    const [both, own] = [randomTopic(), randomTopic()]
    const behind = await listener(cut, both)
    const [beside, alone] = [await listener(fine, both), await listener(fine, own)]
    const wallet = await listener(upstream, both)
    await wallet.ask('irn_subscribe', { topic: own })
    await behind.publish(both, 'waits')
    await alone.publish(own, 'through')
    await wallet.heard(1)
    expect(texts(wallet)).toEqual(['through'])
    await wallet.publish(both, 'hello')
    await Promise.all([behind.heard(1), beside.heard(1)])
    // What waits goes first.
    await beside.publish(both, 'later')
    await wallet.heard(3)
    expect([texts(behind), texts(beside), texts(wallet)]).toEqual([
      ['hello', 'later'],
      ['waits', 'hello'],
      ['through', 'waits', 'later'],
    ])
  })

  test('[D-44] what one acknowledged and could not pass on, the other passes on, though nobody there publishes', async () => {
    const upstream = await startUpstream()
    const [cut, fine] = [await startBridged(nowhere), await startBridged(upstream.apiPort, { clock })]
    const topic = randomTopic()
    const beside = await listener(fine, topic)
    const [dapp, wallet] = [await connect(cut), await listener(upstream, topic)]
    for (const message of ['one', 'two'])
      expect(await dapp.publish(topic, message)).toMatchObject({ result: true })
    await beside.heard(2)
    await stop(cut)
    await clock.advance(seconds(10))
    await wallet.heard(2)
    expect([texts(beside), texts(wallet)]).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ])
  })

  test('[D-44] what one passes on, the other does not pass on again', async () => {
    const asked: string[] = []
    const port = await fakeUpstream(({ id, method, params }, socket) => {
      if (method === 'irn_publish') asked.push(String(params.message))
      if (method) socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    })
    const [one, other] = [await startBridged(port), await startBridged(port, { clock })]
    const topic = randomTopic()
    const [dapp, beside] = [await connect(one), await listener(other, topic)]
    await dapp.publish(topic, 'once')
    await beside.heard(1)
    await expect.poll(() => asked).toEqual(['once'])
    await expect.poll(() => unreceived(topic)).toEqual([])
    await clock.advance(seconds(10))
    await beside.publish(topic, 'last')
    await expect.poll(() => asked).toEqual(['once', 'last'])
  })

  test('[D-44] who comes back from a gateway that died finds passed on what that one acknowledged', async () => {
    const upstream = await startUpstream()
    const [cut, fine] = [await startBridged(nowhere), await startBridged(upstream.apiPort)]
    const topic = randomTopic()
    const wallet = await listener(upstream, topic)
    const before = await listener(fine, topic)
    await before.publish(topic, 'one')
    await wallet.heard(1)
    await before.leave()
    const meanwhile = await listener(cut, topic)
    await meanwhile.publish(topic, 'two')
    await stop(cut)
    await listener(fine, topic)
    await wallet.heard(2)
    expect(texts(wallet)).toEqual(['one', 'two'])
  })

  test('[D-44] what one did not hear of, because it had lost Redis, it passes on when it is back there', async () => {
    const { hostname, port } = new URL(redis.url)
    const wires = new Set<Socket>()
    let isCut = false
    const between = createServer((wire) => {
      wires.add(wire.on('error', () => {}))
      if (isCut) return void wire.resetAndDestroy()
      wire.pipe(createConnection(Number(port), hostname).on('error', () => {})).pipe(wire)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void between.close())
    await once(between, 'listening')
    const { port: entry } = between.address() as AddressInfo // it listens on a port
    const upstream = await startUpstream()
    const cut = await startBridged(nowhere)
    shared = { ...shared, REDIS_URL: `redis://127.0.0.1:${entry}` }
    const fine = await startBridged(upstream.apiPort)
    const topic = randomTopic()
    const beside = await listener(fine, topic)
    const [dapp, wallet] = [await connect(cut), await listener(upstream, topic)]
    isCut = true
    for (const wire of wires) wire.resetAndDestroy()
    await dapp.publish(topic, 'unheard')
    await stop(cut)
    isCut = false
    await Promise.all([beside.heard(1), wallet.heard(1)])
    expect([texts(beside), texts(wallet)]).toEqual([['unheard'], ['unheard']])
  })

  test('[D-44] what comes while Redis is away is taken once it is back, and nothing overtakes it', async () => {
    const { port: redisPort } = new URL(redis.url)
    const kept: string[] = []
    const received = new Set<string>()
    let push = (_: string) => {}
    /** As relays do: who subscribes gets all that has no receipt. */
    const port = await fakeUpstream(({ id, method, params }, socket) => {
      if (!method) return void received.add(String(id))
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
      if (method !== 'irn_batchSubscribe' || params.topics.length === 0) return
      push = (message) => {
        const data = { topic: params.topics[0], message, tag: 1108 }
        socket.send(
          JSON.stringify({ id: message, jsonrpc: '2.0', method: 'irn_subscription', params: { data } }),
        )
      }
      for (const message of kept) if (!received.has(message)) push(message)
    })
    const recorded = createRecordedLog()
    const own = await startBridged(port, { clock, log: recorded.log })
    const topic = randomTopic()
    const dapp = await listener(own, topic)
    const publish = (message: string) => {
      kept.push(message)
      push(message)
    }
    publish('before')
    await dapp.heard(1)
    await redis.stop()
    publish('lost')
    await expect.poll(() => recorded.text()).toContain('could not be kept')
    redis = await startRedis(Number(redisPort))
    await expect.poll(() => dapp.ask('irn_subscribe', { topic })).toHaveProperty('result')
    publish('after')
    await expect
      .poll(async () => (await clock.advance(seconds(5)), texts(dapp)))
      .toEqual(['before', 'lost', 'after'])
    expect([...received]).toEqual(['before', 'lost', 'after'])
  })
})
