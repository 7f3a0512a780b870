/**
 * A map that knows which of its entries was used longest ago. The order is a chain beside the map: a map that keeps it
 * by deleting and setting anew walks over every place that a key in much use has left behind.
 */

interface Entry<value> {
  readonly key: string
  value: value
  older: Entry<value> | undefined
  newer: Entry<value> | undefined
}

export class LastUsed<value> {
  readonly #entries = new Map<string, Entry<value>>()
  #oldest: Entry<value> | undefined
  #newest: Entry<value> | undefined

  get size(): number {
    return this.#entries.size
  }

  /** The one that nobody has asked for or set for the longest time. */
  get oldest(): { readonly key: string; readonly value: value } | undefined {
    return this.#oldest
  }

  /** Asking for it is using it. */
  get(key: string): value | undefined {
    const entry = this.#entries.get(key)
    if (entry) this.#use(entry)
    return entry?.value
  }

  set(key: string, value: value): void {
    const known = this.#entries.get(key)
    const entry = known ?? { key, value, older: undefined, newer: undefined }
    entry.value = value
    if (known) return this.#use(known)
    this.#entries.set(key, entry)
    this.#link(entry)
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#unlink(entry)
  }

  #use(entry: Entry<value>): void {
    if (entry === this.#newest) return
    this.#unlink(entry)
    this.#link(entry)
  }

  #link(entry: Entry<value>): void {
    entry.older = this.#newest
    entry.newer = undefined
    if (this.#newest) this.#newest.newer = entry
    else this.#oldest = entry
    this.#newest = entry
  }

  #unlink({ older, newer }: Entry<value>): void {
    if (older) older.newer = newer
    else this.#oldest = newer
    if (newer) newer.older = older
    else this.#newest = older
  }
}
