import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { silentLog } from '../testing/log.js'
import { createHub } from './hub.js'
import type { Mailbox, Outcome } from './mailbox/mailbox.js'
import { createMethods, subscriptionId } from './methods.js'
import { Outbox } from './outbox.js'
import { createTally } from './tally.js'
import { randomTopic } from './testing/relayClient.js'

/** A mailbox that takes everything and stores nothing until it is told to. */
function createStuckMailbox(): { mailbox: Mailbox; settle(outcome: Outcome): void } {
  const waiting: ((outcome: Outcome) => void)[] = []
  const unused = () => {
    throw new Error('not used here')
  }
  return {
    mailbox: {
      publish: (_, told) => waiting.push(told),
      read: unused,
      receive: unused,
      watch: unused,
      unwatch: unused,
      listen: () => {},
      sweep: unused,
      weigh: unused,
      close: unused,
    },
    settle: (outcome) => waiting.splice(0).forEach((resolve) => resolve(outcome)),
  }
}

test('a mailbox that stands still fills no memory: what is too much is refused, and taken again later', async () => {
  const { mailbox, settle } = createStuckMailbox()
  const tally = createTally()
  const hub = createHub({ mailbox, most: 1, mostInAll: 0, mostPerHolder: 0 })
  const methods = createMethods({ mailbox, hub, tally, skipsAttestation: true })
  const receiver = { client: 'dapp', send: () => 0, canTake: () => true }
  const outbox = new Outbox({ receiver, mailbox, clock: createFakeClock(), log: silentLog })
  const asker = { client: 'dapp', outbox, hasRoom: async () => {} }
  const big = 'x'.repeat(1024 * 1024)
  const publish = async () =>
    methods.ask('irn_publish', { topic: randomTopic(), message: big, ttl: 300, tag: 0 }, asker)
  const taken = Array.from({ length: 64 }, publish)
  await expect(publish()).rejects.toMatchObject({ tag: 'TooManyRequests' })
  settle('stored')
  expect(await Promise.all(taken)).toEqual(Array(64).fill(true))
  const again = publish()
  settle('known')
  expect(await again).toBe(true)
  expect(tally.published).toEqual({ stored: 64, known: 1, full: 0, crowded: 0 })
})

test('pages are read one at a time, and only while there is room to answer', async () => {
  let reading = 0
  let most = 0
  const { mailbox } = createStuckMailbox()
  const read = async () => {
    most = Math.max(most, ++reading)
    await new Promise((resolve) => setImmediate(resolve))
    reading--
    return { letters: [], hasMore: false }
  }
  const stalled = { ...mailbox, read }
  const methods = createMethods({
    mailbox: stalled,
    hub: createHub({ mailbox: stalled, most: 1, mostInAll: 0, mostPerHolder: 0 }),
    tally: createTally(),
    skipsAttestation: true,
  })
  const receiver = { client: 'dapp', send: () => 0, canTake: () => true }
  const outbox = new Outbox({ receiver, mailbox: stalled, clock: createFakeClock(), log: silentLog })
  let makeRoom = () => {}
  const room = new Promise<void>((resolve) => (makeRoom = resolve))
  const asker = { client: 'dapp', outbox, hasRoom: () => room }
  const fetch = () => methods.ask('irn_fetchMessages', { topic: randomTopic() }, asker)
  const pages = Array.from({ length: 5 }, fetch)
  await new Promise((resolve) => setImmediate(resolve))
  expect(most).toBe(0)
  makeRoom()
  expect(await Promise.all(pages)).toEqual(Array(5).fill({ messages: [], hasMore: false }))
  expect(most).toBe(1)
})

test('a large batch of topics lets others come in between', async () => {
  const { mailbox, settle } = createStuckMailbox()
  const open = { ...mailbox, watch: async () => {} }
  const methods = createMethods({
    mailbox: open,
    hub: createHub({ mailbox: open, most: 1, mostInAll: 0, mostPerHolder: 0 }),
    tally: createTally(),
    skipsAttestation: true,
  })
  const receiver = { client: 'dapp', send: () => 0, canTake: () => true }
  const outbox = new Outbox({ receiver, mailbox: open, clock: createFakeClock(), log: silentLog })
  const asker = { client: 'dapp', outbox, hasRoom: async () => {} }
  const topics = Array.from({ length: 500 }, randomTopic)
  const done: string[] = []
  const batch = methods.ask('irn_batchSubscribe', { topics }, asker).then((ids) => {
    done.push('batch')
    return ids
  })
  // The topics are listened to from the beginning: what the client asks next finds them.
  expect(outbox.size).toBe(500)
  await new Promise((resolve) => setImmediate(resolve))
  const message = { topic: randomTopic(), message: 'x', ttl: 300, tag: 0 }
  const publication = methods.ask('irn_publish', message, asker).then(() => done.push('publication'))
  settle('stored')
  await publication
  expect(await batch).toEqual(topics.map((topic) => subscriptionId(topic, 'dapp')))
  expect(done).toEqual(['publication', 'batch'])
})
