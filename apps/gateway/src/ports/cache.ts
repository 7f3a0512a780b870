/** Short-lived values by key: in this process or shared through Redis. A cache may forget, and never fails a request. */
import type { Clock } from './clock.js'
import { Shelf } from './shelf.js'

export interface Cache {
  /** The value; undefined when it is unknown, too old, or the cache is away. */
  get(key: string): Promise<string | undefined>
  /** Keeps a text for `ttl` milliseconds, or not at all. */
  set(key: string, value: string, ttl: number): Promise<void>
  /** As `set`, unless there is a value: of all who add at once, in whichever process, one does. */
  add(key: string, value: string, ttl: number): Promise<void>
  delete(key: string): Promise<void>
}

/** Characters kept at once, keys included; the longest unused go first. */
const charactersKept = 64 * 1024 * 1024

export function createMemoryCache({ clock, size = charactersKept }: { clock: Clock; size?: number }): Cache {
  const shelf = new Shelf<string>({ clock, size })
  return {
    get: async (key) => shelf.get(key),
    set: async (key, value, ttl) => shelf.set(key, value, { length: value.length, ttl }),
    async add(key, value, ttl) {
      if (shelf.get(key) === undefined) shelf.set(key, value, { length: value.length, ttl })
    },
    delete: async (key) => shelf.delete(key),
  }
}
