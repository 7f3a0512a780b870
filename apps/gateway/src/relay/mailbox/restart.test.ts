/** What a process finds that starts, or takes over, where others have written and let go of things before. */
import { expect, test } from 'vitest'
import { randomTopic } from '../testing/relayClient.js'
import { openWriters } from '../testing/writers.js'
import { digestOf, publishTo } from './mailbox.js'

const writers = openWriters()
const { letter } = writers

test('messages with different lives that came at once are read in their order after a restart, page by page', async () => {
  const before = writers.open()
  const topic = randomTopic()
  const sent = Array.from({ length: 200 }, (_, n) => letter(topic, `m${n}`, { ttl: n % 2 ? 300 : 3_600 }))
  await Promise.all(sent.map((one) => publishTo(before.writer, one)))
  const after = writers.open()
  await after.writer.loaded()
  const read: number[] = []
  for (let hasMore = true; hasMore; ) {
    const page = after.waiting(topic, { after: read.at(-1) ?? 0, limit: 64 })
    read.push(...page.kept.map(({ seq }) => seq))
    hasMore = page.hasMore
  }
  expect(read).toHaveLength(200)
  expect(read).toEqual(before.places(topic))
})

test('what expired while nobody ran leaves the table with the next that is published', async () => {
  for (let round = 0; round < 3; round++) {
    const { writer } = writers.open()
    await publishTo(writer, letter(randomTopic(), `m${round}`))
    await writer.erase()
    await writer.close()
    expect(await writers.rows()).toBe(1)
    await writers.clock.advance(3_600_000)
  }
})

test('what was received and made room for others does not come back, nor stands in the way, while others on its page stay', async () => {
  const before = writers.open()
  const topic = randomTopic()
  for (let from = 0; from < 1_200; from += 50) {
    const all = Array.from({ length: 50 }, (_, n) => publishTo(before.writer, letter(topic, `m${from + n}`)))
    // Nobody ever receives it.
    await Promise.all([publishTo(before.writer, letter(randomTopic(), `stays ${from}`)), ...all])
    for (let n = from; n < from + 50; n++)
      before.writer.receive({ topic, digest: digestOf(`m${n}`), client: 'wallet' })
  }
  await before.writer.close()
  await before.writer.erase()
  expect(await writers.rows()).toBeGreaterThan(20)
  const after = writers.open()
  await after.writer.loaded()
  expect(after.places(topic)).toEqual([])
  expect(await publishTo(after.writer, letter(topic, 'new'))).toBe('stored')
})

test('where many pages only stay for what they say of each other, all close at once', async () => {
  const one = writers.open()
  const [topic, stuck] = [randomTopic(), randomTopic()]
  await Promise.all([
    publishTo(one.writer, letter(topic, 'm0')),
    publishTo(one.writer, letter(stuck, 'stays')),
  ])
  const count = 3_000
  for (let n = 1; n <= count; n++) {
    one.writer.receive({ topic, digest: digestOf(`m${n - 1}`), client: 'wallet' })
    await publishTo(one.writer, letter(topic, `m${n}`))
  }
  await one.writer.erase()
  expect(await writers.rows()).toBe(count + 1)
  one.writer.receive({ topic: stuck, digest: digestOf('stays'), client: 'wallet' })
  await writers.clock.advance(300_000)
  expect(one.ledger.expire(writers.clock.now())).toBeGreaterThan(370)
  await one.writer.erase()
  expect(await writers.rows()).toBe(0)
})

test('[D-40] a message that came anew after it had expired is not taken for the one of before', async () => {
  const [one, other] = [writers.open(), writers.open()]
  const topic = randomTopic()
  // The page lives as long as the longer of them.
  await Promise.all(
    [letter(topic, 'm', { ttl: 1 }), letter(topic, 'long')].map((message) => publishTo(one.writer, message)),
  )
  await other.writer.follow()
  await writers.clock.advance(2_000)
  other.ledger.expire(writers.clock.now())
  expect(await publishTo(one.writer, letter(topic, 'm'))).toBe('stored')
  await other.writer.follow()
  expect(other.places(topic)).toEqual(one.places(topic))
  expect(other.told).toEqual([`read ${topic}`])
  await publishTo(other.writer, letter(randomTopic(), 'takes over'))
  await other.writer.erase()
  const after = writers.open()
  await after.writer.loaded()
  expect(after.places(topic)).toEqual(one.places(topic))
})

test('a message that came anew after it had made room for others has its new life after a restart', async () => {
  const before = writers.open()
  const topic = randomTopic()
  const [large, other] = ['x'.repeat(600_000), 'y'.repeat(600_000)]
  await Promise.all(
    [letter(topic, large, { ttl: 60 }), letter(randomTopic(), 'stays')].map((one) =>
      publishTo(before.writer, one),
    ),
  )
  before.writer.receive({ topic, digest: digestOf(large), client: 'someone' })
  expect(await publishTo(before.writer, letter(topic, other, { ttl: 1 }))).toBe('stored')
  await writers.clock.advance(2_000)
  expect(await publishTo(before.writer, letter(topic, large, { ttl: 86_400 }))).toBe('stored')
  const after = writers.open()
  await after.writer.loaded()
  await writers.clock.advance(60_000)
  expect(after.places(topic)).toHaveLength(1)
})

test('[D-40] what another process let go of is not taken for known', async () => {
  const [one, other] = [writers.open(), writers.open()]
  const topic = randomTopic()
  const [large, next] = ['x'.repeat(600_000), 'y'.repeat(600_000)]
  await publishTo(one.writer, letter(topic, large))
  await other.writer.follow()
  one.writer.receive({ topic, digest: digestOf(large), client: 'someone' })
  await publishTo(one.writer, letter(topic, next))
  one.writer.receive({ topic, digest: digestOf(next), client: 'someone' })
  await one.writer.close()
  await one.writer.erase()
  expect(await publishTo(other.writer, letter(topic, large))).toBe('stored')
})

test('[D-40] who follows keeps no more of a topic than it may hold', async () => {
  const [one, other] = [writers.open(), writers.open()]
  const topic = randomTopic()
  for (let from = 0; from < 2_000; from += 200) {
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => publishTo(one.writer, letter(topic, `m${from + n}`))),
    )
    for (let n = from; n < from + 200; n++)
      one.writer.receive({ topic, digest: digestOf(`m${n}`), client: 'wallet' })
  }
  await one.writer.close()
  await other.writer.follow()
  expect(other.ledger.weigh().messages).toBeLessThanOrEqual(500)
})

test('[D-40] where reading what others wrote fails half-way, everybody is told all the same', async () => {
  const one = writers.open()
  const topics = Array.from({ length: 500 }, randomTopic)
  let reads = 0
  const other = writers.open((journal) => ({
    ...journal,
    read: async (...asked) => {
      if (++reads === 3) throw new Error('away')
      return journal.read(...asked)
    },
  }))
  await other.writer.loaded()
  for (const topic of topics) await publishTo(one.writer, letter(topic, 'm'))
  await expect(other.writer.follow()).rejects.toThrow('away')
  await other.writer.follow()
  expect(new Set(other.told)).toEqual(new Set(topics.map((topic) => `read ${topic}`)))
})

test('a statement that comes late, after its process has begun anew, is not carried out', async () => {
  let late: (() => Promise<boolean>) | undefined
  let isHeld = true
  const { writer, ledger } = writers.open((journal) => ({
    ...journal,
    write(...input) {
      if (!isHeld) return journal.write(...input)
      late = () => journal.write(...input)
      return Promise.reject(new Error('Query read timeout'))
    },
  }))
  const topic = randomTopic()
  await expect(publishTo(writer, letter(topic, 'm'))).rejects.toThrow('timeout')
  isHeld = false
  expect(await publishTo(writer, letter(topic, 'm'))).toBe('stored')
  expect(await late?.()).toBe(false)
  expect([await writers.rows(), ledger.weigh().messages]).toEqual([1, 1])
})

test('receipts of which the answer was lost stay written', async () => {
  let isLosing = false
  const { writer } = writers.open((journal) => ({
    ...journal,
    async write(...input) {
      const isWritten = await journal.write(...input)
      if (isLosing) throw new Error('Connection terminated unexpectedly')
      return isWritten
    },
  }))
  const topic = randomTopic()
  await publishTo(writer, letter(topic, 'm'))
  isLosing = true
  writer.receive({ topic, digest: digestOf('m'), client: 'wallet' })
  await writer.close()
  isLosing = false
  await publishTo(writer, letter(randomTopic(), 'n'))
  await writer.erase()
  const after = writers.open()
  await after.writer.loaded()
  expect(after.places(topic)).toEqual([])
})

test('attestations and receipts are bounded by what all may weigh', async () => {
  const { writer, ledger } = writers.open((journal) => journal, 100_000)
  const attestation = 'a'.repeat(16_384)
  const outcomes: string[] = []
  while (outcomes.at(-1) !== 'crowded' && outcomes.length < 100)
    outcomes.push(await publishTo(writer, letter(randomTopic(), 'm', { attestation })))
  expect(outcomes).toHaveLength(6)
  const topic = randomTopic()
  await publishTo(writer, letter(topic, 'm'))
  const kept = ledger.find(topic, digestOf('m'))
  const receive = (client: string) => ledger.receive(kept, client)
  const noted = Array.from({ length: 1_000 }, (_, n) => receive(`wallet ${n}`)).filter(Boolean)
  expect(noted).toHaveLength(256)
})
