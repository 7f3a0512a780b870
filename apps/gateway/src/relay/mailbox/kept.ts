/** A message as the mailbox in PostgreSQL remembers it, without its text, and the page on which it is written. */
import { relayBounds } from '@latchkey/spec/relay'
import type { Letter } from './mailbox.js'

export interface Kept extends Omit<Letter, 'message' | 'isPlain' | 'memory'> {
  /** Of its text. */
  readonly bytes: number
  /** Where its text begins among those of its page. */
  at: number
  /** Absent while it is not written yet, and when it is gone. */
  page: Page | undefined
  /** The clients that have received it: usually one. */
  receivers: string | Set<string> | undefined
  /** The pages on which that is written: they stay as long as its own, which would else tell of it as never received. */
  notes: Page | Page[] | undefined
}

/** What one commit wrote, as one row. */
export interface Page {
  readonly id: number
  /** When nothing on it counts any more, at the latest. */
  readonly expiresAt: number
  /** Its messages, also those that are gone. */
  readonly kept: readonly Kept[]
  /** What it takes of the room that all have. */
  readonly weight: number
  /** How many of its messages are still kept, and how many that it says were received stand on pages that are. */
  uses: number
}

export function hasReceived({ receivers }: Kept, client: string): boolean {
  return receivers instanceof Set ? receivers.has(client) : receivers === client
}

/** False where that was known, or so many have received it that one more is not remembered. */
export function addReceiver(kept: Kept, client: string): boolean {
  const { receivers } = kept
  if (receivers === undefined) kept.receivers = client
  else if (hasReceived(kept, client)) return false
  else if (receivers instanceof Set) {
    if (receivers.size >= relayBounds.subscribersPerTopic) return false
    receivers.add(client)
  } else kept.receivers = new Set([receivers, client])
  return true
}

/** That somebody has received it is written there. */
export function addNote(kept: Kept, page: Page): void {
  page.uses++
  if (kept.notes === undefined) kept.notes = page
  else if (Array.isArray(kept.notes)) kept.notes.push(page)
  else kept.notes = [kept.notes, page]
}

export function toLetter(kept: Kept, { message, isPlain }: Pick<Letter, 'message' | 'isPlain'>): Letter {
  const { seq, topic, digest, tag, attestation, sender, publishedAt, expiresAt } = kept
  return {
    seq,
    topic,
    digest,
    message,
    isPlain,
    tag,
    attestation,
    sender,
    publishedAt,
    expiresAt,
    memory: kept,
  }
}
