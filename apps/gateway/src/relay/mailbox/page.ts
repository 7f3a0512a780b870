/**
 * A page: the messages and receipts that one commit writes, as one row. Its heads say what is on it, as JSON; its bodies
 * are the texts of its messages, one behind the other, of which any can be read by itself.
 *
 * A row goes when nothing on it counts any more. So that the last of its messages does not keep the others for long,
 * messages with very different lives are not written on one page.
 */
import { minutes } from '@latchkey/spec/limits'
import type { Kept, Page } from './kept.js'

/** A client has received a message, which stands on that page, though it may have made room for others meanwhile. */
export interface Note {
  readonly kept: Kept
  readonly page: Page
  readonly client: string
}

/** A page that is not written yet. */
export interface Draft {
  readonly kept: Kept[]
  readonly texts: string[]
  readonly notes: Note[]
  bytes: number
  expiresAt: number
}

export interface PageRow {
  readonly id: number
  readonly expiresAt: number
  readonly heads: string
  readonly bodies: Buffer
}

type MessageHead = readonly [
  seq: number,
  topic: string,
  digest: string,
  sender: string,
  tag: number,
  expiresAt: number,
  publishedAt: number,
  bytes: number,
  attestation: string | null,
]
/** The message is named by its page and its place there. */
type ReceiptHead = readonly [page: number, place: number, client: string]

interface Heads {
  readonly messages: readonly MessageHead[]
  readonly receipts: readonly ReceiptHead[]
}

/** Lives up to this long are alike, and so are those of up to four times, sixteen times … as long. */
const shortLife = minutes(5)
const step = 4

/** What a message costs besides its text, in memory above all; and what a note of its receipt does. */
const perMessage = 1_024
const perNote = 128
/** A page is read, and kept until nothing on it counts, as a whole. */
const mostMessages = 256
const mostBytes = 1024 * 1024

export const costOf = (bytes: number, attestation: string | undefined) =>
  bytes + (attestation?.length ?? 0) + perMessage

export function weightOf(kept: readonly Kept[], notes: number): number {
  return kept.reduce((sum, one) => sum + costOf(one.bytes, one.attestation), notes * perNote)
}

const lifeOf = (ms: number) => Math.max(0, Math.ceil(Math.log(Math.max(1, ms) / shortLife) / Math.log(step)))

/** Puts what is to be written on as few pages as its lives allow. */
export class Drafts {
  readonly all: Draft[] = []
  readonly #open = new Map<number, Draft>()
  readonly #now: number

  constructor(now: number) {
    this.#now = now
  }

  addMessage(kept: Kept, text: string): void {
    const draft = this.#for(kept)
    draft.kept.push(kept)
    draft.texts.push(text)
    draft.bytes += kept.bytes + (kept.attestation?.length ?? 0)
  }

  addNote(note: Note): void {
    this.#for(note.kept).notes.push(note)
  }

  #for({ expiresAt }: Kept): Draft {
    const life = lifeOf(expiresAt - this.#now)
    let draft = this.#open.get(life)
    if (!draft || draft.kept.length >= mostMessages || draft.bytes >= mostBytes) {
      draft = { kept: [], texts: [], notes: [], bytes: 0, expiresAt }
      this.all.push(draft)
      this.#open.set(life, draft)
    }
    draft.expiresAt = Math.max(draft.expiresAt, expiresAt)
    return draft
  }
}

export function toRow(id: number, { kept, texts, notes, expiresAt }: Draft): PageRow {
  const receipts = notes.map(
    ({ kept, page, client }): ReceiptHead => [page.id, page.kept.indexOf(kept), client],
  )
  const heads: Heads = { messages: kept.map(toHead), receipts }
  return { id, expiresAt, heads: JSON.stringify(heads), bodies: join(kept, texts) }
}

const toHead = (kept: Kept): MessageHead => [
  kept.seq,
  kept.topic,
  kept.digest,
  kept.sender,
  kept.tag,
  kept.expiresAt,
  kept.publishedAt,
  kept.bytes,
  kept.attestation ?? null,
]

/** Also tells each message where its text begins. */
function join(kept: readonly Kept[], texts: readonly string[]): Buffer {
  const all = Buffer.allocUnsafe(kept.reduce((sum, { bytes }) => sum + bytes, 0))
  let at = 0
  for (const [n, one] of kept.entries()) {
    const text = texts[n] ?? ''
    one.at = at
    // As many bytes as characters: ASCII.
    at += all.write(text, at, text.length === one.bytes ? 'latin1' : 'utf8')
  }
  return all
}

/** What stands on a row: its messages, none of them counted yet, and its receipts. */
export function readHeads(heads: string): { kept: Kept[]; receipts: readonly ReceiptHead[] } {
  const { messages, receipts } = JSON.parse(heads) as Heads // written by `toRow`, or by the migration like it
  let at = 0
  const kept = messages.map(
    ([seq, topic, digest, sender, tag, expiresAt, publishedAt, bytes, attestation]): Kept => {
      const one = { seq, topic, digest, sender, tag, expiresAt, publishedAt, bytes }
      const place = at
      at += bytes
      const unread = { page: undefined, receivers: undefined, notes: undefined }
      return { ...one, attestation: attestation ?? undefined, at: place, ...unread }
    },
  )
  return { kept, receipts }
}
