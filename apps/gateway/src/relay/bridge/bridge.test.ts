import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SettingName } from '../../config/settings.js'
import { systemClock } from '../../ports/clock.js'
import { copyMigratedDatabase, createDatabase } from '../../testing/database.js'
import { createFakeClock } from '../../testing/fakeClock.js'
import { createRecordedLog, silentLog } from '../../testing/log.js'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.js'
import { digestOf } from '../mailbox/mailbox.js'
import { createPostgresMailbox } from '../mailbox/postgresMailbox.js'
import { createTally } from '../tally.js'
import { connectClient, type RelayClient, randomTopic } from '../testing/relayClient.js'
import { createBridge } from './bridge.js'

const gateways: TestGateway[] = []
const clients: RelayClient[] = []
const fakes: WebSocketServer[] = []
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate()
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()))
  for (const server of fakes.splice(0)) server.close()
})

async function start(environment: Partial<Record<SettingName, string>> = {}, log = createRecordedLog().log) {
  const gateway = await startTestGateway(environment, { log })
  gateways.push(gateway)
  return gateway
}

/** A second relay of ours in the upstream’s part, which wants to know who comes. */
function startUpstream(port = 0): Promise<TestGateway> {
  const projects = [
    { id: 'gateway', name: 'A gateway' },
    { id: 'wallet', name: 'A wallet' },
  ]
  return start({
    LATCHKEY_GATEWAY_PORT: String(port),
    LATCHKEY_LOCAL: '0',
    LATCHKEY_PROJECTS: JSON.stringify(projects),
  })
}

const bridged = (port: number, more: Partial<Record<SettingName, string>> = {}) => ({
  LATCHKEY_RELAY_UPSTREAM: `ws://127.0.0.1:${port}/relay`,
  LATCHKEY_RELAY_UPSTREAM_PROJECT: 'gateway',
  ...more,
})

async function connect(gateway: TestGateway): Promise<RelayClient> {
  const client = await connectClient({ port: gateway.apiPort, query: { projectId: 'wallet' } })
  clients.push(client)
  return client
}

async function isConnected(gateway: TestGateway): Promise<boolean> {
  return (await (await gateway.ask('/metrics')).text()).includes('relay_bridge_connected 1')
}

const texts = ({ pushes }: RelayClient) => pushes.map(({ data }) => data.message)

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
  gateways.splice(gateways.indexOf(first), 1)
  await first.stop()
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
  gateways.splice(gateways.indexOf(cut), 1)
  await cut.stop()
  const upstream = await startUpstream()
  const own = await start(bridged(upstream.apiPort, { DATABASE_URL }))
  const [back, wallet] = [await connect(own), await connect(upstream)]
  await wallet.ask('irn_subscribe', { topic })
  await back.ask('irn_subscribe', { topic })
  await wallet.heard(1)
  expect(texts(wallet)).toEqual(['before'])
})

interface Asked {
  readonly id: unknown
  readonly method?: string
  readonly params: { readonly topics: readonly string[]; readonly topic?: string; readonly message?: string }
}

/** An upstream that answers as it is told. */
async function fakeUpstream(hear: (asked: Asked, socket: WebSocket) => void): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  fakes.push(server)
  server.on('connection', (socket) => {
    socket.on('message', (data) => hear(JSON.parse(String(data)), socket))
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // it listens on TCP
}

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

test('[D-44] a message of the upstream that finds the mailbox full is not acknowledged, and arrives once there is room', async () => {
  const clock = createFakeClock()
  const url = await copyMigratedDatabase()
  const mailbox = createPostgresMailbox({ url, clock, log: silentLog, most: 2_500 })
  const [topic, other] = [randomTopic(), randomTopic()]
  const publication = { message: 'x'.repeat(1_000), isPlain: true, tag: 0, attestation: undefined, ttl: 1 }
  const digest = digestOf(publication.message)
  expect(await mailbox.publish({ ...publication, topic: other, digest, sender: 'filler' })).toBe('stored')

  const receipts: unknown[] = []
  let push = (_: number, __: string) => {}
  const port = await fakeUpstream(({ id, method, params }, socket) => {
    if (!method) return void receipts.push(id)
    push = (name, message) => {
      const data = { topic: params.topics[0], message, tag: 1108 }
      socket.send(JSON.stringify({ id: name, jsonrpc: '2.0', method: 'irn_subscription', params: { data } }))
    }
    push(1, 'y'.repeat(1_000))
  })
  const tally = createTally()
  const upstream = { url: `ws://127.0.0.1:${port}`, project: undefined }
  const bridge = createBridge({ ...upstream, mailbox, clock: systemClock, log: silentLog, tally })
  bridge.use([topic], 'dapp')
  const question = { client: 'dapp', topics: [{ topic, after: 0 }], limit: 10 }
  const messages = async () => (await mailbox.read(question)).letters.map(({ message }) => message)
  // A message that fits is kept after the one that does not, so that one has had its answer.
  await expect.poll(() => (push(2, 'small'), receipts)).toContain(2)
  expect(receipts).not.toContain(1)
  expect(await messages()).toEqual(['small'])

  await clock.advance(1_000)
  await mailbox.sweep()
  await mailbox.weigh()
  push(3, 'y'.repeat(1_000))
  await expect.poll(() => receipts).toContain(3)
  expect(await messages()).toEqual(['small', 'y'.repeat(1_000)])
  expect(tally.bridged.down).toBe(2)
  await bridge.close()
  await mailbox.close()
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
  const own = await start(
    bridged(upstream.apiPort, { LATCHKEY_RELAY_UPSTREAM_PROJECT: 'stranger' }),
    recorded.log,
  )
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
