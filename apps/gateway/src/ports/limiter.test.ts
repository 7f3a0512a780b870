import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakeClock, type FakeClock } from '../testing/fakeClock.js'
import { createRecordedLog, silentLog } from '../testing/log.js'
import { hasRedis, startRedis, type TestRedis } from '../testing/redis.js'
import { createMemoryLimiter, type Limiter } from './limiter.js'
import { createRedisClient, type RedisClient } from './redis.js'
import { createRedisLimiter } from './redisLimiter.js'

let unique = 0
const bucket = (more: { cost?: number; key?: string } = {}) => ({
  key: `k${unique}`,
  capacity: 3,
  perSecond: 2,
  ...more,
})

/** What both implementations promise. */
function contract(create: (clock: FakeClock) => Limiter): void {
  test('a full bucket allows its capacity at once, then says how long to wait', async () => {
    unique++
    const limiter = create(createFakeClock())
    const remaining: number[] = []
    for (let call = 0; call < 3; call++) remaining.push((await limiter.take(bucket())).remaining)
    expect(remaining).toEqual([2, 1, 0])
    expect(await limiter.take(bucket())).toEqual({ isAllowed: false, remaining: 0, retryAfter: 500 })
  })

  test('tokens come back with time, never beyond the capacity', async () => {
    unique++
    const clock = createFakeClock()
    const limiter = create(clock)
    await limiter.take(bucket({ cost: 3 }))
    await clock.advance(499)
    expect(await limiter.take(bucket())).toMatchObject({ isAllowed: false, retryAfter: 1 })
    await clock.advance(1)
    expect(await limiter.take(bucket())).toMatchObject({ isAllowed: true })
    await clock.advance(3_600_000)
    expect(await limiter.take(bucket())).toMatchObject({ isAllowed: true, remaining: 2 })
  })

  test('a refused call takes nothing', async () => {
    unique++
    const limiter = create(createFakeClock())
    await limiter.take(bucket({ cost: 2 }))
    expect(await limiter.take(bucket({ cost: 2 }))).toMatchObject({ isAllowed: false, remaining: 1 })
    expect(await limiter.take(bucket())).toMatchObject({ isAllowed: true, remaining: 0 })
  })

  test('a call that costs more than the bucket holds is never allowed', async () => {
    unique++
    const limiter = create(createFakeClock())
    expect(await limiter.take(bucket({ cost: 4 }))).toMatchObject({ isAllowed: false })
  })

  test('keys do not share', async () => {
    unique++
    const limiter = create(createFakeClock())
    await limiter.take(bucket({ cost: 3 }))
    expect(await limiter.take(bucket({ key: `other${unique}` }))).toMatchObject({ isAllowed: true })
  })

  test('of many calls at once exactly the capacity is allowed', async () => {
    unique++
    const limiter = create(createFakeClock())
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => limiter.take(bucket())))
    expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(3)
  })
}

describe('in memory', () => {
  contract((clock) => createMemoryLimiter({ clock }))
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

  contract((clock) => createRedisLimiter({ redis, clock, log: silentLog }))

  test('a gateway whose clock is behind gets no tokens for it', async () => {
    unique++
    const clock = createFakeClock()
    await createRedisLimiter({ redis, clock, log: silentLog }).take(bucket({ cost: 3 }))
    const behind = createRedisLimiter({ redis, clock: createFakeClock(clock.now() - 10_000), log: silentLog })
    expect(await behind.take(bucket())).toMatchObject({ isAllowed: false, remaining: 0 })
  })

  test('[D-40] two gateways count together', async () => {
    unique++
    const clock = createFakeClock()
    const [one, other] = [1, 2].map(() => createRedisLimiter({ redis, clock, log: silentLog }))
    await one?.take(bucket({ cost: 2 }))
    expect(await other?.take(bucket({ cost: 2 }))).toMatchObject({ isAllowed: false, remaining: 1 })
  })

  test('while Redis hangs or is gone each process holds the limit for itself, and says so once', async () => {
    unique++
    const { log, lines } = createRecordedLog()
    const own = await startRedis()
    const client = createRedisClient({ url: own.url, log: silentLog })
    await client.connected()
    const limiter = createRedisLimiter({ redis: client, clock: createFakeClock(), log })
    own.freeze()
    expect(await limiter.take(bucket({ cost: 3 }))).toMatchObject({ isAllowed: true })
    own.thaw()
    await own.stop()
    expect(await limiter.take(bucket())).toMatchObject({ isAllowed: false })
    client.close()
    expect(lines().filter(({ msg }) => msg === 'limits are counted per process')).toHaveLength(1)
  })
})
