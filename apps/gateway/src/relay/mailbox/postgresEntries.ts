/** Publications that wait to be written, each with whoever is told what became of it. */
import type { Letter, Outcome, Publication } from './mailbox.js'
import { plainList, textList } from './postgresLists.js'

export interface Entry {
  readonly publication: Publication
  readonly bytes: number
  readonly settle: (outcome: Outcome) => void
  readonly fail: (cause: unknown) => void
  /** The same message in the same group: each is told what became of the first. */
  again: Entry[] | undefined
}

/** The same message several times is written once. */
export function merge(entries: readonly Entry[]): Entry[] {
  if (entries.length === 1) return [...entries]
  const first = new Map<string, Entry>()
  for (const entry of entries) {
    const { topic, digest } = entry.publication
    const one = first.get(digest)
    // The same message on two topics is two; it hardly ever comes to that.
    const key = one && one.publication.topic !== topic ? topic + digest : digest
    const known = key === digest ? one : first.get(key)
    if (!known) first.set(key, entry)
    else if (known.again) known.again.push(entry)
    else known.again = [entry]
  }
  return [...first.values()]
}

export function tell({ settle, again }: Entry, outcome: Outcome): void {
  settle(outcome)
  if (again) for (const other of again) tell(other, outcome === 'full' ? 'full' : 'known')
}

export function fail({ fail: reject, again }: Entry, cause: unknown): void {
  reject(cause)
  if (again) for (const other of again) fail(other, cause)
}

/** The parts of messages as the statements that store them want them: the time, then a list of each. */
export function partsOf(entries: readonly Entry[], now: number): unknown[] {
  const all = entries.map(({ publication }) => publication)
  return [
    now,
    plainList(all.map(({ topic }) => topic)),
    plainList(all.map(({ digest }) => digest)),
    textList(
      all.map(({ message }) => message),
      entries.map(({ bytes }) => bytes),
    ),
    plainList(all.map(({ tag }) => tag)),
    textList(all.map(({ attestation }) => attestation)),
    plainList(all.map(({ sender }) => sender)),
    plainList(all.map(({ ttl }) => now + ttl * 1000)),
  ]
}

export function toLetter(publication: Publication, seq: number, now: number): Letter {
  return {
    seq,
    topic: publication.topic,
    digest: publication.digest,
    message: publication.message,
    isPlain: publication.isPlain,
    tag: publication.tag,
    attestation: publication.attestation,
    sender: publication.sender,
    publishedAt: now,
    expiresAt: now + publication.ttl * 1000,
  }
}
