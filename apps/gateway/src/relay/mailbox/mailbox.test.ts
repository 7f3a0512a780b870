import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrationsFolder } from '../../paths.js'
import { migrate } from '../../store/migrate.js'
import { createDatabase } from '../../testing/database.js'
import { createFakeClock } from '../../testing/fakeClock.js'
import { createRecordedLog, silentLog } from '../../testing/log.js'
import { hasRedis, startRedis, type TestRedis } from '../../testing/redis.js'
import { run } from '../../testing/statement.js'
import { randomTopic } from '../testing/relayClient.js'
import { digestOf, isPlainText, type Letter, type Mailbox, type Publication, publishTo } from './mailbox.js'
import { createPostgresMailbox } from './postgresMailbox.js'
import { createRedisMailbox, type RedisMailbox } from './redisMailbox.js'

interface Bench {
  readonly mailbox: Mailbox
  /** Lets a message with a life of one second expire. */
  expire(): Promise<void>
}

function letter(topic: string, message: string, more: Partial<Publication> = {}): Publication {
  const base = { topic, message, digest: digestOf(message), isPlain: isPlainText(message), tag: 1108 }
  return { ...base, attestation: undefined, ttl: 300, sender: 'dapp', ...more }
}

const receipt = (topic: string, message: string, client = 'wallet') => ({
  topic,
  digest: digestOf(message),
  client,
})

/** What both implementations promise. */
function contract(bench: () => Bench): void {
  const { publish, read } = {
    publish: (publication: Publication) => publishTo(bench().mailbox, publication),
    read: async (topic: string, { client = 'wallet', after = 0, limit = 64 } = {}) =>
      bench().mailbox.read({ client, topics: [{ topic, after }], limit }),
  }
  const messages = async (topic: string, client = 'wallet') =>
    (await read(topic, { client })).letters.map(({ message }) => message)

  test('keeps messages in their order, with everything that was said about them', async () => {
    const topic = randomTopic()
    const sent = [
      letter(topic, 'one', { attestation: '' }),
      letter(topic, 'zwei "ü"\n', { tag: 4_294_967_295 }),
    ]
    for (const publication of sent) expect(await publish(publication)).toBe('stored')
    const { letters, hasMore } = await read(topic)
    expect(hasMore).toBe(false)
    expect(letters.map(({ memory: _, ...letter }) => letter)).toEqual(
      sent.map(({ ttl: _, ...rest }) => ({
        ...rest,
        seq: expect.any(Number),
        publishedAt: expect.any(Number),
        expiresAt: expect.any(Number),
      })),
    )
    const [first, second] = letters
    expect(first && second && first.seq < second.seq).toBe(true)
    expect(first && first.expiresAt - first.publishedAt).toBe(300_000)
    expect((await read(topic, { after: first?.seq ?? 0 })).letters).toEqual([second])
  })

  test('knows a message again by its topic and text, until it has expired', async () => {
    const [topic, other] = [randomTopic(), randomTopic()]
    expect(await publish(letter(topic, 'm', { ttl: 1 }))).toBe('stored')
    expect(await publish(letter(topic, 'm', { ttl: 1, sender: 'another' }))).toBe('known')
    expect(await publish(letter(other, 'm', { ttl: 1 }))).toBe('stored')
    bench().mailbox.receive(receipt(topic, 'm'))
    expect(await messages(topic)).toEqual([])
    await bench().expire()
    expect(await publish(letter(topic, 'm'))).toBe('stored')
    expect(await messages(topic)).toEqual(['m'])
  })

  test('of many who publish the same at once, one stores it', async () => {
    const topic = randomTopic()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => publish(letter(topic, 'm'))))
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(19)
  })

  test('gives nobody what has expired', async () => {
    const topic = randomTopic()
    await publish(letter(topic, 'short', { ttl: 1 }))
    await publish(letter(topic, 'long'))
    await bench().expire()
    expect(await messages(topic)).toEqual(['long'])
    await bench().mailbox.sweep()
    expect(await messages(topic)).toEqual(['long'])
  })

  test('gives a client neither its own messages nor those that it has received', async () => {
    const topic = randomTopic()
    for (const message of ['one', 'two', 'three']) await publish(letter(topic, message))
    expect(await messages(topic, 'dapp')).toEqual([])
    bench().mailbox.receive(receipt(topic, 'two'))
    bench().mailbox.receive(receipt(topic, 'two'))
    bench().mailbox.receive(receipt(topic, 'never published'))
    expect(await messages(topic)).toEqual(['one', 'three'])
    expect(await messages(topic, 'second wallet')).toEqual(['one', 'two', 'three'])
  })

  test('takes the word of who has sent a message for where it is, and one that comes again is received anew', async () => {
    const topic = randomTopic()
    await publish(letter(topic, 'm', { ttl: 1 }))
    await publish(letter(topic, 'other'))
    const [sent] = (await read(topic)).letters
    if (!sent) throw new Error('nothing is kept')
    for (const client of ['wallet', 'wallet', 'second wallet'])
      bench().mailbox.receive({ ...receipt(topic, 'm', client), memory: sent.memory })
    expect(await messages(topic)).toEqual(['other'])
    expect(await messages(topic, 'third wallet')).toEqual(['m', 'other'])
    await bench().expire()
    await publish(letter(topic, 'm'))
    expect(await messages(topic)).toEqual(['other', 'm'])
  })

  test('reads in pages, several topics at once', async () => {
    const topics = Array.from({ length: 40 }, randomTopic)
    for (const topic of topics) await publish(letter(topic, 'm'))
    const asked = topics.map((topic) => ({ topic, after: 0 }))
    const { mailbox } = bench()
    const page = await mailbox.read({ client: 'wallet', topics: asked, limit: 39 })
    expect([page.letters.length, page.hasMore]).toEqual([39, true])
    const whole = await mailbox.read({ client: 'wallet', topics: asked, limit: 40 })
    expect([whole.letters.length, whole.hasMore]).toEqual([40, false])
    expect(new Set(whole.letters.map(({ topic }) => topic))).toEqual(new Set(topics))
  })

  test('makes pages of many bytes short, but never empty', async () => {
    const topics = [randomTopic(), randomTopic(), randomTopic()]
    for (const topic of topics) await publish(letter(topic, 'x'.repeat(700 * 1024)))
    const seen = new Set<string>()
    for (let more = true; more; ) {
      const asked = topics.filter((topic) => !seen.has(topic)).map((topic) => ({ topic, after: 0 }))
      const page = await bench().mailbox.read({ client: 'wallet', topics: asked, limit: 64 })
      expect(page.letters.length).toBeGreaterThan(0)
      // The second of them brings a page over its measure.
      expect(page.letters.length).toBeLessThan(3)
      for (const { topic } of page.letters) seen.add(topic)
      more = page.hasMore
    }
    expect(seen.size).toBe(3)
  })

  test('refuses what does not fit on a topic, and makes room when somebody has received something', async () => {
    const topic = randomTopic()
    const all = Array.from({ length: 500 }, (_, index) => publish(letter(topic, `m${index}`)))
    expect(new Set(await Promise.all(all))).toEqual(new Set(['stored']))
    expect(await publish(letter(topic, 'more'))).toBe('full')
    expect(await publish(letter(topic, 'm3'))).toBe('known')
    for (let index = 0; index < 100; index++) bench().mailbox.receive(receipt(topic, `m${index}`))
    expect(await publish(letter(topic, 'more'))).toBe('stored')
    // The older half of what was received has gone; what nobody has received is all there.
    const kept = await messagesOfAll(topic, 'second wallet')
    expect(kept[0]).toBe('m50')
    expect(kept.slice(50)).toEqual([...Array.from({ length: 400 }, (_, index) => `m${index + 100}`), 'more'])
  })

  async function messagesOfAll(topic: string, client: string): Promise<string[]> {
    const page = await read(topic, { client, limit: 1000 })
    return page.letters.map(({ message }) => message)
  }

  test('a topic is full by bytes too, and expired messages make room', async () => {
    const topic = randomTopic()
    expect(await publish(letter(topic, 'x'.repeat(600 * 1024), { ttl: 1 }))).toBe('stored')
    expect(await publish(letter(topic, 'y'.repeat(600 * 1024)))).toBe('full')
    await bench().expire()
    expect(await publish(letter(topic, 'y'.repeat(600 * 1024)))).toBe('stored')
  })

  test('what is too large for the rest of a topic is not overtaken by what is not', async () => {
    const topic = randomTopic()
    const [large, larger] = ['x'.repeat(600 * 1024), 'y'.repeat(600 * 1024)]
    await publish(letter(topic, large))
    bench().mailbox.receive(receipt(topic, large))
    const outcomes = await Promise.all([publish(letter(topic, larger)), publish(letter(topic, 'small'))])
    expect(outcomes).toEqual(['stored', 'stored'])
    expect(await messages(topic)).toEqual([larger, 'small'])
  })

  test('tells of each message on a watched topic once, in order', async () => {
    const topic = randomTopic()
    const { mailbox } = bench()
    const heard: Letter[] = []
    const all = new Promise<void>((resolve) =>
      mailbox.listen({
        onLetter: (next) => {
          if (next.topic !== topic) return
          heard.push(next)
          if (next.message === 'end') resolve()
        },
        onGap: () => {},
      }),
    )
    await mailbox.watch([topic])
    await Promise.all(Array.from({ length: 50 }, (_, index) => publish(letter(topic, `m${index}`))))
    await publish(letter(topic, 'm7'))
    await publish(letter(topic, 'end'))
    await all
    expect(heard).toEqual((await read(topic, { limit: 64 })).letters)
    expect(heard).toHaveLength(51)
    mailbox.unwatch([topic])
  })
}

describe('in PostgreSQL', () => {
  const clock = createFakeClock()
  let mailbox: Mailbox
  let url = ''
  beforeAll(async () => {
    url = await createDatabase()
    await migrate({ url, folder: migrationsFolder, log: silentLog })
    mailbox = createPostgresMailbox({ url, clock, log: silentLog, most: 0 })
  })
  afterAll(() => mailbox.close())

  contract(() => ({ mailbox, expire: () => clock.advance(1_000) }))

  test('messages and receipts leave the table when they have expired', async () => {
    const topic = randomTopic()
    await clock.advance(3_600_000)
    await mailbox.sweep()
    await publishTo(mailbox, letter(topic, 'm'))
    mailbox.receive(receipt(topic, 'm'))
    await clock.advance(1_000)
    expect(await mailbox.weigh()).toEqual({ messages: 1, bytes: 1 })
    const rows = () => run(url, 'select count(*)::int as pages from relay_pages')
    await expect.poll(rows).toEqual([{ pages: 2 }])
    await clock.advance(299_000)
    await expect.poll(rows).toEqual([{ pages: 0 }])
    expect(await mailbox.weigh()).toEqual({ messages: 0, bytes: 0 })
    await publishTo(mailbox, letter(topic, 'brief', { ttl: 1 }))
    await clock.advance(999)
    await mailbox.sweep()
    expect(await messages(topic)).toEqual(['brief'])
    await clock.advance(1)
    await mailbox.sweep()
    expect(await rows()).toEqual([{ pages: 0 }])
  })

  const messages = async (topic: string, client = 'wallet', from = mailbox) =>
    (await from.read({ client, topics: [{ topic, after: 0 }], limit: 1_000 })).letters.map(
      ({ message }) => message,
    )

  test('a message of a short life does not wait for one of a long life to leave the table', async () => {
    const topic = randomTopic()
    const sent = [60, 86_400, 60].map((ttl, n) => publishTo(mailbox, letter(topic, `m${n}`, { ttl })))
    expect(await Promise.all(sent)).toEqual(['stored', 'stored', 'stored'])
    expect(await messages(topic)).toEqual(['m0', 'm1', 'm2'])
    const pages = () =>
      run(
        url,
        `select json_array_length(heads::json->'messages') as n from relay_pages where heads like '%${topic}%'`,
      )
    expect(await pages()).toEqual([{ n: 2 }, { n: 1 }])
    await clock.advance(61_000)
    await expect.poll(pages).toEqual([{ n: 1 }])
    expect(await messages(topic)).toEqual(['m1'])
  })

  test('what was received before the tables knew places is not delivered again', async () => {
    const own = await createDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const before = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql') && name < '0025')
    for (const name of before) copyFileSync(join(migrationsFolder, name), join(folder, name))
    await migrate({ url: own, folder, log: silentLog })
    const topic = randomTopic()
    const expires = clock.now() + 300_000
    for (const message of ['old', 'zwei €😀', 'unread'])
      await run(
        own,
        `insert into relay_messages (topic, digest, message, tag, sender, published_at, expires_at)
         values ('${topic}', decode('${digestOf(message)}', 'hex'), '${message}', 1, 'dapp', 0, ${expires})`,
      )
    await run(
      own,
      `insert into relay_receipts (topic, digest, client, expires_at)
       values ('${topic}', decode('${digestOf('old')}', 'hex'), 'wallet', ${expires})`,
    )
    await migrate({ url: own, folder: migrationsFolder, log: silentLog })
    const upgraded = createPostgresMailbox({ url: own, clock, log: silentLog, most: 0 })
    const { letters } = await upgraded.read({ client: 'wallet', topics: [{ topic, after: 0 }], limit: 9 })
    expect(letters.map(({ message }) => message)).toEqual(['zwei €😀', 'unread'])
    await upgraded.close()
  })

  test('the same message many times at once is one page, and all are told what became of it', async () => {
    const own = await createDatabase()
    await migrate({ url: own, folder: migrationsFolder, log: silentLog })
    await run(own, 'create table writes (at timestamptz default now())')
    await run(
      own,
      `create function note() returns trigger language plpgsql
       as 'begin insert into writes default values; return null; end'`,
    )
    await run(own, 'create trigger note after insert on relay_pages execute function note()')
    const busy = createPostgresMailbox({ url: own, clock, log: silentLog, most: 0 })
    const topic = randomTopic()
    const [first, ...others] = await Promise.all(
      Array.from({ length: 50 }, () => publishTo(busy, letter(topic, 'm'))),
    )
    expect([first, ...new Set(others)]).toEqual(['stored', 'known'])
    expect(await run(own, 'select count(*) from writes')).toEqual([{ count: '1' }])
    await publishTo(busy, letter(topic, 'x'.repeat(1024 * 1024 - 1)))
    const refused = await Promise.all(Array.from({ length: 5 }, () => publishTo(busy, letter(topic, 'no'))))
    expect(new Set(refused)).toEqual(new Set(['full']))
    await busy.close()
  })

  test('what an earlier process stored counts, whatever this one knows of it', async () => {
    const topic = randomTopic()
    await publishTo(mailbox, letter(topic, 'x'.repeat(600 * 1024)))
    const next = createPostgresMailbox({ url, clock, log: silentLog, most: 0 })
    const together = ['y', 'z'].map((sign) => publishTo(next, letter(topic, sign.repeat(300 * 1024))))
    expect(await Promise.all(together)).toEqual(['stored', 'full'])
    expect(await publishTo(next, letter(topic, 'z'.repeat(300 * 1024)))).toBe('full')
    expect(await publishTo(next, letter(topic, 'w'))).toBe('stored')
    await next.close()
  })

  test('a topic that was filled by messages which were known already has room for others', async () => {
    const topic = randomTopic()
    for (let time = 0; time < 3; time++)
      expect(await publishTo(mailbox, letter(topic, 'x'.repeat(500 * 1024)))).toBe(time ? 'known' : 'stored')
    expect(await publishTo(mailbox, letter(topic, 'y'.repeat(500 * 1024)))).toBe('stored')
  })

  test('all topics together hold as much as they may, until something has expired', async () => {
    const own = await createDatabase()
    await migrate({ url: own, folder: migrationsFolder, log: silentLog })
    const small = createPostgresMailbox({ url: own, clock, log: silentLog, most: 12_000 })
    const publish = () => publishTo(small, letter(randomTopic(), 'x'.repeat(4_000), { ttl: 1 }))
    expect([await publish(), await publish(), await publish()]).toEqual(['stored', 'stored', 'crowded'])
    const later = createPostgresMailbox({ url: own, clock, log: silentLog, most: 12_000 })
    expect(await later.weigh()).toEqual({ messages: 2, bytes: 8_000 })
    expect(await publishTo(later, letter(randomTopic(), 'x'.repeat(4_000)))).toBe('crowded')
    await clock.advance(1_000)
    await small.sweep()
    await small.weigh()
    expect(await publish()).toBe('stored')
    await Promise.all([small.close(), later.close()])
  })

  test('what comes and goes is counted, without asking the database', async () => {
    const own = await createDatabase()
    await migrate({ url: own, folder: migrationsFolder, log: silentLog })
    const counted = createPostgresMailbox({ url: own, clock, log: silentLog, most: 0 })
    onTestFinished(() => counted.close())
    expect(await counted.weigh()).toEqual({ messages: 0, bytes: 0 })
    const topic = randomTopic()
    const send = (from: number, to: number, ttl: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, n) =>
          publishTo(counted, letter(topic, `m${from + n}`, { ttl })),
        ),
      )
    await send(0, 100, 1)
    await send(0, 10, 1)
    await send(100, 400, 300)
    for (let n = 100; n < 400; n++) counted.receive(receipt(topic, `m${n}`))
    // Room is made of what was received, and of what has expired.
    await clock.advance(1_000)
    await send(400, 720, 300)
    await publishTo(counted, letter(randomTopic(), 'brief', { ttl: 1 }))
    await clock.advance(1_000)
    await counted.sweep()
    const kept = await messages(topic, 'second wallet', counted)
    expect(kept.length).toBeLessThanOrEqual(500)
    expect(kept.slice(-320)).toEqual(Array.from({ length: 320 }, (_, n) => `m${400 + n}`))
    await run(own, 'alter table relay_pages rename to elsewhere')
    expect(await counted.weigh()).toEqual({ messages: kept.length, bytes: kept.join('').length })
    await run(own, 'alter table elsewhere rename to relay_pages')
  })

  test('[D-40] a second process on the same database is told once that Redis is needed', async () => {
    const { log, lines } = createRecordedLog()
    const second = createPostgresMailbox({ url, clock, log, most: 0 })
    await mailbox.sweep()
    await second.sweep()
    await second.sweep()
    await second.close()
    expect(lines().map(({ msg }) => msg)).toEqual([expect.stringContaining('several need REDIS_URL')])
  })

  test('a topic that is nearly full lets go of what was received, a little for each that comes', async () => {
    const topic = randomTopic()
    const send = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, n) => publishTo(mailbox, letter(topic, `m${from + n}`))),
      )
    await send(0, 370)
    for (let n = 0; n < 300; n++) mailbox.receive(receipt(topic, `m${n}`))
    await send(370, 470)
    const kept = await messages(topic, 'second wallet')
    // Three quarters of what it may hold, the latest of them.
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([374, 'm96', 'm469'])
    expect(new Set(await send(470, 670))).toEqual(new Set(['stored']))
    // What nobody has received is all there.
    expect((await messages(topic, 'second wallet')).slice(-370)).toEqual(
      Array.from({ length: 370 }, (_, n) => `m${300 + n}`),
    )
  })

  test('what made room for others leaves the table before it expires', async () => {
    const own = await createDatabase()
    await migrate({ url: own, folder: migrationsFolder, log: silentLog })
    const small = createPostgresMailbox({ url: own, clock, log: silentLog, most: 0 })
    onTestFinished(() => small.close())
    const topic = randomTopic()
    for (const sign of ['x', 'y', 'z']) {
      expect(await publishTo(small, letter(topic, sign.repeat(600 * 1024)))).toBe('stored')
      small.receive(receipt(topic, sign.repeat(600 * 1024)))
      await clock.advance(1_000)
    }
    const bytes = () => run(own, 'select sum(length(bodies))::int as bytes from relay_pages')
    await expect.poll(bytes).toEqual([{ bytes: 600 * 1024 }])
  })

  test('a receipt is written down by itself after a moment', async () => {
    const topic = randomTopic()
    await publishTo(mailbox, letter(topic, 'm'))
    mailbox.receive(receipt(topic, 'm'))
    await clock.advance(1_000)
    await expect.poll(() => written(topic)).toEqual([['m', ['wallet']]])
  })

  /** The messages of a topic with who has received them, as a process would find them that starts now. */
  async function written(topic: string): Promise<[message: string, clients: string[]][]> {
    const next = createPostgresMailbox({ url, clock, log: silentLog, most: 0 })
    const clients = ['wallet', 'wallet 0', 'wallet 1', 'wallet 2', 'wallet 3', 'wallet 4', 'wallet 5']
    const missing = new Map<string, string[]>()
    for (const client of clients) missing.set(client, await messages(topic, client, next))
    const all = await messages(topic, 'nobody', next)
    await next.close()
    return all.map((message) => [message, clients.filter((one) => !missing.get(one)?.includes(message))])
  }

  test('receipts that come while others wait to be written are all written, by place and by name', async () => {
    const topic = randomTopic()
    for (let n = 0; n < 6; n++) await publishTo(mailbox, letter(topic, `m${n}`))
    const { letters } = await mailbox.read({ client: 'wallet', topics: [{ topic, after: 0 }], limit: 6 })
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query('begin; lock table relay_pages in share mode')
    for (const [n, { memory }] of letters.entries()) {
      const place = n % 2 === 0 ? { memory } : {}
      mailbox.receive({ ...receipt(topic, `m${n}`, `wallet ${n}`), ...place })
      await clock.advance(1_000)
    }
    await other.query('rollback')
    await other.end()
    await expect.poll(() => written(topic)).toEqual(letters.map((_, n) => [`m${n}`, [`wallet ${n}`]]))
  })

  test('whoever publishes does not wait behind those who read', async () => {
    const topic = randomTopic()
    await publishTo(mailbox, letter(topic, 'first'))
    const asked = { client: 'other wallet', topics: [{ topic, after: 0 }], limit: 1 }
    const { port } = new URL(url)
    const held: (() => void)[] = []
    let isHolding = false
    const between = createServer((socket) => {
      const server = createConnection(Number(port), '127.0.0.1').on('error', () => {})
      socket.on('error', () => {}).on('close', () => server.destroy())
      server.pipe(socket)
      socket.on('data', (bytes) => {
        const isRead = isHolding && bytes.includes('relay-texts')
        if (isRead) held.push(() => server.write(bytes))
        else server.write(bytes)
      })
    }).listen(0, '127.0.0.1')
    await once(between, 'listening')
    const { port: entry } = between.address() as AddressInfo // it listens on a port
    const slow = createPostgresMailbox({
      url: url.replace(`:${port}/`, `:${entry}/`),
      clock,
      log: silentLog,
      most: 0,
    })
    expect((await slow.read(asked)).letters).toHaveLength(1)
    isHolding = true
    const reads = Array.from({ length: 20 }, () => slow.read(asked))
    await expect.poll(() => held.length).toBe(3)
    expect(await publishTo(slow, letter(topic, 'm'))).toBe('stored')
    isHolding = false
    for (const goOn of held) goOn()
    expect(new Set((await Promise.all(reads)).map(({ letters }) => letters[0]?.message))).toEqual(
      new Set(['first']),
    )
    await slow.close()
    between.close()
  })

  test('a database that is away fails each publication, and serves again when it is back', async () => {
    const own = await createDatabase()
    const lonely = createPostgresMailbox({ url: own, clock, log: silentLog, most: 0 })
    await expect(publishTo(lonely, letter(randomTopic(), 'm'))).rejects.toThrow('relay_pages')
    await migrate({ url: own, folder: migrationsFolder, log: silentLog })
    expect(await publishTo(lonely, letter(randomTopic(), 'm'))).toBe('stored')
    await lonely.close()
  })
})

describe.skipIf(!hasRedis)('in Redis', () => {
  let server: TestRedis
  let mailbox: RedisMailbox
  beforeAll(async () => {
    server = await startRedis()
    mailbox = createRedisMailbox({ url: server.url, log: silentLog, most: 0 })
    await mailbox.connected()
  })
  afterAll(async () => {
    await mailbox.close()
    await server.stop()
  })

  // Only Redis itself can say when its time is up.
  const expire = async () => {
    const topic = randomTopic()
    await publishTo(mailbox, letter(topic, 'm', { ttl: 1 }))
    const kept = () => mailbox.read({ client: 'wallet', topics: [{ topic, after: 0 }], limit: 1 })
    await expect.poll(async () => (await kept()).letters.length, { timeout: 5_000 }).toBe(0)
  }
  contract(() => ({ mailbox, expire }))

  test('[D-40] a gateway hears what another has stored, and reads it', async () => {
    const other = createRedisMailbox({ url: server.url, log: silentLog, most: 0 })
    const topic = randomTopic()
    await other.connected()
    await other.watch([topic])
    const heard = new Promise<Letter>((resolve) => other.listen({ onLetter: resolve, onGap: () => {} }))
    await publishTo(mailbox, letter(topic, 'm'))
    const { letters } = await other.read({ client: 'wallet', topics: [{ topic, after: 0 }], limit: 1 })
    expect([await heard]).toEqual(letters)
    await other.close()
  })

  test('beyond what Redis may use nothing more is stored', async () => {
    const { bytes } = await mailbox.weigh()
    const small = createRedisMailbox({ url: server.url, log: silentLog, most: bytes + 200_000 })
    await small.connected()
    await small.weigh()
    const outcomes: string[] = []
    while (outcomes.length < 1_000 && outcomes.at(-1) !== 'crowded')
      outcomes.push(await publishTo(small, letter(randomTopic(), 'x'.repeat(10_000))))
    expect([outcomes[0], outcomes.at(-1)]).toEqual(['stored', 'crowded'])
    await small.close()
  })

  test('[D-40] after Redis was lost it says that something may be missed, and hears again', async () => {
    const { port } = new URL(server.url)
    const topic = randomTopic()
    let gaps = 0
    let heard = 0
    mailbox.listen({ onLetter: () => heard++, onGap: () => gaps++ })
    await mailbox.watch([topic])
    await server.stop()
    server = await startRedis(Number(port))
    await expect.poll(() => gaps, { timeout: 10_000 }).toBe(1)
    await expect.poll(() => publishTo(mailbox, letter(topic, 'm')).catch(String)).toMatch(/stored|known/)
    await expect.poll(() => heard).toBe(1)
    mailbox.unwatch([topic])
  })

  test('[D-40] what others store while it comes back to Redis is told of after the gap, never before', async () => {
    const { port } = new URL(server.url)
    const other = createRedisMailbox({ url: server.url, log: silentLog, most: 0 })
    await other.connected()
    // So many that they are watched again in several steps.
    const topics = Array.from({ length: 2_000 }, randomTopic)
    const [quiet = '', ...busy] = topics
    const told: string[] = []
    mailbox.listen({ onLetter: ({ message }) => told.push(message), onGap: () => told.push('gap') })
    await mailbox.watch(topics)
    await server.stop()
    server = await startRedis(Number(port))
    let sent = 0
    // In turn, since a topic holds only so many.
    const next = () => publishTo(other, letter(busy[sent % busy.length] ?? '', `m${sent++}`))
    while (!told.includes('gap')) await next().catch(() => new Promise(setImmediate))
    await expect.poll(() => publishTo(other, letter(quiet, 'last')).catch(String)).toMatch(/stored|known/)
    await expect.poll(() => told.at(-1)).toBe('last')
    expect(told[0]).toBe('gap')
    mailbox.unwatch(topics)
    await other.close()
  })

  test('[D-40] a connection that breaks before it is ready is waited for until the next one is', async () => {
    const { hostname, port } = new URL(server.url)
    const sockets: Socket[] = []
    const between = createServer((socket) => {
      sockets.push(socket.on('error', () => {}))
      // The second is the one that hears: it is taken, and given no answer.
      if (sockets.length !== 2) socket.pipe(createConnection(Number(port), hostname)).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(between, 'listening')
    const { port: entry } = between.address() as AddressInfo // it listens on a port
    const late = createRedisMailbox({ url: `redis://127.0.0.1:${entry}`, log: silentLog, most: 0 })
    try {
      const connecting = late.connected()
      // The other is ready.
      await expect.poll(() => publishTo(late, letter(randomTopic(), 'm')).catch(String)).toBe('stored')
      sockets[1]?.resetAndDestroy()
      await connecting
      await late.watch([randomTopic()])
      expect(sockets).toHaveLength(3)
    } finally {
      await late.close()
      between.close()
    }
  })

  describe('where it comes back to a Redis that does not let it watch', () => {
    const { log, lines } = createRecordedLog()
    let admin: Redis
    let refused: RedisMailbox
    beforeEach(async () => {
      admin = new Redis(server.url)
      refused = createRedisMailbox({ url: server.url, log, most: 0 })
      await refused.connected()
    })
    afterEach(async () => {
      await refused.close()
      await admin.quit()
    })

    /** Who listens loses the connection, and then finds no channel allowed. */
    async function refuse(): Promise<void> {
      const known = lines().length
      await admin.acl('SETUSER', 'default', 'resetchannels')
      const told = () =>
        lines()
          .slice(known)
          .map(({ msg }) => msg)
      await expect.poll(told).toContain('redis did not let topics be watched again')
    }
    const allow = () => admin.acl('SETUSER', 'default', 'allchannels')

    test('[D-40] it tries again, tells the gap and hears', async () => {
      const topic = randomTopic()
      const told: string[] = []
      refused.listen({ onLetter: ({ message }) => told.push(message), onGap: () => told.push('gap') })
      await refused.watch([topic])
      await refuse()
      await allow()
      await expect.poll(() => told, { timeout: 5_000 }).toEqual(['gap'])
      await publishTo(refused, letter(topic, 'm'))
      await expect.poll(() => told).toEqual(['gap', 'm'])
    })

    test('[D-40] those who come after everybody has left hear', async () => {
      const [left, topic] = [randomTopic(), randomTopic()]
      const told: string[] = []
      refused.listen({ onLetter: ({ message }) => told.push(message), onGap: () => {} })
      await refused.watch([left])
      await refuse()
      refused.unwatch([left])
      await allow()
      const ids = async () => [...String(await admin.client('LIST')).matchAll(/^id=\d+/gm)].map(String)
      const before = await ids()
      await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
      // All but the one that asks are new.
      const fresh = async () => (await ids()).filter((id) => !before.includes(id)).length
      await expect.poll(fresh).toBe(before.length - 1)
      await refused.connected()
      await refused.watch([topic])
      await expect.poll(() => publishTo(refused, letter(topic, 'm')).catch(String)).toMatch(/stored|known/)
      await expect.poll(() => told).toEqual(['m'])
    })
  })
})
