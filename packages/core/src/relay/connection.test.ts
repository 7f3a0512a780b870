/** One connection: opened late, kept over breaks, closed when idle. */
import { relayTimers } from '@latchkey/spec/relay'
import { expect, test } from 'vitest'
import { createFakeClock, settle } from '../testing/createFakeClock.js'
import { createConnection } from './connection.js'
import { createIdentity } from './identity.js'
import { createTestRelay } from './testRelay.js'
import type { Push, RelayStatus } from './transport.js'

const topic = 'ab'.repeat(32)
const publication = { topic, message: 'sealed', ttl: 300, tag: 1, prompt: false }

function setUp() {
  const relay = createTestRelay()
  const clock = createFakeClock({ now: Date.now() })
  const pushes: Push[] = []
  const statuses: RelayStatus[] = []
  const told: (RelayStatus & { readonly at: number })[] = []
  let wake = () => {}
  const connection = createConnection({
    url: 'ws://relay.test/relay',
    projectId: 'a project',
    identity: createIdentity('01'.repeat(32)),
    clock,
    openSocket: relay.openSocket,
    onWake(listener) {
      wake = listener
      return () => {}
    },
    // The whole of every window, so that times can be told.
    random: () => 1,
    onPush: (push) => pushes.push(push),
    onStatus(status) {
      statuses.push(status)
      told.push({ ...status, at: clock.now() })
    },
  })
  return { relay, clock, connection, pushes, statuses, told, wake: () => wake() }
}

test('nobody is dialled before there is something to say, and the line is closed after it', async () => {
  const { relay, connection, statuses } = setUp()
  expect(relay.sockets).toHaveLength(0)
  await connection.publish(publication)
  expect(relay.sockets).toHaveLength(1)
  expect(relay.live).toHaveLength(0)
  expect(statuses.map(({ status }) => status)).toEqual(['connecting', 'connected', 'idle'])
})

test('the relay is told who calls, for which project, and asked to say why it refuses', async () => {
  const { relay, connection } = setUp()
  await connection.publish(publication)
  const { searchParams } = new URL(relay.sockets[0]?.url ?? '')
  expect(Object.fromEntries(searchParams)).toMatchObject({ projectId: 'a project', useOnCloseEvent: 'true' })
  expect(searchParams.get('auth')?.split('.')).toHaveLength(3)
})

test('a break is mended, with every topic subscribed again in one frame', async () => {
  const { relay, clock, connection } = setUp()
  const other = 'cd'.repeat(32)
  await Promise.all([connection.subscribe(topic), connection.subscribe(other)])
  relay.live[0]?.break(1012)
  await clock.advanceAsync(relayTimers.reconnectDelay * 2)
  expect(relay.sockets).toHaveLength(2)
  expect(relay.sockets[1]?.frames).toMatchObject([
    { method: 'irn_batchSubscribe', params: { topics: [topic, other] } },
  ])
})

test('what was asked before a break is asked again, also on a topic that is subscribed', async () => {
  const { relay, clock, connection } = setUp()
  await connection.subscribe(topic)
  relay.live[0]?.break()
  const published = connection.publish(publication)
  await clock.advanceAsync(relayTimers.reconnectDelay * 2)
  await published
  const methods = relay.sockets[1]?.frames.map(({ method }) => method)
  expect(methods).toEqual(['irn_publish', 'irn_batchSubscribe'])
})

test('[D-10] a relay that stays away is told with the time of the next try, in growing steps up to half a minute', async () => {
  const { relay, clock, connection, told } = setUp()
  relay.isUp = false
  connection.subscribe(topic).catch(() => {})
  await clock.advanceAsync(relayTimers.requestTotal * 5)
  const waits = told.flatMap(({ retryAt, at }) => (retryAt === undefined ? [] : [retryAt - at]))
  expect(waits[0]).toBe(relayTimers.reconnectDelay * 4)
  expect(waits.at(-1)).toBe(relayTimers.reconnectDelayMax)
  expect([...waits].sort((a, b) => a - b)).toEqual(waits)
})

test('[D-10] a question that cannot be carried for a minute is given up, with the reason', async () => {
  const { relay, clock, connection } = setUp()
  relay.isUp = false
  const given = expect(connection.publish(publication)).rejects.toMatchObject({ code: 'relay.unreachable' })
  await clock.advanceAsync(relayTimers.requestTotal)
  await given
  expect(clock.pending).toBeLessThanOrEqual(1)
})

test('a line that answers nothing counts as dead, and another is opened', async () => {
  const { relay, clock, connection } = setUp()
  await connection.subscribe(topic)
  relay.isUp = false
  const published = connection.publish(publication)
  await clock.advanceAsync(relayTimers.requestTry)
  relay.isUp = true
  await clock.advanceAsync(relayTimers.reconnectDelay * 2)
  await published
  expect(relay.live).toHaveLength(1)
})

test('[S8-30] a refusal is final: everything ends with it, nothing is tried again, until somebody asks', async () => {
  const { relay, clock, connection, statuses } = setUp()
  await connection.subscribe(topic)
  relay.live[0]?.break(3000, 'Unauthorized: invalid key')
  expect(statuses.at(-1)).toEqual({ status: 'refused', reason: 'Unauthorized: invalid key' })
  await expect(connection.publish(publication)).rejects.toMatchObject({ code: 'relay.refused' })
  await clock.advanceAsync(relayTimers.reconnectDelayMax)
  expect(relay.sockets).toHaveLength(1)
  connection.retry()
  await settle()
  expect(relay.live).toHaveLength(1)
})

test('a relay that has too much to do is left alone for longer', async () => {
  const { relay, clock, connection } = setUp()
  await connection.subscribe(topic)
  relay.live[0]?.break(1013)
  await clock.advanceAsync(relayTimers.backOffDelay)
  expect(relay.live).toHaveLength(0)
  await clock.advanceAsync(relayTimers.backOffDelay)
  expect(relay.live).toHaveLength(1)
})

test('after a sleep the line must show that it is alive, or is replaced', async () => {
  const { relay, clock, connection, wake } = setUp()
  await connection.subscribe(topic)
  relay.isUp = false
  wake()
  await clock.advanceAsync(relayTimers.aliveCheck)
  relay.isUp = true
  await clock.advanceAsync(relayTimers.reconnectDelay * 2)
  expect(relay.sockets).toHaveLength(2)
  expect(relay.live).toHaveLength(1)
})

test.each([
  'no json',
  '{}',
  '[]',
  '{"id":1,"method":"irn_subscription"}',
  '{"id":1,"method":"irn_subscription","params":{"data":{"topic":"short","message":"x"}}}',
  '{"id":1,"method":"other","params":{}}',
  '{"id":{},"result":true}',
])('what is no frame changes nothing: %s', async (data) => {
  const { relay, connection, pushes } = setUp()
  await connection.subscribe(topic)
  const [socket] = relay.live
  socket?.receive(JSON.parse(data === 'no json' ? '"text"' : data))
  await settle()
  expect(pushes).toEqual([])
  expect(socket?.isClosed).toBe(false)
})

test('closing ends the line, the timers and whatever waits', async () => {
  const { relay, clock, connection } = setUp()
  await connection.subscribe(topic)
  relay.isUp = false
  const given = expect(connection.publish(publication)).rejects.toMatchObject({
    code: 'relay.not-initialized',
  })
  connection.close()
  await given
  expect(relay.live).toHaveLength(0)
  expect(clock.pending).toBe(0)
})
