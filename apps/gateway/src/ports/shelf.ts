/** Values of this process by key: each for a time, all together up to a size; the longest unused go first. */
import type { Clock } from './clock.js'
import { LastUsed } from './lastUsed.js'

interface Entry<value> {
  readonly value: value
  readonly length: number
  readonly until: number
}

export class Shelf<value> {
  readonly #entries = new LastUsed<Entry<value>>()
  readonly #clock: Clock
  readonly #size: number
  #used = 0

  /** `size`: characters kept at once, keys included. */
  constructor({ clock, size }: { readonly clock: Clock; readonly size: number }) {
    this.#clock = clock
    this.#size = size
  }

  get(key: string): value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.until > this.#clock.now()) return entry.value
    this.delete(key)
    return undefined
  }

  /** Keeps a value of `length` characters for `ttl` milliseconds, or not at all. */
  set(key: string, value: value, { length, ttl }: { readonly length: number; readonly ttl: number }): void {
    this.delete(key)
    const taken = key.length + length
    if (ttl <= 0 || taken > this.#size) return
    const now = this.#clock.now()
    this.#entries.set(key, { value, length: taken, until: now + ttl })
    this.#used += taken
    // What is over at that end goes as well: where all is kept for a moment only, nothing else would ever ask for it.
    for (
      let { oldest } = this.#entries;
      oldest && (this.#used > this.#size || oldest.value.until <= now);
      { oldest } = this.#entries
    )
      this.delete(oldest.key)
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#used -= entry.length
    this.#entries.delete(key)
  }
}
