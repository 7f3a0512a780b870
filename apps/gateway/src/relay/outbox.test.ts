import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { silentLog } from '../testing/log.js'
import { digestOf, type Letter, type Mailbox } from './mailbox/mailbox.js'
import { Outbox } from './outbox.js'

const topic = 'a'.repeat(64)
const letters = ['one', 'two', 'three'].map((message, index): Letter => {
  const times = { publishedAt: 0, expiresAt: 1_000 }
  const digest = digestOf(message)
  return { topic, message, digest, tag: 1108, attestation: '', sender: 'dapp', seq: index + 1, ...times }
})

const mailbox: Mailbox = {
  publish: async () => 'stored',
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
  outbox.add(topic, 'id')
  await outbox.catchUp()
  expect(sent).toEqual(['one'])
  expect(outbox.isBehind).toBe(true)
  room = 4
  await outbox.catchUp()
  expect(sent).toEqual(['one', 'two', 'three'])
  expect(outbox.isBehind).toBe(false)
})
