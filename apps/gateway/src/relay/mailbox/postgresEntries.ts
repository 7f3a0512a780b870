/** Publications that wait to be written, each with whoever is told what became of it. */
import { type Letter, type Outcome, type Publication, quote } from './mailbox.js'

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

/**
 * By hand, because every message passes here; topics and digests are hex, and clients are named in base58. As bytes,
 * since a text would be measured and encoded once more.
 */
export function jsonOf(entries: readonly Entry[], now: number): Buffer {
  let text = ''
  let isPlain = true
  for (let n = 0; n < entries.length; n++) {
    const { publication } = entries[n] as Entry // n is below their number
    const { topic, digest, tag, attestation, sender, ttl } = publication
    isPlain &&= publication.isPlain && !attestation
    const said = attestation === undefined ? 'null' : attestation === '' ? '""' : JSON.stringify(attestation)
    text += `${n === 0 ? '[' : ','}{"n":${n},"topic":"${topic}","digest":"${digest}","sender":"${sender}","tag":${tag},"attestation":${said},"expires":${now + ttl * 1000},"message":${quote(publication)}}`
  }
  return Buffer.from(`${text}]`, isPlain ? 'latin1' : 'utf8')
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
