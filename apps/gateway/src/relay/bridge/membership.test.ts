/** The bridge with an upstream that refuses what a test tells it to, and a mailbox that is away when it is told to be. */
import { seconds } from '@latchkey/spec/limits'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { copyMigratedDatabase } from '../../testing/database.js'
import { createFakeClock } from '../../testing/fakeClock.js'
import { silentLog } from '../../testing/log.js'
import { Failure, type Mailbox } from '../mailbox/mailbox.js'
import { createPostgresMailbox } from '../mailbox/postgresMailbox.js'
import { createTally } from '../tally.js'
import { createBridgeWorld } from '../testing/bridgeWorld.js'
import { randomTopic } from '../testing/relayClient.js'
import { createBridge } from './bridge.js'

const { relayLike, close } = createBridgeWorld()
afterEach(close)

const [join, leave] = ['irn_batchSubscribe', 'irn_batchUnsubscribe']

async function open() {
  const clock = createFakeClock()
  const upstream = await relayLike()
  const url = await copyMigratedDatabase()
  const kept = createPostgresMailbox({ url, clock, log: silentLog, most: 0 })
  let isAway = false
  const underWay = new Set<Promise<unknown>>()
  const mailbox: Mailbox = {
    ...kept,
    publish(publication, told) {
      if (isAway) return told(new Failure(new Error('the mailbox is away')))
      const stored = new Promise<void>((resolve) =>
        kept.publish(publication, (outcome) => {
          told(outcome)
          resolve()
        }),
      )
      underWay.add(stored)
      void stored.finally(() => underWay.delete(stored))
    },
  }
  const tally = createTally()
  const input = { url: `ws://127.0.0.1:${upstream.port}`, project: undefined, log: silentLog }
  const bridge = createBridge({ ...input, mailbox, clock, tally })
  onTestFinished(async () => {
    await bridge.close()
    await kept.close()
  })
  await expect.poll(() => tally.isBridged?.()).toBe(true)
  return {
    upstream,
    bridge,
    /** The mailbox is away, or takes everything. */
    setAway(away: boolean) {
      isAway = away
    },
    /** Time for one look, and for all that follows from it: the database has a clock of its own. */
    async look() {
      await clock.advance(seconds(5))
      await upstream.settled()
      while (underWay.size > 0) {
        await Promise.all(underWay)
        await upstream.settled()
      }
    },
    asked: (method: string) => upstream.asked.filter((each) => each === method).length,
  }
}

type World = Awaited<ReturnType<typeof open>>

/** A topic in use of which a message has just not been stored. */
async function refuseOne({ upstream, bridge, setAway }: World): Promise<string> {
  const topic = randomTopic()
  bridge.use([topic], 'dapp')
  await expect.poll(() => upstream.joined.has(topic)).toBe(true)
  setAway(true)
  upstream.publish(topic, 'one')
  await upstream.settled()
  setAway(false)
  return topic
}

/** Until it holds, or for five minutes. */
async function lookUntil({ look }: World, isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 60 && !isSo(); round++) await look()
}

test('[D-44] topics that the upstream does not take when they are first used are joined later', async () => {
  const world = await open()
  const { upstream, bridge } = world
  upstream.refuse(join, 2)
  const topic = randomTopic()
  bridge.use([topic], 'dapp')
  upstream.publish(topic, 'one')
  await lookUntil(world, () => upstream.received.length > 0)
  expect(upstream.received).toEqual(['one'])
})

test('[D-44] a topic that the upstream does not take back is not lost, and its messages come in order', async () => {
  const world = await open()
  const { upstream, look, asked } = world
  const topic = await refuseOne(world)
  upstream.refuse(join, 1)
  await look()
  expect([asked(leave), asked(join)]).toEqual([1, 2])
  upstream.publish(topic, 'two')
  await lookUntil(world, () => upstream.received.length > 1)
  expect(upstream.received).toEqual(['one', 'two'])
})

test('[D-44] where the upstream refuses to let go of a topic, nothing overtakes what was refused', async () => {
  const world = await open()
  const { upstream, look } = world
  const topic = await refuseOne(world)
  upstream.refuse(leave, 1)
  await look()
  upstream.publish(topic, 'two')
  await upstream.settled()
  await lookUntil(world, () => upstream.received.length > 1)
  expect(upstream.received).toEqual(['one', 'two'])
})

test('[D-44] who comes back while many topics are being left keeps them all', async () => {
  const { upstream, bridge, asked } = await open()
  const topics = Array.from({ length: 501 }, randomTopic)
  bridge.use(topics, 'dapp')
  await expect.poll(() => upstream.joined.size).toBe(501)
  const release = upstream.hold(leave)
  bridge.disuse(topics)
  await expect.poll(() => asked(leave)).toBe(1)
  bridge.use(topics, 'dapp')
  await upstream.settled()
  release()
  await upstream.settled()
  expect(upstream.joined.size).toBe(501)
})

test('[D-44] an upstream that is slow to answer is not asked the same again meanwhile, and a stop does not wait for it', async () => {
  const world = await open()
  await refuseOne(world)
  world.upstream.hold(leave)
  for (let round = 0; round < 3; round++) await world.look()
  expect(world.asked(leave)).toBe(1)
})

test('[D-44] a topic of which nothing can be stored is tried less and less, is left in between, and comes once it can', async () => {
  const world = await open()
  const { upstream, setAway, look, asked } = world
  const topic = await refuseOne(world)
  setAway(true)
  let joined = 0
  for (let round = 0; round < 60; round++) {
    await look()
    if (upstream.joined.has(topic)) joined++
  }
  // Of five minutes the topic has a look's time for each try, so that others have the upstream's window.
  expect(asked(join)).toBeGreaterThan(4)
  expect(asked(join)).toBeLessThan(9)
  expect(joined).toBeLessThan(8)
  setAway(false)
  upstream.publish(topic, 'two')
  await lookUntil(world, () => upstream.received.length > 1)
  expect(upstream.received).toEqual(['one', 'two'])

  // What goes well for some minutes is tried at once again.
  for (let round = 0; round < 60; round++) await look()
  setAway(true)
  upstream.publish(topic, 'three')
  await upstream.settled()
  setAway(false)
  await look()
  await expect.poll(() => upstream.received).toEqual(['one', 'two', 'three'])
})
