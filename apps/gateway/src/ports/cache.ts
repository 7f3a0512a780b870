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

/** The same in this process, without waiting. */
export interface MemoryStore {
  get(key: string): string | undefined
  set(key: string, value: string, ttl: number): void
  delete(key: string): void
}

export function createMemoryStore({
  clock,
  size = charactersKept,
}: {
  clock: Clock
  size?: number
}): MemoryStore {
  const entries = new Map<string, { value: string; until: number }>()
  let used = 0
  /** The last in the order: it need not be moved there, which costs more than to find it. */
  let newest: string | undefined

  function remove(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    used -= key.length + entry.value.length
    entries.delete(key)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.until <= clock.now()) return void remove(key)
      if (key !== newest) {
        // Set anew, so that the map's order is the order of last use.
        entries.delete(key)
        entries.set(key, entry)
        newest = key
      }
      return entry.value
    },
    set(key, value, ttl) {
      remove(key)
      const length = key.length + value.length
      if (ttl <= 0 || length > size) return
      entries.set(key, { value, until: clock.now() + ttl })
      newest = key
      used += length
      for (const oldest of entries.keys()) {
        if (used <= size) break
        remove(oldest)
      }
    },
    delete: remove,
  }
}

export function createMemoryCache(input: { clock: Clock; size?: number }): Cache {
  const store = createMemoryStore(input)
  return {
    get: async (key) => store.get(key),
    set: async (key, value, ttl) => store.set(key, value, ttl),
    delete: async (key) => store.delete(key),
  }
}
