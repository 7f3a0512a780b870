import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { silentLog } from '../testing/log.js'
import { hasRedis, startRedis, type TestRedis } from '../testing/redis.js'
import { type Cache, createMemoryCache } from './cache.js'
import { createRedisClient, type RedisClient } from './redis.js'
import { createRedisCache } from './redisCache.js'

/** What both implementations promise. */
function contract(create: () => Cache): void {
  test('a value is there until it is deleted or replaced', async () => {
    const cache = create()
    expect(await cache.get('a')).toBeUndefined()
    await cache.set('a', '1', 60_000)
    await cache.set('a', 'ü"\n', 60_000)
    expect(await cache.get('a')).toBe('ü"\n')
    await cache.delete('a')
    expect(await cache.get('a')).toBeUndefined()
  })

  test('a value kept for no time is not kept, and takes the place of an older one', async () => {
    const cache = create()
    await cache.set('b', '1', 60_000)
    await cache.set('b', '2', 0)
    expect(await cache.get('b')).toBeUndefined()
  })

  test('a value that is there stays when another is added, and one that was deleted does not', async () => {
    const cache = create()
    await cache.add('e', '1', 60_000)
    await cache.add('e', '2', 60_000)
    expect(await cache.get('e')).toBe('1')
    await cache.delete('e')
    await cache.add('e', '3', 60_000)
    expect(await cache.get('e')).toBe('3')
  })

  test('of many that are added at once the first stands', async () => {
    const cache = create()
    await Promise.all(['1', '2', '3', '4'].map((value) => cache.add('f', value, 60_000)))
    expect(await cache.get('f')).toBe('1')
  })

  test('an empty text is a value', async () => {
    const cache = create()
    await cache.set('c', '', 60_000)
    expect(await cache.get('c')).toBe('')
  })
}

describe('in memory', () => {
  contract(() => createMemoryCache({ clock: createFakeClock() }))

  test('a value is forgotten when its time is over', async () => {
    const clock = createFakeClock()
    const cache = createMemoryCache({ clock })
    await cache.set('a', '1', 1000)
    await clock.advance(999)
    expect(await cache.get('a')).toBe('1')
    await clock.advance(1)
    expect(await cache.get('a')).toBeUndefined()
  })

  test('the longest unused goes first when the space is used up, and one too large is not kept', async () => {
    const cache = createMemoryCache({ clock: createFakeClock(), size: 12 })
    for (const key of ['a', 'b', 'c']) await cache.set(key, '123', 1000)
    await cache.get('a')
    await cache.set('d', '123', 1000)
    await cache.set('e', 'x'.repeat(12), 1000)
    const kept = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(async (key) => [key, await cache.get(key)]))
    expect(kept.filter(([, value]) => value !== undefined).map(([key]) => key)).toEqual(['a', 'c', 'd'])
  })
})

describe.skipIf(!hasRedis)('in Redis', () => {
  let server: TestRedis
  let redis: RedisClient
  beforeAll(async () => {
    server = await startRedis()
    redis = createRedisClient({ url: server.url, log: silentLog })
    await redis.connected()
  })
  afterAll(async () => {
    redis.close()
    await server.stop()
  })

  contract(() => createRedisCache({ redis }))

  test('a value is kept with an end', async () => {
    await createRedisCache({ redis }).set('ttl', '1', 5000)
    const [left] = await redis.run("return { redis.call('PTTL', KEYS[1]) }", ['cache:ttl'], [])
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(5000)
  })

  test('while Redis is away reads miss and writes are dropped', async () => {
    const away = createRedisClient({ url: 'redis://127.0.0.1:1', log: silentLog })
    const cache = createRedisCache({ redis: away })
    await cache.set('a', '1', 1000)
    expect(await cache.get('a')).toBeUndefined()
    away.close()
  })
})
