/** What becomes of publications where another process writes, and where an answer of the database is lost. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../../testing/statement.js'
import { randomTopic } from '../testing/relayClient.js'
import { openWriters } from '../testing/writers.js'
import { createJournal } from './journal.js'
import type { Kept } from './kept.js'
import { digestOf, publishTo } from './mailbox.js'

const writers = openWriters()
const { letter } = writers

test('[D-40] what was kept although its answer was lost is told of when it comes again, and before what comes next', async () => {
  let isBreaking = true
  /** Carries the statement out and loses the answer. */
  const { writer, told } = writers.open((journal) => ({
    ...journal,
    async write(...input) {
      const isWritten = await journal.write(...input)
      if (isBreaking) throw new Error('Connection terminated unexpectedly')
      return isWritten
    },
  }))
  const topic = randomTopic()
  await expect(publishTo(writer, letter(topic, 'one'))).rejects.toThrow('terminated')
  expect(told).toEqual([])
  isBreaking = false
  expect(await publishTo(writer, letter(topic, 'one'))).toBe('known')
  expect(await publishTo(writer, letter(topic, 'two'))).toBe('stored')
  expect(told).toEqual([`read ${topic}`, 'two'])
})

test('[D-40] two processes that publish by turns know what the other wrote, and give out no place twice', async () => {
  const [one, other] = [writers.open(), writers.open()]
  const topic = randomTopic()
  for (let n = 0; n < 10; n++) {
    const { writer } = n % 2 === 0 ? one : other
    expect(await publishTo(writer, letter(topic, `m${n}`))).toBe('stored')
    expect(await publishTo(writer, letter(topic, `m${Math.max(0, n - 1)}`))).toBe('known')
  }
  await Promise.all([one.writer.follow(), other.writer.follow()])
  expect(one.places(topic)).toHaveLength(10)
  expect(other.places(topic)).toEqual(one.places(topic))
  expect(one.told.filter((what) => what !== `read ${topic}`)).toEqual(['m0', 'm2', 'm4', 'm6', 'm8'])
  expect(other.told).toContain(`read ${topic}`)
})

test('[D-40] processes that publish at once lose nothing, and give out no place twice', async () => {
  const all = [writers.open(), writers.open(), writers.open()]
  const topics = [randomTopic(), randomTopic()]
  const outcomes: string[] = []
  const sent = all.flatMap(({ writer }, at) =>
    Array.from({ length: 60 }, async (_, n) => {
      await writers.clock.advance(n)
      outcomes.push(await publishTo(writer, letter(topics[n % 2] ?? '', `m${at} ${n}`, { ttl: 86_400 })))
    }),
  )
  // Who was overtaken waits a moment.
  while (outcomes.length < sent.length) await writers.clock.advance(20)
  expect(new Set(outcomes)).toEqual(new Set(['stored']))
  for (const { writer } of all) await writer.follow()
  const [first = [], ...others] = all.map(({ places }) => topics.map(places))
  expect(first.map(({ length }) => length)).toEqual([90, 90])
  expect(new Set(first.flat()).size).toBe(180)
  for (const places of others) expect(places).toEqual(first)
})

test('[D-40] who does not write hears of what others write, also that it was received', async () => {
  const [one, other] = [writers.open(), writers.open()]
  const topic = randomTopic()
  await other.writer.loaded()
  for (const message of ['m0', 'm1']) await publishTo(one.writer, letter(topic, message))
  await other.writer.follow()
  expect(other.told).toEqual([`read ${topic}`])
  expect(other.places(topic)).toEqual(one.places(topic))
  one.writer.receive({ topic, digest: digestOf('m0'), client: 'wallet' })
  await one.writer.close()
  await other.writer.follow()
  expect(other.places(topic)).toEqual(one.places(topic).slice(-1))
})

test('what made room for others does not stand in the way of those who come after a restart', async () => {
  const topic = randomTopic()
  const before = writers.open()
  const send = (from: number, to: number, { writer }: typeof before) =>
    Promise.all(Array.from({ length: to - from }, (_, n) => publishTo(writer, letter(topic, `m${from + n}`))))
  for (let from = 0; from < 1_200; from += 100) {
    expect(new Set(await send(from, from + 100, before))).toEqual(new Set(['stored']))
    for (let n = from; n < from + 99; n++)
      before.writer.receive({ topic, digest: digestOf(`m${n}`), client: 'wallet' })
  }
  await before.writer.close()
  // Nothing was erased, so all of it is found.
  const after = writers.open()
  expect(new Set(await send(1_200, 1_300, after))).toEqual(new Set(['stored']))
  expect(after.ledger.weigh().messages).toBeLessThanOrEqual(500)
  expect(after.places(topic)).toHaveLength(112)
})

test('receipts that cannot be written are told of, and known all the same', async () => {
  let isAway = false
  const { writer, places, lines } = writers.open((journal) => ({
    ...journal,
    write: (...input) => (isAway ? Promise.reject(new Error('away')) : journal.write(...input)),
  }))
  const topic = randomTopic()
  await publishTo(writer, letter(topic, 'm'))
  isAway = true
  writer.receive({ topic, digest: digestOf('m'), client: 'wallet' })
  await writer.close()
  expect(lines().map(({ msg, receipts }) => [msg, receipts])).toEqual([
    [expect.stringContaining('receipts are lost'), 1],
  ])
  expect(places(topic)).toEqual([])
})

test('a receipt that comes when its message has gone is none of the one that was published anew', async () => {
  const { writer, ledger, places } = writers.open()
  const topic = randomTopic()
  await publishTo(writer, letter(topic, 'm', { ttl: 1 }))
  const memory = ledger.find(topic, digestOf('m'))
  expect(memory).toBeDefined()
  await writers.clock.advance(2_000)
  expect(await publishTo(writer, letter(topic, 'm'))).toBe('stored')
  const receipt = { topic, digest: digestOf('m'), client: 'wallet' }
  writer.receive({ ...receipt, memory })
  expect(places(topic)).toHaveLength(1)
  writer.receive(receipt)
  expect(places(topic)).toEqual([])
})

const page = { expiresAt: 1, kept: [], weight: 0, uses: 1 }
const place = { publishedAt: 0, expiresAt: 1, bytes: 4, at: 0, receivers: undefined, notes: undefined }

test('pages, and texts on them, are looked up, however many there are', async () => {
  await run(
    writers.url,
    `insert into relay_pages select n, 1, '{"messages":[],"receipts":[]}', 'text' from generate_series(1, 20000) n`,
  )
  await run(writers.url, 'analyze relay_pages')
  const pool = new pg.Pool({ connectionString: writers.url, max: 1 })
  onTestFinished(() => pool.end())
  const journal = createJournal(pool)
  const numbers = await journal.take()
  const scans = () =>
    run<{ seq: number }>(
      writers.url,
      "select seq_scan::int as seq from pg_stat_user_tables where relname = 'relay_pages'",
    )
  const before = await scans()
  const text = (id: number): Kept => ({ ...letter('', 'text'), ...place, seq: id, page: { ...page, id } })
  // So often that PostgreSQL has settled on a plan for any values.
  for (let n = 1; n < 12; n++) await journal.read(19_990 + n, 500)
  for (let n = 1; n < 12; n++) expect(await journal.texts([text(n), text(n + 500)])).toEqual(['text', 'text'])
  for (let n = 1; n < 12; n++) expect(await journal.erase([n, n + 100], numbers)).toBe(true)
  await pool.query('select pg_stat_force_next_flush()')
  await pool.query('select 1')
  expect(await scans()).toEqual(before)
})
