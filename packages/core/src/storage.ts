/** What outlives a page load: the raw contract, and typed keys over it. */

/** The raw contract. Any key-value store of strings will do; a method may throw, the kit goes on. */
export interface Storage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}
