import { relayBounds } from '@latchkey/spec/relay'
import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { silentLog } from '../testing/log.js'
import { digestOf, type Letter, type Mailbox } from './mailbox/mailbox.js'
import { Outbox } from './outbox.js'

const topic = 'a'.repeat(64)
const letters = ['one', 'two', 'three'].map((message, index): Letter => {
  const times = { publishedAt: 0, expiresAt: 1_000 }
  const digest = digestOf(message)
  const said = { tag: 1108, attestation: '', sender: 'dapp', isPlain: true }
  return { topic, message, digest, ...said, seq: index + 1, ...times }
})

const mailbox: Mailbox = {
  publish: (_, told) => told('stored'),
  read: async ({ topics: [asked] }) => ({
    letters: letters.filter(({ seq }) => seq > (asked?.after ?? 0)),
    hasMore: false,
  }),
  receive: () => {},
  watch: async () => {},
  unwatch: () => {},
  listen: () => {},
  sweep: async () => 0,
  weigh: async () => ({ bytes: 0 }),
  close: async () => {},
}

test('of a page, a receiver gets as much as it can take, and the rest when it can take more', async () => {
  const sent: string[] = []
  let room = 1
  const outbox = new Outbox({
    mailbox,
    clock: createFakeClock(),
    log: silentLog,
    receiver: {
      client: 'wallet',
      canTake: () => sent.length < room,
      send: ({ message }) => sent.push(message),
    },
  })
  outbox.add(topic)
  await outbox.catchUp()
  expect(sent).toEqual(['one'])
  expect(outbox.isBehind).toBe(true)
  room = 4
  await outbox.catchUp()
  expect(sent).toEqual(['one', 'two', 'three'])
  expect(outbox.isBehind).toBe(false)
})

/** An outbox whose reads of the mailbox end when they are told to, with what was there when they began. */
function slowly() {
  const clock = createFakeClock()
  const sent: string[] = []
  const reads: (() => Promise<void>)[] = []
  const outbox = new Outbox({
    mailbox: {
      ...mailbox,
      read: (input) =>
        new Promise((resolve) => {
          reads.push(async () => {
            resolve(await mailbox.read(input))
            await clock.advance(0)
          })
        }),
    },
    clock,
    log: silentLog,
    receiver: { client: 'wallet', canTake: () => true, send: ({ message }) => sent.push(message) },
  })
  return {
    outbox,
    clock,
    sent,
    /** Ends the reads that have begun, and those that begin because of them. */
    async read() {
      for (let end = reads.shift(); end; end = reads.shift()) await end()
    },
    /** Ends one. */
    readOnce: async () => reads.shift()?.(),
  }
}

const fallingBack: Record<string, (outbox: Outbox) => void> = {
  'are due again': (outbox) => outbox.repeat(),
  'are all sent anew': (outbox) => outbox.rewind(),
}

for (const [what, fallBack] of Object.entries(fallingBack))
  test(`messages that ${what} while the mailbox is being read are sent`, async () => {
    const { outbox, clock, sent, read, readOnce } = slowly()
    outbox.add(topic)
    void outbox.catchUp()
    // Told of by another process while the first read is under way: it is read once more.
    outbox.poke(topic)
    await readOnce()
    expect(sent).toEqual(['one', 'two', 'three'])
    await clock.advance(relayBounds.redeliverAfter)
    fallBack(outbox)
    await read()
    expect(sent).toEqual(['one', 'two', 'three', 'one', 'two', 'three'])
    expect(outbox.isBehind).toBe(false)
  })

test('what is stored while the mailbox is being read and stands in the page is not read once more', async () => {
  const { outbox, sent, readOnce } = slowly()
  const [, , third] = letters
  if (!third) throw new Error('there are three')
  outbox.add(topic)
  void outbox.catchUp()
  outbox.offer(third)
  await readOnce()
  expect(sent).toEqual(['one', 'two', 'three'])
  expect(outbox.isBehind).toBe(false)
  // What does not stand in it is.
  outbox.reread()
  outbox.offer({ ...third, seq: 4, message: 'four' })
  await readOnce()
  expect(outbox.isBehind).toBe(true)
  await readOnce()
  expect(outbox.isBehind).toBe(false)
})

test('what is read for a subscription that was begun anew meanwhile is not taken for its first', async () => {
  const { outbox, sent, read } = slowly()
  outbox.add(topic)
  void outbox.catchUp()
  await read()
  outbox.reread()
  outbox.rewind()
  await read()
  expect(sent).toEqual(['one', 'two', 'three', 'one', 'two', 'three'])
})

test('of many topics so many are read at a time', async () => {
  const asked: number[] = []
  const outbox = new Outbox({
    mailbox: {
      ...mailbox,
      async read({ topics }) {
        asked.push(topics.length)
        return { letters: [], hasMore: false }
      },
    },
    clock: createFakeClock(),
    log: silentLog,
    receiver: { client: 'wallet', canTake: () => true, send: () => 0 },
  })
  for (let n = 0; n < 250; n++) outbox.add(String(n))
  await outbox.catchUp()
  expect(asked).toEqual([100, 100, 50])
  expect(outbox.isBehind).toBe(false)
})
