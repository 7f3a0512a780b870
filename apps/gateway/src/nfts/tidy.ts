/** Forgets what nobody has looked at for long, and the pictures beyond the room there is for them. */
import { days, hours } from '@latchkey/spec/limits'
import { asc, inArray, lt, sql } from 'drizzle-orm'
import type { Job } from '../jobs/startJob.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { nftImages, nftMetadata } from './tables.js'

const keptFor = days(30)
/** Bytes of pictures and of the addresses they came from. */
const roomForImages = 1024 ** 3
const removedAtOnce = 100

export function tidyJob({ db, clock, room = roomForImages }: { db: Db; clock: Clock; room?: number }): Job {
  return {
    name: 'tidy collectibles',
    every: hours(1),
    async run(signal) {
      const before = new Date(clock.now() - keptFor)
      // What names a picture goes before the picture.
      await db.query.delete(nftMetadata).where(lt(nftMetadata.triedAt, before))
      await db.query.delete(nftImages).where(lt(nftImages.usedAt, before))
      while (!signal.aborted && (await sizeOf(db)) > room) {
        const oldest = await db.query
          .select({ id: nftImages.id })
          .from(nftImages)
          .orderBy(asc(nftImages.usedAt))
          .limit(removedAtOnce)
        if (oldest.length === 0) return
        const ids = oldest.map(({ id }) => id)
        await db.query.transaction(async (query) => {
          await query.delete(nftMetadata).where(inArray(nftMetadata.imageId, ids))
          await query.delete(nftImages).where(inArray(nftImages.id, ids))
        })
      }
    },
  }
}

async function sizeOf(db: Db): Promise<number> {
  const [row] = await db.query.select({ sum: sql<string | null>`sum(${nftImages.size})` }).from(nftImages)
  return Number(row?.sum ?? 0)
}
