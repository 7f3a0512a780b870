/** A connection to Redis that fails fast when it is away, and comes back by itself. */
import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Log } from './log.js'
import { keepSteady } from './steadyRedis.js'

export interface RedisClient {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, ttl: number): Promise<void>
  /** As `set`, unless the key has a value. */
  add(key: string, value: string, ttl: number): Promise<void>
  delete(key: string): Promise<void>
  /** Runs a Lua script; it is sent once and called by its hash after that. */
  run(script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown[]>
  ping(): Promise<void>
  /** Resolves once it is connected, however long that takes. */
  connected(): Promise<void>
  close(): void
}

/** Longer than a healthy Redis ever takes, shorter than a caller notices. */
const commandDeadline = 500
const connectDeadline = 2_000
/** After that long without the answer that it owes, a connection is dead, whatever the network says of it. */
const silenceDeadline = 3_000
const reconnectDelayMax = 1_000
/** A Redis that stutters for a moment is no reason to leave it. */
const mostMissing = 3

export function createRedisClient({ url, log }: { url: string; log: Log }): RedisClient {
  const connection = new Redis(url, {
    keyPrefix: 'latchkey:',
    commandTimeout: commandDeadline,
    connectTimeout: connectDeadline,
    socketTimeout: silenceDeadline,
    // Waiting commands would pile up behind a Redis that is gone.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 50, reconnectDelayMax),
  })
  const redis = keepSteady(connection, mostMissing)
  redis.on('ready', () => log.info('redis is connected'))
  redis.on('close', () => log.debug('redis is not connected'))
  // Each failed attempt to connect is told here; commands report their own failures.
  redis.on('error', ({ message }: Error) => log.debug({ reason: message }, 'redis'))
  const hashes = new Map<string, string>()

  function hashOf(script: string): string {
    const hash = hashes.get(script) ?? createHash('sha1').update(script).digest('hex')
    hashes.set(script, hash)
    return hash
  }

  return {
    get: async (key) => (await redis.get(key)) ?? undefined,
    async set(key, value, ttl) {
      await redis.set(key, value, 'PX', Math.ceil(ttl))
    },
    async add(key, value, ttl) {
      await redis.set(key, value, 'PX', Math.ceil(ttl), 'NX')
    },
    async delete(key) {
      await redis.del(key)
    },
    async run(script, keys, values) {
      const rest = [keys.length, ...keys, ...values] as const
      try {
        return toList(await redis.evalsha(hashOf(script), ...rest))
      } catch (cause) {
        if (!(cause instanceof Error) || !cause.message.startsWith('NOSCRIPT')) throw cause
        return toList(await redis.eval(script, ...rest))
      }
    },
    async ping() {
      await redis.ping()
    },
    connected: () =>
      redis.status === 'ready' ? Promise.resolve() : new Promise((resolve) => redis.once('ready', resolve)),
    close: () => redis.disconnect(),
  }
}

function toList(answer: unknown): unknown[] {
  if (!Array.isArray(answer)) throw new TypeError('The script did not return a list')
  return answer
}
