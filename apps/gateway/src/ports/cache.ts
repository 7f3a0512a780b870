/** Short-lived values by key: in this process or shared through Redis. A cache may forget, and never fails a request. */
import type { Clock } from './clock.js'
import { LastUsed } from './lastUsed.js'

export interface Cache {
  /** The value; undefined when it is unknown, too old, or the cache is away. */
  get(key: string): Promise<string | undefined>
  /** Keeps a text for `ttl` milliseconds, or not at all. */
  set(key: string, value: string, ttl: number): Promise<void>
  delete(key: string): Promise<void>
}

/** A cache of this process, which says at once what it has. */
export interface MemoryCache extends Cache {
  peek(key: string): string | undefined
  put(key: string, value: string, ttl: number): void
}

/** Characters kept at once, keys included; the longest unused go first. */
const charactersKept = 64 * 1024 * 1024

export function createMemoryCache({
  clock,
  size = charactersKept,
}: {
  clock: Clock
  size?: number
}): MemoryCache {
  const entries = new LastUsed<{ readonly value: string; readonly until: number }>()
  let used = 0

  function remove(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    used -= key.length + entry.value.length
    entries.delete(key)
  }

  function peek(key: string): string | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (entry.until > clock.now()) return entry.value
    remove(key)
    return undefined
  }

  function put(key: string, value: string, ttl: number): void {
    remove(key)
    const length = key.length + value.length
    if (ttl <= 0 || length > size) return
    const now = clock.now()
    entries.set(key, { value, until: now + ttl })
    used += length
    // What is over at that end goes as well: where all is kept for a moment only, nothing else would ever ask for it.
    for (
      let { oldest } = entries;
      oldest && (used > size || oldest.value.until <= now);
      { oldest } = entries
    )
      remove(oldest.key)
  }

  return {
    peek,
    put,
    get: async (key) => peek(key),
    set: async (key, value, ttl) => put(key, value, ttl),
    delete: async (key) => remove(key),
  }
}
