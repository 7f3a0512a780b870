/** Token buckets in Redis, so that several gateways count together. */
import type { Clock } from './clock.js'
import { type Bucket, createMemoryLimiter, grain, type Limiter, verdict } from './limiter.js'
import type { Log } from './log.js'
import type { RedisClient } from './redis.js'

/**
 * Read, refill, take and write in one step. The time comes from the caller and never runs backwards, so a gateway
 * whose clock is ahead can refill a bucket early by that difference once, and not again.
 */
const takeScript = `
local capacity, perSecond, cost, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local stored = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(stored[1]) or capacity, tonumber(stored[2]) or now
local refilled = math.min(capacity, tokens + math.max(0, now - at) / 1000 * perSecond)
local isAllowed = refilled >= cost - ${grain}
local left = isAllowed and math.max(0, refilled - cost) or refilled
redis.call('HSET', KEYS[1], 'tokens', string.format('%.9f', left), 'at', string.format('%.0f', math.max(at, now)))
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / perSecond * 1000) + 1000)
return { isAllowed and 1 or 0, string.format('%.9f', left) }
`

export function createRedisLimiter({
  redis,
  clock,
  log,
  onLocal = () => {},
}: {
  redis: RedisClient
  clock: Clock
  log: Log
  /** A limit was counted in this process, for want of Redis. */
  onLocal?: () => void
}): Limiter {
  // While Redis is away each gateway still holds the limit for itself: neither everything nor nothing passes.
  const fallback = createMemoryLimiter({ clock })
  let isAway = false

  function note(away: boolean): void {
    if (away !== isAway)
      log.warn({ isAway: away }, away ? 'limits are counted per process' : 'limits are shared again')
    isAway = away
  }

  async function takeShared({ key, capacity, perSecond, cost = 1 }: Bucket) {
    const [allowed, left] = await redis.run(
      takeScript,
      [`limit:${key}`],
      [capacity, perSecond, cost, clock.now()],
    )
    return verdict({ isAllowed: allowed === 1, left: Number(left), cost, perSecond })
  }

  return {
    async take(bucket) {
      try {
        const verdict = await takeShared(bucket)
        note(false)
        return verdict
      } catch {
        note(true)
        onLocal()
        return fallback.take(bucket)
      }
    },
  }
}
