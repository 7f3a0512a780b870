import { seconds } from '@latchkey/spec/limits'
import { afterEach, expect, test } from 'vitest'
import { copyMigratedDatabase, createDatabase } from '../../testing/database.js'
import { createFakeClock } from '../../testing/fakeClock.js'
import { createRecordedLog, silentLog } from '../../testing/log.js'
import { digestOf, type Mailbox, publishTo } from '../mailbox/mailbox.js'
import { createPostgresMailbox } from '../mailbox/postgresMailbox.js'
import { createTally } from '../tally.js'
import { bridged, createBridgeWorld, isConnected, texts } from '../testing/bridgeWorld.js'
import { randomTopic } from '../testing/relayClient.js'
import { createBridge } from './bridge.js'

const { start, stop, startUpstream, fakeUpstream, relayLike, connect, close } = createBridgeWorld()
afterEach(close)

test('[D-44] a page on its own gateway and a wallet on another relay settle a session and talk', async () => {
  const upstream = await startUpstream()
  const own = await start(bridged(upstream.apiPort))
  const [dapp, wallet] = [await connect(own), await connect(upstream)]
  const [pairingTopic, sessionTopic] = [randomTopic(), randomTopic()]
  await dapp.ask('wc_proposeSession', { pairingTopic, sessionProposal: 'proposal' })
  await wallet.ask('irn_subscribe', { topic: pairingTopic })
  await wallet.heard(1)
  expect(wallet.pushes[0]?.data).toMatchObject({ topic: pairingTopic, message: 'proposal', tag: 1100 })
  await wallet.ask('wc_approveSession', {
    pairingTopic,
    sessionTopic,
    sessionProposalResponse: 'response',
    sessionSettlementRequest: 'settlement',
  })
  await dapp.heard(1)
  await dapp.ask('irn_subscribe', { topic: sessionTopic })
  await dapp.heard(2)
  expect(dapp.pushes.map(({ data }) => [data.message, data.tag])).toEqual([
    ['response', 1101],
    ['settlement', 1102],
  ])
  for (let round = 0; round < 10; round++) {
    await dapp.publish(sessionTopic, `request ${round}`)
    await wallet.heard(2 + round)
    await wallet.publish(sessionTopic, `answer ${round}`, { tag: 1109 })
    await dapp.heard(3 + round)
  }
  // Nothing comes back to who sent it, and nothing twice.
  expect(texts(wallet)).toEqual(['proposal', ...Array.from({ length: 10 }, (_, round) => `request ${round}`)])
  expect(texts(dapp).slice(2)).toEqual(Array.from({ length: 10 }, (_, round) => `answer ${round}`))
})

test('[D-44] two clients of the bridged gateway still talk to each other, once', async () => {
  const upstream = await startUpstream()
  const own = await start(bridged(upstream.apiPort))
  const [dapp, wallet] = [await connect(own), await connect(own)]
  const topic = randomTopic()
  for (const client of [dapp, wallet]) await client.ask('irn_subscribe', { topic })
  await dapp.publish(topic, 'hello')
  await wallet.heard(1)
  await wallet.publish(topic, 'hello yourself')
  await dapp.heard(1)
  expect([texts(dapp), texts(wallet)]).toEqual([['hello yourself'], ['hello']])
})

test('[D-44] what was published while the upstream was away arrives when it is back, in order', async () => {
  const first = await startUpstream()
  const { apiPort: port } = first
  const own = await start(bridged(port))
  await expect.poll(() => isConnected(own)).toBe(true)
  await stop(first)
  await expect.poll(() => isConnected(own)).toBe(false)
  const dapp = await connect(own)
  const topic = randomTopic()
  const sent = Array.from({ length: 100 }, (_, index) => `m${index}`)
  for (const message of sent) expect(await dapp.publish(topic, message)).toMatchObject({ result: true })
  const second = await startUpstream(port)
  const wallet = await connect(second)
  await wallet.ask('irn_subscribe', { topic })
  await wallet.heard(sent.length)
  expect(texts(wallet)).toEqual(sent)
})

test('[D-44] what was acknowledged before a restart is passed on after it, once somebody uses the topic', async () => {
  const DATABASE_URL = await createDatabase()
  const topic = randomTopic()
  // A port that nothing listens on.
  const cut = await start(bridged(1, { DATABASE_URL }))
  const dapp = await connect(cut)
  await dapp.publish(topic, 'before')
  await dapp.leave()
  await stop(cut)
  const upstream = await startUpstream()
  const own = await start(bridged(upstream.apiPort, { DATABASE_URL }))
  const [back, wallet] = [await connect(own), await connect(upstream)]
  await wallet.ask('irn_subscribe', { topic })
  await back.ask('irn_subscribe', { topic })
  await wallet.heard(1)
  expect(texts(wallet)).toEqual(['before'])
})

test('[D-44] a message of the upstream that cannot be stored is acknowledged, so that it comes once', async () => {
  const receipts = new Set<unknown>()
  const port = await fakeUpstream(({ id, method, params }, socket) => {
    if (!method) receipts.add(id)
    if (method !== 'irn_batchSubscribe' || params.topics.length === 0) return
    for (const [index, message] of ['half \ud800', 'whole'].entries()) {
      const push = { id: 's', data: { topic: params.topics[0], message, tag: 1108 } }
      socket.send(JSON.stringify({ id: index, jsonrpc: '2.0', method: 'irn_subscription', params: push }))
    }
  })
  const own = await start(bridged(port))
  await expect.poll(() => isConnected(own)).toBe(true)
  const dapp = await connect(own)
  await dapp.ask('irn_subscribe', { topic: randomTopic() })
  await dapp.heard(1)
  expect(texts(dapp)).toEqual(['whole'])
  await expect.poll(() => receipts).toEqual(new Set([0, 1]))
})

test('[D-44] a message of the upstream that finds the mailbox full is not overtaken, and arrives once there is room', async () => {
  const clock = createFakeClock()
  const url = await copyMigratedDatabase()
  const mailbox = createPostgresMailbox({ url, clock, log: silentLog, most: 3_500 })
  const [topic, other] = [randomTopic(), randomTopic()]
  const publication = { message: 'x'.repeat(1_000), isPlain: true, tag: 0, attestation: undefined, ttl: 1 }
  const digest = digestOf(publication.message)
  expect(await publishTo(mailbox, { ...publication, topic: other, digest, sender: 'filler' })).toBe('stored')

  const upstream = await relayLike()
  const tally = createTally()
  const input = { url: `ws://127.0.0.1:${upstream.port}`, project: undefined, log: silentLog }
  const bridge = createBridge({ ...input, mailbox, clock, tally })
  bridge.use([topic], 'dapp')
  await expect.poll(() => upstream.joined.has(topic)).toBe(true)
  const question = { client: 'dapp', topics: [{ topic, after: 0 }], limit: 10 }
  const messages = async () => (await mailbox.read(question)).letters.map(({ message }) => message)
  const sent = ['y'.repeat(1_000), 'small']
  // The second would fit.
  for (const message of sent) upstream.publish(topic, message)
  await upstream.settled()
  expect([upstream.received, await messages()]).toEqual([[], []])

  await clock.advance(1_000)
  await mailbox.sweep()
  await mailbox.weigh()
  await clock.advance(seconds(5))
  await expect.poll(() => upstream.received).toEqual(sent)
  expect(await messages()).toEqual(sent)
  expect(tally.bridged.down).toBe(2)
  await bridge.close()
  await mailbox.close()
})

test('[D-44] what another process stores while somebody here begins to listen is passed on, though nobody heard it', async () => {
  const clock = createFakeClock()
  const mailbox = createPostgresMailbox({
    url: await copyMigratedDatabase(),
    clock,
    log: silentLog,
    most: 0,
  })
  const passed: unknown[] = []
  const port = await fakeUpstream(({ id, method, params }, socket) => {
    if (method === 'irn_publish') passed.push(params.message)
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
  })
  let reads = 0
  const counted: Mailbox = {
    ...mailbox,
    async read(question) {
      const page = await mailbox.read(question)
      reads++
      return page
    },
  }
  const tally = createTally()
  const input = { url: `ws://127.0.0.1:${port}`, project: undefined, log: silentLog }
  const bridge = createBridge({ ...input, mailbox: counted, clock, tally })
  await expect.poll(() => tally.isBridged?.()).toBe(true)
  const topic = randomTopic()
  bridge.use([topic], 'dapp')
  await expect.poll(() => reads).toBe(1)
  // The bridge hears what the mailbox tells by the hub, and there is none here.
  const draft = { topic, message: 'unheard', isPlain: true, tag: 1108, attestation: undefined, ttl: 300 }
  await publishTo(mailbox, { ...draft, digest: digestOf(draft.message), sender: 'elsewhere' })
  await clock.advance(seconds(10))
  await expect.poll(() => passed).toEqual(['unheard'])
  await bridge.close()
  await mailbox.close()
})

test('[D-44] what was on its way when a topic was left does not overtake what came while nobody was there', async () => {
  const topic = randomTopic()
  const received: unknown[] = []
  const kept: string[] = []
  let hasCome = false
  let answerFirst = () => {}
  const port = await fakeUpstream(({ id, method, params }, socket) => {
    if (!method) return void received.push(id)
    const push = (message: string) => {
      const data = { topic, message, tag: 1108 }
      const frame = { id: message, jsonrpc: '2.0', method: 'irn_subscription', params: { data } }
      socket.send(JSON.stringify(frame))
    }
    const store = (message: string) => {
      kept.push(message)
      push(message)
    }
    const answer = () => socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    // Two messages cross with the two requests of somebody who leaves and comes back.
    if (method === 'irn_batchUnsubscribe' && kept.length === 0) {
      store('one')
      // Its answer comes behind the message.
      socket.once('pong', () => (hasCome = true)).ping()
      answerFirst = answer
      return
    }
    if (kept.length === 1) store('two')
    answerFirst()
    answerFirst = () => {}
    answer()
    if (method === 'irn_batchSubscribe' && params.topics.length > 0)
      for (const message of kept) if (!received.includes(message)) push(message)
  })
  const own = await start(bridged(port))
  await expect.poll(() => isConnected(own)).toBe(true)
  const dapp = await connect(own)
  await dapp.ask('irn_subscribe', { topic })
  await dapp.ask('irn_unsubscribe', { topic })
  await expect.poll(() => hasCome).toBe(true)
  await dapp.ask('irn_subscribe', { topic })
  await dapp.heard(2)
  expect(texts(dapp)).toEqual(['one', 'two'])
  await expect.poll(() => received).toEqual(['one', 'two'])
})

test('[D-44] topics that the upstream refuses do not keep the others from it', async () => {
  const joined: number[] = []
  const port = await fakeUpstream(({ id, method, params }, socket) => {
    if (method !== 'irn_batchSubscribe') return
    joined.push(params.topics.length)
    // Both came one by one; after the connection is lost they come together, in batches.
    if (joined.length === 2) return socket.terminate()
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', error: { code: -32000, message: 'too many' } }))
  })
  const own = await start(bridged(port))
  await expect.poll(() => isConnected(own)).toBe(true)
  const dapp = await connect(own)
  await dapp.ask('irn_batchSubscribe', { topics: Array.from({ length: 500 }, randomTopic) })
  await dapp.ask('irn_subscribe', { topic: randomTopic() })
  await expect.poll(() => joined, { timeout: 10_000 }).toEqual([500, 1, 500, 1])
})

test('[D-44] a client with more topics than its share keeps the bridge from nobody else', async () => {
  const joined = new Set<string>()
  const port = await fakeUpstream(({ id, method, params }, socket) => {
    if (method === 'irn_batchSubscribe') for (const topic of params.topics) joined.add(topic)
    if (method) socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: [] }))
  })
  const own = await start(bridged(port))
  await expect.poll(() => isConnected(own)).toBe(true)
  const [greedy, modest] = [await connect(own), await connect(own)]
  for (let batch = 0; batch < 3; batch++)
    await greedy.ask('irn_batchSubscribe', { topics: Array.from({ length: 500 }, randomTopic) })
  const topic = randomTopic()
  await modest.ask('irn_subscribe', { topic })
  await expect.poll(() => joined.has(topic)).toBe(true)
  expect(joined.size).toBe(1_001)
  expect(await (await own.ask('/metrics')).text()).toContain('relay_bridge_refused_total 500')
})

test('an upstream that refuses the gateway is told in the log, without the token, and stops nobody', async () => {
  const upstream = await startUpstream()
  const recorded = createRecordedLog()
  const own = await start(bridged(upstream.apiPort, { LATCHKEY_RELAY_UPSTREAM_PROJECT: 'stranger' }), {
    log: recorded.log,
  })
  await expect.poll(() => recorded.text()).toContain('the upstream relay refuses the gateway')
  expect(recorded.text()).toContain('Unauthorized: invalid key')
  expect(recorded.text()).not.toMatch(/auth=|eyJ/)
  const [dapp, wallet] = [await connect(own), await connect(own)]
  const topic = randomTopic()
  await wallet.ask('irn_subscribe', { topic })
  await dapp.publish(topic, 'hello')
  await wallet.heard(1)
})

test('[D-44] messages that the upstream refuses hold up no other topic, and rest before they are tried again', async () => {
  const [full, fine] = [randomTopic(), randomTopic()]
  let refused = 0
  const passed: string[] = []
  const port = await fakeUpstream(({ id, method, params }, socket) => {
    const answer = (body: object) => socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...body }))
    if (method !== 'irn_publish') return answer({ result: [] })
    if (params.topic === full) {
      refused++
      return answer({ error: { code: -32000, message: 'full', data: 'MailboxLimitExceeded' } })
    }
    passed.push(String(params.message))
    answer({ result: true })
  })
  const own = await start(bridged(port, { LATCHKEY_RELAY_RATE: '0' }))
  await expect.poll(() => isConnected(own)).toBe(true)
  const [greedy, modest] = [await connect(own), await connect(own)]
  // More than the bridge has on its way at once, from a topic that stays full.
  for (let round = 0; round < 4; round++)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => greedy.publish(full, `never ${round} ${index}`)),
    )
  await modest.publish(fine, 'through')
  await expect.poll(() => passed).toEqual(['through'])
  // What was tried is what was on its way before the first refusal; a topic at rest is not tried.
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThanOrEqual(400)
})

test('[D-44] a message that is at fault for the upstream is not sent again', async () => {
  const asked: string[] = []
  const port = await fakeUpstream(({ id, method, params }, socket) => {
    if (method === 'irn_publish') asked.push(String(params.message))
    const isRefused = params.message === 'wrong'
    const error = { code: -32000, message: 'TTL too long', data: 'TtlTooLong' }
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...(isRefused ? { error } : { result: true }) }))
  })
  const own = await start(bridged(port))
  await expect.poll(() => isConnected(own)).toBe(true)
  const dapp = await connect(own)
  const topic = randomTopic()
  for (const message of ['wrong', 'right']) await dapp.publish(topic, message)
  await expect.poll(() => asked).toEqual(['wrong', 'right'])
  expect(await (await own.ask('/metrics')).text()).toContain('relay_bridged_total{way="refused"} 1')
  // A topic that is level has nothing left to send.
  await dapp.publish(topic, 'last')
  await expect.poll(() => asked).toEqual(['wrong', 'right', 'last'])
})
