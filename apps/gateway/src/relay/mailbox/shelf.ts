/** The messages of one topic, in their order, with who has received them. Their texts are in the database. */
import { relayBounds } from '@latchkey/spec/relay'
import type { Kept } from './kept.js'

/** Of what a topic may hold. */
const nearly = (most: number) => (most * 3) / 4
/** More than one for each that comes. */
const trimmed = 2
/** So many are looked through faster than a map of them is kept, and most topics have but a few. */
const few = 32

export class Shelf {
  readonly topic: string
  /** In the order of their places. */
  readonly #all: Kept[] = []
  #byDigest: Map<string, Kept> | undefined
  #bytes = 0

  constructor(topic: string) {
    this.topic = topic
  }

  get size(): number {
    return this.#all.length
  }

  find(digest: string): Kept | undefined {
    if (this.#byDigest) return this.#byDigest.get(digest)
    return this.#all.find((kept) => kept.digest === digest)
  }

  hasRoom(more: number): boolean {
    return this.size < relayBounds.mailboxMessages && this.#bytes + more <= relayBounds.mailboxBytes
  }

  put(kept: Kept): void {
    // What is read from the table comes page by page, and two pages of one commit may have turns of a topic.
    if ((this.#all.at(-1)?.seq ?? 0) < kept.seq) this.#all.push(kept)
    else
      this.#all.splice(
        this.#all.findIndex(({ seq }) => seq > kept.seq),
        0,
        kept,
      )
    this.#bytes += kept.bytes
    if (this.#byDigest) this.#byDigest.set(kept.digest, kept)
    else if (this.size > few) this.#byDigest = new Map(this.#all.map((one) => [one.digest, one]))
  }

  take(kept: Kept): void {
    this.#all.splice(this.#all.indexOf(kept), 1)
    this.#bytes -= kept.bytes
    this.#byDigest?.delete(kept.digest)
  }

  /** What may go to make room: what has expired, and the older half of what somebody has received. */
  spare(now: number): Kept[] {
    const written = this.#all.filter(({ page }) => page)
    const expired = written.filter(({ expiresAt }) => expiresAt <= now)
    const received = written.filter(({ expiresAt, receivers }) => expiresAt > now && receivers)
    return [...expired, ...received.slice(0, Math.ceil(received.length / 2))]
  }

  /** Of that the oldest few, where the topic is nearly full: so it hardly ever comes to take half of it at once. */
  trim(now: number): Kept[] {
    const isNearlyFull =
      this.size >= nearly(relayBounds.mailboxMessages) || this.#bytes >= nearly(relayBounds.mailboxBytes)
    const found: Kept[] = []
    if (!isNearlyFull) return found
    for (const kept of this.#all) {
      if (!kept.page || (kept.expiresAt > now && !kept.receivers)) continue
      if (found.push(kept) === trimmed) break
    }
    return found
  }

  /** What is written and later than `after`. */
  *written(after: number): Iterable<Kept> {
    for (const kept of this.#all) if (kept.seq > after && kept.page) yield kept
  }
}
