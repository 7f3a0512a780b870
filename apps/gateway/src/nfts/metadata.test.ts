/** Metadata and pictures as strangers serve them; the chain and the web are the only fakes. */
import { encodeAbiParameters } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainOf } from '../chain/chain.js'
import type { Hex } from '../chain/shapes.js'
import type { MetCollectible } from '../indexer/reads.js'
import { createMemoryCache } from '../ports/cache.js'
import type { Db } from '../ports/db.js'
import { OutboundError } from '../ports/outboundError.js'
import type { Untrusted } from '../ports/untrusted.js'
import { createMigratedDatabase } from '../testing/database.js'
import { createFakeClock, type FakeClock } from '../testing/fakeClock.js'
import { createImages } from './images.js'
import { createMetadata, keyOf } from './metadata.js'
import { createResolve } from './source.js'
import { nftImages, nftMetadata } from './tables.js'
import { tidyJob } from './tidy.js'

let db: Db
let clock: FakeClock
beforeAll(async () => {
  db = (await createMigratedDatabase()).db
})
afterAll(() => db.close())
beforeEach(async () => {
  clock = createFakeClock()
  await db.query.delete(nftMetadata)
  await db.query.delete(nftImages)
})

const token: Hex = `0x${'c0'.repeat(20)}`
const item = (id: number): MetCollectible => ({ token, tokenId: String(id), standard: 'erc721' })
const png = Buffer.from('89504e470d0a1a0a00000000', 'hex')

/** A contract whose every token points to `uri`, and a web of pages. */
function world(uri: string, pages: Record<string, () => Promise<Buffer>>) {
  const asked: string[] = []
  const untrusted: Untrusted = {
    async fetch({ url }) {
      asked.push(url)
      const page = pages[url]
      if (!page) throw new OutboundError('unreachable')
      return { status: 200, contentType: 'text/plain', bytes: await page() }
    },
  }
  const chain = chainOf(
    { call: async () => encodeAbiParameters([{ type: 'string' }], [uri]) },
    'eip155:31337',
  )
  const cache = createMemoryCache({ clock })
  const images = createImages({ db, clock, cache, untrusted })
  const metadata = createMetadata({ db, clock, untrusted, images, resolve: createResolve(undefined) })
  return { asked, chain, images, metadata }
}

const meta = async () => Buffer.from('{"name":"Seven","image":"https://img.example/7"}')

describe('metadata', () => {
  test('is read once, kept, and read again after a week', async () => {
    const { asked, chain, metadata } = world('https://meta.example/7', { 'https://meta.example/7': meta })
    const paid: number[] = []
    const charge = async (cost: number) => void paid.push(cost)
    for (let time = 0; time < 2; time++) {
      const found = await metadata.describe(chain, [item(7)], { charge })
      expect(found.get(keyOf(item(7)))).toMatchObject({ name: 'Seven', imageId: expect.any(String) })
    }
    expect([asked, paid]).toEqual([['https://meta.example/7'], [1]])
    await clock.advance(8 * 86_400_000)
    await metadata.describe(chain, [item(7)], {})
    expect(asked).toHaveLength(2)
  })

  test('of a host that is away is tried again after an hour, and what was known stays', async () => {
    let isAway = false
    const page = async () => (isAway ? Promise.reject(new OutboundError('unreachable')) : meta())
    const { asked, chain, metadata } = world('https://meta.example/7', { 'https://meta.example/7': page })
    await metadata.describe(chain, [item(7)], {})
    isAway = true
    await clock.advance(8 * 86_400_000)
    expect((await metadata.describe(chain, [item(7)], {})).get(keyOf(item(7)))?.name).toBe('Seven')
    expect((await metadata.describe(chain, [item(8)], {})).size).toBe(0)
    await metadata.describe(chain, [item(8)], {})
    expect(asked).toHaveLength(3)
    await clock.advance(3_600_001)
    await metadata.describe(chain, [item(8)], {})
    expect(asked).toHaveLength(4)
  })

  test('of a slow host is not waited for, and is there the next time', async () => {
    let answer = (_: Buffer) => {}
    const page = () => new Promise<Buffer>((resolve) => (answer = resolve))
    const { asked, chain, metadata } = world('https://meta.example/7', { 'https://meta.example/7': page })
    const first = metadata.describe(chain, [item(7)], {})
    while (asked.length === 0) await new Promise(setImmediate)
    await clock.advance(3_000)
    expect((await first).size).toBe(0)
    const second = metadata.describe(chain, [item(7)], {})
    answer(await meta())
    expect((await second).get(keyOf(item(7)))?.name).toBe('Seven')
    expect(asked).toHaveLength(1)
  })

  test('refused by the limits of the caller is not read', async () => {
    const { asked, chain, metadata } = world('https://meta.example/7', { 'https://meta.example/7': meta })
    const charge = () => Promise.reject(new Error('too much'))
    await expect(metadata.describe(chain, [item(7)], { charge })).rejects.toThrow('too much')
    expect(asked).toEqual([])
  })
})

describe('pictures', () => {
  const source = 'https://img.example/7'

  test('are fetched when somebody looks, once for all who do, and kept', async () => {
    const { asked, images } = world('', { [source]: async () => png })
    const id = await images.note(source)
    expect(asked).toEqual([])
    const [one, other] = await Promise.all([images.read(id), images.read(id)])
    expect(one).toMatchObject({ type: 'image/png' })
    expect(other).toEqual(one)
    expect(await images.read(id)).toEqual(one)
    expect(asked).toEqual([source])
  })

  test('that nobody noted are unknown: this is no open proxy', async () => {
    const { asked, images } = world('', { [source]: async () => png })
    expect(await images.read('0'.repeat(40))).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('that are pages, or cannot be had, are none, and their host is left alone for some minutes', async () => {
    const { asked, images } = world('', { [source]: async () => Buffer.from('<html>') })
    for (const address of [source, 'https://away.example/1']) {
      const id = await images.note(address)
      expect(await images.read(id)).toBeNull()
      expect(await images.read(id)).toBeNull()
    }
    expect(asked).toEqual([source, 'https://away.example/1'])
  })

  test('are still served when their host is gone a week later', async () => {
    const pages: Record<string, () => Promise<Buffer>> = { [source]: async () => png }
    const { images } = world('', pages)
    const id = await images.note(source)
    await images.read(id)
    delete pages[source]
    await clock.advance(8 * 86_400_000)
    expect(await images.read(id)).toMatchObject({ type: 'image/png' })
  })

  test('and metadata that nobody looks at are forgotten, the longest unseen first where room is short', async () => {
    const { chain, images, metadata } = world('https://meta.example/7', { 'https://meta.example/7': meta })
    await metadata.describe(chain, [item(7)], {})
    await clock.advance(60_000)
    // One round removes a hundred, so that the hundred oldest go and the newest stays.
    for (let id = 0; id < 99; id++) await images.note(`https://img.example/old/${id}`)
    await clock.advance(60_000)
    const newest = await images.note('data:image/svg+xml,<svg/>')
    await tidyJob({ db, clock, room: 1_000 }).run(new AbortController().signal)
    expect(await db.query.select().from(nftMetadata)).toEqual([])
    expect((await db.query.select().from(nftImages)).map(({ id }) => id)).toEqual([newest])
    await clock.advance(31 * 86_400_000)
    await tidyJob({ db, clock }).run(new AbortController().signal)
    expect(await db.query.select().from(nftImages)).toEqual([])
  })
})
