/** Short-lived values by key: in this process or shared through Redis. A cache may forget, and never fails a request. */
import type { Clock } from './clock.js'

export interface Cache {
  /** The value; undefined when it is unknown, too old, or the cache is away. */
  get(key: string): Promise<string | undefined>
  /** Keeps a text for `ttl` milliseconds, or not at all. */
  set(key: string, value: string, ttl: number): Promise<void>
  delete(key: string): Promise<void>
}

/** Characters kept at once, keys included; the longest unused go first. */
const charactersKept = 64 * 1024 * 1024

export function createMemoryCache({ clock, size = charactersKept }: { clock: Clock; size?: number }): Cache {
  const entries = new Map<string, { value: string; until: number }>()
  let used = 0

  function remove(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    used -= key.length + entry.value.length
    entries.delete(key)
  }

  return {
    async get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.until <= clock.now()) return void remove(key)
      // Set anew, so that the map's order is the order of last use.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    async set(key, value, ttl) {
      remove(key)
      const length = key.length + value.length
      if (ttl <= 0 || length > size) return
      entries.set(key, { value, until: clock.now() + ttl })
      used += length
      for (const oldest of entries.keys()) {
        if (used <= size) break
        remove(oldest)
      }
    },
    async delete(key) {
      remove(key)
    },
  }
}
