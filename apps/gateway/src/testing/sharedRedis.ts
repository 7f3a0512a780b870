/** One Redis for all gateways of a test that share a database, as they would in production. */
import { startRedis, type TestRedis } from './redis.js'

export interface SharedRedis {
  readonly url: string
  /** It ends with the last who has it. */
  leave(): Promise<void>
}

const running = new Map<string, { redis: Promise<TestRedis>; users: number }>()

export async function shareRedis(databaseUrl: string): Promise<SharedRedis> {
  const entry = running.get(databaseUrl) ?? { redis: startRedis(), users: 0 }
  running.set(databaseUrl, entry)
  entry.users += 1
  const redis = await entry.redis
  return {
    url: redis.url,
    async leave() {
      entry.users -= 1
      if (entry.users > 0) return
      running.delete(databaseUrl)
      await redis.stop()
    },
  }
}
