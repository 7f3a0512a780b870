/** Pictures of collectibles, re-served by this gateway: a page never asks the hosts that strangers name. */
import { createHash } from 'node:crypto'
import { bounds } from '@latchkey/spec/endpoints'
import { days, minutes, seconds } from '@latchkey/spec/limits'
import { eq } from 'drizzle-orm'
import type { Cache } from '../ports/cache.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Untrusted } from '../ports/untrusted.js'
import { storableText } from '../store/storable.js'
import { readDataUri } from './dataUri.js'
import { imageType } from './imageType.js'
import { nftImages } from './tables.js'

export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  /** Of its content. */
  readonly etag: string
}

export interface Images {
  /** Keeps where a picture lies; the id under which it is served. Nothing is fetched before somebody looks. */
  note(source: string): Promise<string>
  /** Undefined for an id that nobody noted; null where the picture cannot be had now, or is none. */
  read(id: string): Promise<Picture | null | undefined>
}

/** A picture on the web may be exchanged. */
const freshFor = days(7)
/** How long a host that gave no picture is left alone. */
const failedFor = minutes(5)
/** How exactly it is known when a picture was last looked at. */
const usedEvery = days(1)
const fetchesAtOnce = 16
const fetchDeadline = seconds(8)

export function createImages(input: { db: Db; clock: Clock; cache: Cache; untrusted: Untrusted }): Images {
  const { db, clock, cache, untrusted } = input
  const fetching = new Map<string, Promise<Buffer | undefined>>()

  const isFresh = ({ fetchedAt }: { readonly fetchedAt: Date | null }) =>
    fetchedAt !== null && clock.now() - fetchedAt.getTime() < freshFor

  async function fetchOnce(id: string, source: string): Promise<Buffer | undefined> {
    const key = `nft image failed:${id}`
    if ((await cache.get(key)) !== undefined) return undefined
    // Whoever asked at the same time may have had it meanwhile: what was read before is old by now.
    const [row] = await db.query.select().from(nftImages).where(eq(nftImages.id, id))
    if (row?.bytes && isFresh(row)) return row.bytes
    const request = { url: source, maxBytes: bounds.imageBytes, deadline: fetchDeadline }
    const answer = await untrusted.fetch(request).catch(() => undefined)
    if (answer?.status !== 200 || !imageType(answer.bytes)) {
      await cache.set(key, '1', failedFor)
      return undefined
    }
    const { bytes } = answer
    await db.query
      .update(nftImages)
      .set({ bytes, size: source.length + bytes.length, fetchedAt: new Date(clock.now()) })
      .where(eq(nftImages.id, id))
    return bytes
  }

  /** One at a time for each picture, and few in all: the hosts are strangers' and may be slow. */
  function fetched(id: string, source: string): Promise<Buffer | undefined> {
    const before = fetching.get(id)
    if (before) return before
    if (fetching.size >= fetchesAtOnce) return Promise.resolve(undefined)
    const started = fetchOnce(id, source).finally(() => fetching.delete(id))
    fetching.set(id, started)
    return started
  }

  return {
    async note(source) {
      const kept = storableText(source)
      const id = createHash('sha256').update(kept).digest('hex').slice(0, 40)
      const usedAt = new Date(clock.now())
      await db.query
        .insert(nftImages)
        .values({ id, source: kept, size: kept.length, usedAt })
        .onConflictDoUpdate({ target: nftImages.id, set: { usedAt } })
      return id
    },

    async read(id) {
      const [row] = await db.query.select().from(nftImages).where(eq(nftImages.id, id))
      if (!row) return undefined
      const now = clock.now()
      if (now - row.usedAt.getTime() > usedEvery)
        await db.query
          .update(nftImages)
          .set({ usedAt: new Date(now) })
          .where(eq(nftImages.id, id))
      const inline = readDataUri(row.source)
      const bytes = inline
        ? inline.bytes
        : isFresh(row) && row.bytes
          ? row.bytes
          : ((await fetched(id, row.source)) ?? row.bytes)
      const type = bytes && imageType(bytes)
      if (!bytes || !type || bytes.length > bounds.imageBytes) return null
      const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
      return { bytes: new Uint8Array(bytes), type, etag }
    },
  }
}
