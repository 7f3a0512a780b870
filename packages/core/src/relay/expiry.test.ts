/** Topics that are asked when there is no session: expired, left, unknown or none at all (S8-17). */
import { days, seconds } from '@latchkey/spec/limits'
import { signBounds, signErrors } from '@latchkey/spec/relay'
import { expect, test } from 'vitest'
import { createFakeClock, settle } from '../testing/createFakeClock.js'
import { createFakeStorage } from '../testing/createFakeStorage.js'
import { openClient } from './openClient.js'
import type { SignEvent } from './signEvent.js'
import { createTestRelay } from './testRelay.js'
import { connectWallet } from './testWallet.js'

const silent = () => {}

/** A page whose timers may come late, as after a sleep. */
function setUp() {
  const relay = createTestRelay()
  const clock = createFakeClock({ now: Date.now() })
  const slept = { ms: 0 }
  const client = openClient({
    url: 'ws://relay.test/relay',
    storage: createFakeStorage(),
    clock: { now: () => clock.now() + slept.ms, after: clock.after },
    log: { info: silent, warn: silent, error: silent },
    metadata: { name: 'Page', description: '', url: 'https://page.test', icons: [] },
    environment: { openSocket: relay.openSocket, onWake: () => silent },
  })
  const events: SignEvent[] = []
  client.subscribe((event) => events.push(event))
  return { relay, clock, slept, client, events }
}

type World = ReturnType<typeof setUp>

async function connect(world: World) {
  const { wallet, session } = await connectWallet(world.client, world)
  return { wallet, topic: session.topic }
}

const ask = ({ client }: World, topic: string) =>
  client.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [] })

const refusal = (world: World, topic: string) => ask(world, topic).catch((cause: unknown) => cause)

test('[S8-17] a session ends with its age, tells it, and answers no more', async () => {
  const world = setUp()
  const { topic } = await connect(world)
  await world.clock.advanceAsync(days(7))
  expect(world.events.at(-1)).toMatchObject({ type: 'deleted', topic })
  const expired = { code: 'topic.expired', message: `The topic ${topic} has expired` }
  expect(await refusal(world, topic)).toMatchObject(expired)
  await expect(world.client.ping(topic)).rejects.toMatchObject(expired)
  await expect(world.client.disconnect(topic)).rejects.toMatchObject(expired)
  expect(world.relay.live).toHaveLength(0)
  expect(world.clock.pending).toBe(0)
})

test('[S8-17] a request that waits ends with its session', async () => {
  const world = setUp()
  const { topic } = await connect(world)
  await world.clock.advanceAsync(days(7) - seconds(1))
  const given = expect(ask(world, topic)).rejects.toMatchObject({ code: 'topic.expired' })
  await world.clock.advanceAsync(seconds(1))
  await given
})

test('[S8-17] after a sleep a session has expired before its timer says so', async () => {
  const world = setUp()
  const { topic } = await connect(world)
  world.slept.ms = days(7)
  expect(await refusal(world, topic)).toMatchObject({ code: 'topic.expired' })
  expect(world.events.at(-1)).toMatchObject({ type: 'settled' })
})

test('[S8-17] of many sessions that expired the latest are remembered', async () => {
  const world = setUp()
  const topics: string[] = []
  for (let i = 0; i <= signBounds.sessions; i += 1) {
    topics.push((await connect(world)).topic)
    await world.clock.advanceAsync(days(7))
  }
  const [oldest, ...others] = await Promise.all(topics.map((topic) => refusal(world, topic)))
  expect(oldest).toMatchObject({ code: 'topic.no-key' })
  for (const other of others) expect(other).toMatchObject({ code: 'topic.expired' })
})

test('[S8-17] a topic that nobody has, or that was left from either end, has no key', async () => {
  const world = setUp()
  const first = await connect(world)
  const stranger = 'ab'.repeat(32)
  expect(await refusal(world, stranger)).toMatchObject({
    code: 'topic.no-key',
    message: `No matching key for topic ${stranger}`,
  })
  first.wallet.ask('wc_sessionDelete', { code: signErrors.userDisconnected, message: 'Bye' })
  await settle()
  const second = await connect(world)
  await world.client.disconnect(second.topic)
  // Still so when its time would have been over.
  await world.clock.advanceAsync(days(7))
  for (const { topic } of [first, second]) {
    expect(await refusal(world, topic)).toMatchObject({ code: 'topic.no-key' })
  }
})

test.each(['', 'short', 'AB'.repeat(32), `${'ab'.repeat(32)}0`, `0x${'ab'.repeat(31)}`])(
  '[S8-17] what is no topic is refused as one: "%s"',
  async (topic) => {
    expect(await refusal(setUp(), topic)).toMatchObject({
      code: 'topic.invalid',
      message: `The topic is missing or invalid: ${topic}`,
    })
  },
)
