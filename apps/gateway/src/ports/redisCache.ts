/** The cache in Redis. While Redis is away every read misses, and writes are dropped. */
import type { Cache } from './cache.js'
import type { RedisClient } from './redis.js'

export function createRedisCache({ redis }: { redis: RedisClient }): Cache {
  const keyOf = (key: string) => `cache:${key}`
  return {
    get: (key) => redis.get(keyOf(key)).catch(() => undefined),
    set: (key, value, ttl) =>
      (ttl <= 0 ? redis.delete(keyOf(key)) : redis.set(keyOf(key), value, ttl)).catch(() => {}),
    add: (key, value, ttl) => redis.add(keyOf(key), value, ttl).catch(() => {}),
    delete: (key) => redis.delete(keyOf(key)).catch(() => {}),
  }
}
