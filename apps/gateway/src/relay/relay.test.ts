import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import {
  type ConnectOptions,
  connectClient,
  nextId,
  type RelayClient,
  randomTopic,
} from './testing/relayClient.js'

let gateway: TestGateway
const open: RelayClient[] = []
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.leave()))
})
afterAll(() => gateway.stop())

async function connect(options: Partial<ConnectOptions> = {}): Promise<RelayClient> {
  const client = await connectClient({ port: gateway.apiPort, ...options })
  open.push(client)
  return client
}

const texts = ({ pushes }: RelayClient) => pushes.map(({ data }) => data.message)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('[D-41] a message reaches a subscriber, and the publisher is told', async () => {
  const [dapp, wallet] = [await connect(), await connect()]
  const topic = randomTopic()
  expect(await wallet.ask('irn_subscribe', { topic })).toMatchObject({
    result: sha256(topic + wallet.identity.did),
  })
  expect(await dapp.publish(topic, 'hello')).toMatchObject({ result: true })
  const [push] = await wallet.heard(1)
  expect(push?.subscription).toBe(sha256(topic + wallet.identity.did))
  expect(push?.data).toEqual({
    topic,
    message: 'hello',
    tag: 1108,
    attestation: '',
    publishedAt: expect.any(Number),
  })
  expect(Number.isSafeInteger(push?.id)).toBe(true)
})

test('a client away while something is sent for it gets it when it subscribes, in order, after the answer', async () => {
  const dapp = await connect()
  const topic = randomTopic()
  for (const message of ['one', 'two', 'three']) await dapp.publish(topic, message)
  const wallet = await connect()
  await wallet.ask('irn_subscribe', { topic })
  expect(wallet.frames[0]).toContain('"result"')
  await wallet.heard(3)
  expect(texts(wallet)).toEqual(['one', 'two', 'three'])
})

test('what waits on the topics of a large batch comes after its answer, whatever is answered meanwhile', async () => {
  const [dapp, wallet] = [await connect(), await connect()]
  const topics = Array.from({ length: 500 }, randomTopic)
  await dapp.publish(topics[0] ?? '', 'waiting')
  const asked = [
    ['irn_batchSubscribe', { topics }] as const,
    ['irn_subscribe', { topic: randomTopic() }] as const,
  ]
  const [batch] = await Promise.all(asked.map(([method, params]) => wallet.ask(method, params)))
  expect(batch?.result).toHaveLength(500)
  await wallet.heard(1)
  const place = (part: string) => wallet.frames.findIndex((frame) => frame.includes(part))
  expect(place('irn_subscription')).toBeGreaterThan(place('"result":['))
})

test('what a client has acknowledged does not come again, and what it has not does', async () => {
  const dapp = await connect()
  const topic = randomTopic()
  await dapp.publish(topic, 'one')
  const first = await connect()
  await first.ask('irn_subscribe', { topic })
  await first.heard(1)
  await first.leave()
  const { identity } = first
  const silent = await connect({ identity, acknowledges: false })
  await silent.ask('irn_subscribe', { topic })
  await dapp.publish(topic, 'two')
  await silent.heard(1)
  await silent.leave()
  const last = await connect({ identity })
  await last.ask('irn_subscribe', { topic })
  await last.heard(1)
  await dapp.publish(topic, 'three')
  await last.heard(2)
  expect([texts(first), texts(silent), texts(last)]).toEqual([['one'], ['two'], ['two', 'three']])
})

test('a second wallet that scans the same code gets what the first has received already', async () => {
  const dapp = await connect()
  const topic = randomTopic()
  await dapp.publish(topic, 'proposal')
  for (const wallet of [await connect(), await connect()]) {
    await wallet.ask('irn_subscribe', { topic })
    await wallet.heard(1)
    expect(texts(wallet)).toEqual(['proposal'])
    await wallet.leave()
  }
})

test('two tabs of one client both get a message, and neither gets its own', async () => {
  const dapp = await connect()
  const one = await connect()
  const two = await connect({ identity: one.identity })
  const topic = randomTopic()
  for (const tab of [one, two]) await tab.ask('irn_subscribe', { topic })
  await one.publish(topic, 'from the tabs')
  await dapp.publish(topic, 'for the tabs')
  await Promise.all([one.heard(1), two.heard(1)])
  expect([texts(one), texts(two)]).toEqual([['for the tabs'], ['for the tabs']])
})

test('a message that is published again is answered again and delivered once', async () => {
  const [dapp, wallet] = [await connect(), await connect()]
  const topic = randomTopic()
  await wallet.ask('irn_subscribe', { topic })
  expect(await dapp.publish(topic, 'hello')).toMatchObject({ result: true })
  expect(await dapp.publish(topic, 'hello')).toMatchObject({ result: true })
  const both = [dapp.publish(topic, 'twice'), dapp.publish(topic, 'twice')]
  for (const answer of await Promise.all(both)) expect(answer).toMatchObject({ result: true })
  await dapp.publish(topic, 'end')
  await wallet.heard(3)
  expect(texts(wallet)).toEqual(['hello', 'twice', 'end'])
})

test('many messages at once keep their order', async () => {
  const [dapp, wallet] = [await connect(), await connect()]
  const topic = randomTopic()
  await wallet.ask('irn_subscribe', { topic })
  const sent = Array.from({ length: 300 }, (_, index) => `message ${index}`)
  await Promise.all(sent.map((message) => dapp.publish(topic, message)))
  await wallet.heard(sent.length)
  expect(texts(wallet)).toEqual(sent)
})

test('an unsubscribed client hears nothing more', async () => {
  const [dapp, wallet] = [await connect(), await connect()]
  const [left, kept] = [randomTopic(), randomTopic()]
  await wallet.ask('irn_batchSubscribe', { topics: [left, kept] })
  expect(await wallet.ask('irn_unsubscribe', { topic: left, id: 'any' })).toMatchObject({ result: true })
  await dapp.publish(left, 'lost')
  await dapp.publish(kept, 'heard')
  await wallet.heard(1)
  expect(texts(wallet)).toEqual(['heard'])
  const subscriptions = [{ topic: kept, id: 'any' }]
  expect(await wallet.ask('irn_batchUnsubscribe', { subscriptions })).toMatchObject({ result: true })
})

test('batches subscribe, publish, fetch and acknowledge', async () => {
  const [dapp, wallet] = [await connect(), await connect()]
  const topics = [randomTopic(), randomTopic()]
  const messages = topics.map((topic, index) => ({ topic, message: `to ${index}`, ttl: 300, tag: 1 }))
  expect(await dapp.ask('irn_batchPublish', { messages })).toMatchObject({ result: true })
  const page = await wallet.ask('irn_batchFetchMessages', { topics })
  expect(page.result).toMatchObject({ hasMore: false, messages: [{ message: 'to 0' }, { message: 'to 1' }] })
  const receipts = [{ topic: topics[0], messageId: sha256('to 0') }]
  expect(await wallet.ask('irn_batchReceive', { receipts })).toMatchObject({ result: true })
  const rest = await wallet.ask('irn_fetchMessages', { topic: topics[0] })
  expect(rest.result).toEqual({ messages: [], hasMore: false })
  const ids = topics.map((topic) => sha256(topic + wallet.identity.did))
  expect((await wallet.ask('irn_batchSubscribe', { topics })).result).toEqual(ids)
  const blocking = await wallet.ask('irn_batchSubscribeBlocking', { topics })
  expect(blocking.result).toEqual(ids.map((id) => ({ id })))
  await wallet.heard(1)
  expect(texts(wallet)).toEqual(['to 1'])
})

test('a proposal subscribes its sender, and its approval has the settlement wait before the answer arrives', async () => {
  const [dapp, wallet] = [await connect(), await connect()]
  const [pairingTopic, sessionTopic] = [randomTopic(), randomTopic()]
  const proposal = { pairingTopic, sessionProposal: 'proposal', attestation: '', correlationId: 1 }
  expect(await dapp.ask('wc_proposeSession', proposal)).toMatchObject({ result: true })
  await wallet.ask('irn_subscribe', { topic: pairingTopic })
  await wallet.heard(1)
  const approval = {
    pairingTopic,
    sessionTopic,
    sessionProposalResponse: 'response',
    sessionSettlementRequest: 'settlement',
    approvedAccounts: ['eip155:1:0xsecret'],
  }
  expect(await wallet.ask('wc_approveSession', approval)).toMatchObject({ result: true })
  await dapp.heard(1)
  const waiting = await dapp.ask('irn_fetchMessages', { topic: sessionTopic })
  expect(waiting.result).toMatchObject({ messages: [{ message: 'settlement', tag: 1102 }] })
  expect([dapp.pushes[0]?.data, wallet.pushes[0]?.data]).toMatchObject([
    { message: 'response', tag: 1101 },
    { message: 'proposal', tag: 1100 },
  ])
  await dapp.publish(sessionTopic, 'request')
  await wallet.heard(2)
  expect(texts(wallet)).toEqual(['proposal', 'request'])
})

test.each(['irn', 'iridium', 'waku'])('the methods are known by their %s names', async (prefix) => {
  const wallet = await connect()
  expect(await wallet.ask(`${prefix}_subscribe`, { topic: randomTopic() })).toHaveProperty('result')
})

test('ids of nineteen digits come back as they were written, numbers as numbers and texts as texts', async () => {
  const client = await connect()
  for (const id of [nextId(), `"${nextId()}"`]) {
    const answer = await client.say(
      `{"method":"irn_unsubscribe","params":{"topic":"${randomTopic()}"},"jsonrpc":"2.0","id":${id}}`,
    )
    expect(answer).toBe(`{"id":${id},"jsonrpc":"2.0","result":true}`)
  }
})

test('what clients say beside their messages in clear is neither kept nor passed on', async () => {
  const [dapp, wallet] = [await connect(), await connect()]
  const topic = randomTopic()
  await dapp.publish(topic, 'sealed', {
    tvf: { chainId: 'secret' },
    correlationId: 1,
    rpcMethods: ['secret'],
  })
  await wallet.ask('irn_subscribe', { topic })
  await wallet.heard(1)
  expect(wallet.frames.join()).not.toContain('secret')
})

const fine = { topic: randomTopic(), message: 'm', ttl: 300, tag: 0 }
const many = (count: number) => Array.from({ length: count }, randomTopic)

test.each<[string, string, unknown, string, number]>([
  ['a method of nobody', 'irn_frobnicate', {}, 'InvalidMethod', -32600],
  ['a method of the relay', 'irn_subscription', {}, 'InvalidMethod', -32600],
  ['a webhook', 'irn_watchRegister', {}, 'InvalidMethod', -32600],
  ['a topic in capitals', 'irn_subscribe', { topic: 'A'.repeat(64) }, 'InvalidTopic', -32600],
  ['one bad topic of many', 'irn_batchSubscribe', { topics: [randomTopic(), 'x'] }, 'InvalidTopic', -32600],
  ['no params', 'irn_subscribe', undefined, 'InvalidParams', -32600],
  ['no message', 'irn_publish', { ...fine, message: undefined }, 'InvalidParams', -32600],
  [
    'a message that no database keeps',
    'irn_publish',
    { ...fine, message: 'a\u0000b' },
    'InvalidParams',
    -32600,
  ],
  ['half a character', 'irn_publish', { ...fine, message: '\ud800' }, 'InvalidParams', -32600],
  ['an empty batch', 'irn_batchSubscribe', { topics: [] }, 'BatchEmpty', -32600],
  ['a batch too long', 'irn_batchSubscribe', { topics: many(501) }, 'BatchLimitExceeded', -32600],
  ['no time to live', 'irn_publish', { ...fine, ttl: 0 }, 'TtlTooShort', -32000],
  ['a life too long', 'irn_publish', { ...fine, ttl: 2_592_001 }, 'TtlTooLong', -32000],
])('%s is refused by name', async (_, method, params, data, code) => {
  const client = await connect()
  const { error } = await client.ask(method, params)
  expect(error).toMatchObject({ code, data })
  expect(error?.message).toMatch(/^(Invalid payload|Request handler error): /)
})

test.each([
  ['no JSON', '{', 'null', 'Serialization'],
  ['a list', '[]', 'null', 'Serialization'],
  [
    'another version',
    '{"id":1731700000123456789,"method":"x","jsonrpc":"1.0"}',
    '1731700000123456789',
    'InvalidJsonRpcVersion',
  ],
  ['a small id', '{"id":7,"method":"x","jsonrpc":"2.0"}', '7', 'InvalidRequestId'],
  ['no id', '{"method":"x","jsonrpc":"2.0"}', 'null', 'InvalidRequestId'],
])('a frame with %s is refused by name', async (_, text, id, tag) => {
  const client = await connect()
  expect(await client.say(text)).toMatch(new RegExp(`^\\{"id":${id},.*"data":"${tag}"`))
})

test('a topic keeps 500 messages that nobody has received, and makes room for more once somebody has', async () => {
  const [dapp, wallet] = [await connect(), await connect()]
  const topic = randomTopic()
  const messages = Array.from({ length: 500 }, (_, index) => ({
    topic,
    message: `m${index}`,
    ttl: 300,
    tag: 0,
  }))
  expect(await dapp.ask('irn_batchPublish', { messages })).toMatchObject({ result: true })
  expect((await dapp.publish(topic, 'more')).error).toMatchObject({
    code: -32000,
    data: 'MailboxLimitExceeded',
  })
  // What is kept already is known, however full the topic is.
  expect(await dapp.publish(topic, 'm7')).toMatchObject({ result: true })
  await wallet.ask('irn_subscribe', { topic })
  await wallet.heard(500)
  await wallet.ask('irn_fetchMessages', { topic })
  expect(await dapp.publish(topic, 'more')).toMatchObject({ result: true })
  await wallet.heard(501)
  expect(texts(wallet)).toEqual([...messages.map(({ message }) => message), 'more'])
})

test('a topic keeps a mebibyte that nobody has received', async () => {
  const dapp = await connect()
  const topic = randomTopic()
  const big = 'x'.repeat(600 * 1024)
  expect(await dapp.publish(topic, big)).toMatchObject({ result: true })
  expect((await dapp.publish(topic, `${big}y`)).error).toMatchObject({ data: 'MailboxLimitExceeded' })
})
