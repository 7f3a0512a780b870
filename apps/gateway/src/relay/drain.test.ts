import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Project } from '../store/projects.js'
import { createMigratedDatabase } from '../testing/database.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { silentLog } from '../testing/log.js'
import { startTestGateway } from '../testing/startTestGateway.js'
import { createPostgresMailbox } from './mailbox/postgresMailbox.js'
import { createRelay } from './relay.js'
import { createTally } from './tally.js'
import { connectClient, createClient, randomTopic, relayUrl } from './testing/relayClient.js'

test('[D-40] a gateway that stops answers what has arrived, then sends its clients elsewhere one by one', async () => {
  const clock = createFakeClock(Date.now())
  const gateway = await startTestGateway({ LATCHKEY_RELAY_RATE: '0' }, { clock })
  const { apiPort: port } = gateway
  const clients = await Promise.all(Array.from({ length: 10 }, () => connectClient({ port })))
  const topic = randomTopic()
  // All are on their way when the gateway is told to stop.
  const answers = clients.map((client, index) => client.publish(topic, `from ${index}`))
  await expect.poll(() => clients.every(({ socket }) => socket.bufferedAmount === 0)).toBe(true)
  const stopped = gateway.stop()
  const refused = createClient({ port })
  expect((await refused.closed).code).toBe(1006)
  const closed = { count: 0 }
  for (const client of clients) void client.closed.then(() => closed.count++)
  await clock.advance(0)
  await expect.poll(() => closed.count).toBe(1)
  await clock.advance(10)
  await expect.poll(() => closed.count).toBe(6)
  await clock.advance(10)
  const ends = await Promise.all(clients.map((client) => client.closed))
  expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([4010]))
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ result: true })
  await stopped
})

test('a client that does not leave is cut at the deadline, and by a second request to stop', async () => {
  for (const isHurried of [false, true]) {
    const clock = createFakeClock(Date.now())
    const gateway = await startTestGateway({}, { clock })
    const client = await connectClient({ port: gateway.apiPort })
    client.socket.pause()
    const stopped = gateway.stop()
    await clock.advance(0)
    if (isHurried) void gateway.stop()
    else await clock.advance(10_000)
    await stopped
    client.socket.resume()
    await client.closed
  }
})

test('a client whose project is still looked up when the gateway begins to stop is not let in', async () => {
  const clock = createFakeClock(Date.now())
  const { url, db } = await createMigratedDatabase()
  let find = (_: Project): void => {}
  const looked = new Promise<Project>((resolve) => {
    find = resolve
  })
  const relay = createRelay({
    mailbox: createPostgresMailbox({ url, clock, log: silentLog, most: 0 }),
    projects: { find: () => looked, declare: async () => {} },
    clock,
    log: silentLog,
    tally: createTally(),
    settings: {
      audiences: [],
      sockets: 10,
      socketsPerAddress: 10,
      topics: 0,
      topicsPerAddress: 0,
      rate: 0,
      skipsAttestation: true,
    },
    bridge: undefined,
  })
  const socket = new Socket()
  const request = new IncomingMessage(socket)
  const target = new URL(relayUrl({ port: 5000, now: clock.now() }))
  request.url = target.pathname + target.search
  const upgrade = { request, socket, head: Buffer.alloc(0), url: target, ip: '203.0.113.1', requestId: 'r' }
  const taken = relay.upgrade(upgrade)
  const drained = relay.drain(1_000)
  find({ id: 'shop', name: 'Shop', allowedOrigins: [], isOpen: true, features: {}, quotas: {} })
  await expect(taken).rejects.toMatchObject({ status: 503 })
  socket.destroy()
  await drained
  await relay.close()
  await db.close()
})

test('a process without the role serves no relay', async () => {
  const gateway = await startTestGateway({ LATCHKEY_ROLES: 'api' })
  expect((await createClient({ port: gateway.apiPort }).closed).code).toBe(1006)
  await gateway.stop()
})
