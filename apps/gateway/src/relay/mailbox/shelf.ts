/** The messages of one topic, in their order, with who has received them. Their texts are in the database. */
import { relayBounds } from '@latchkey/spec/relay'
import type { Kept } from './kept.js'

/** Of what a topic may hold. */
const nearly = (most: number) => (most * 3) / 4
/** More than one for each that comes. */
const trimmed = 2

/** The first digits of a digest as a number: so many numbers in a row are looked through faster than a map is kept. */
function markOf(digest: string): number {
  let mark = 0
  for (let at = 0; at < 6; at++) mark = (mark << 5) ^ digest.charCodeAt(at)
  return mark
}

export class Shelf {
  readonly topic: string
  /** In the order of their places. */
  readonly #all: Kept[] = []
  /** Of each, at the same place. */
  readonly #marks: number[] = []
  #bytes = 0

  constructor(topic: string) {
    this.topic = topic
  }

  get size(): number {
    return this.#all.length
  }

  find(digest: string): Kept | undefined {
    const mark = markOf(digest)
    for (let at = this.#marks.indexOf(mark); at >= 0; at = this.#marks.indexOf(mark, at + 1)) {
      const kept = this.#all[at]
      if (kept?.digest === digest) return kept
    }
    return undefined
  }

  hasRoom(more: number): boolean {
    return this.size < relayBounds.mailboxMessages && this.#bytes + more <= relayBounds.mailboxBytes
  }

  put(kept: Kept): void {
    const mark = markOf(kept.digest)
    // What is read from the table comes page by page, and two pages of one commit may have turns of a topic.
    if ((this.#all.at(-1)?.seq ?? 0) < kept.seq) {
      this.#all.push(kept)
      this.#marks.push(mark)
    } else {
      const place = this.#all.findIndex(({ seq }) => seq > kept.seq)
      this.#all.splice(place, 0, kept)
      this.#marks.splice(place, 0, mark)
    }
    this.#bytes += kept.bytes
  }

  take(kept: Kept): void {
    const place = this.#all.indexOf(kept)
    this.#all.splice(place, 1)
    this.#marks.splice(place, 1)
    this.#bytes -= kept.bytes
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
