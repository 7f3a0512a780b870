/**
 * What the mailbox in PostgreSQL knows without asking it: which messages are kept, on which page, and who has received
 * them. Whatever is asked about a topic is answered here; only texts are read from the database, and only to be sent.
 */
import { relayBounds } from '@latchkey/spec/relay'
import { addNote, addReceiver, hasReceived, type Kept, type Page } from './kept.js'
import type { Publication, Question } from './mailbox.js'
import { costOf, type Draft, type Note, type PageRow, readHeads } from './page.js'
import { createPages } from './pages.js'
import type { Weight } from './room.js'
import { Shelf } from './shelf.js'

export interface Ledger {
  /** Puts a message on its topic, where it waits to be written, or says why not. */
  put(what: { publication: Publication; bytes: number; seq: number; now: number }): Kept | Refused
  /** Everything that was put for these pages is written. */
  settle(ids: readonly number[], drafts: readonly Draft[]): void
  /** It was not written, or its text is not there any more. */
  drop(kept: Kept): void
  /** What another process wrote, or this one before it ended; answers with the topics of its messages. */
  add(row: Omit<PageRow, 'bodies'>, now: number): ReadonlySet<string>
  /** These are all pages that there are: what is on others is gone, and what nobody knows of may go. */
  reconcile(ids: ReadonlySet<number>): void
  /** A client has received a message; absent where that need not be written. */
  receive(kept: Kept | undefined, client: string): Note | undefined
  /** What is kept of a message, if it is. */
  find(topic: string, digest: string): Kept | undefined
  /** What a client still has to get, in the order of publication. */
  waiting(question: Question, now: number): { readonly kept: readonly Kept[]; readonly hasMore: boolean }
  /** Forgets what has expired, as far as one round goes, and answers with how many messages that were. */
  expire(now: number): number
  /** Pages on which nothing counts any more: their rows may go. Each is told once. */
  takeDead(most: number): readonly number[]
  /** They could not be erased. */
  giveBack(ids: readonly number[]): void
  weigh(): Required<Weight>
}

/**
 * `known`: it is kept already, or waits to be. `full`: its topic holds as much as it may, and nobody has received any of
 * it. `crowded`: all topics together do.
 */
type Refused = 'known' | 'full' | 'crowded'

/** From this share of all room on, what only a restart would ask for is let go of. */
const crowding = 0.9

/** @param most what all pages may weigh; 0: without end */
export function createLedger(most: number): Ledger {
  const shelves = new Map<string, Shelf>()
  const pages = createPages()
  /** Of what waits to be written. */
  let waitingWeight = 0
  let messages = 0
  let bytes = 0

  const hasRoom = (more: number, share = 1) =>
    most === 0 || pages.weight + waitingWeight + more <= most * share

  function shelve(shelf: Shelf, kept: Kept): void {
    shelf.put(kept)
    if (shelf.size === 1) shelves.set(shelf.topic, shelf)
    messages++
    bytes += kept.bytes
  }

  function remove(kept: Kept): void {
    const shelf = shelves.get(kept.topic)
    if (shelf?.find(kept.digest) !== kept) return
    shelf.take(kept)
    if (shelf.size === 0) shelves.delete(shelf.topic)
    messages--
    bytes -= kept.bytes
    const { page } = kept
    kept.page = undefined
    if (page) pages.release(page)
    else waitingWeight -= costOf(kept.bytes, kept.attestation)
  }

  /** What was received goes, the older half first and as often as it takes. What is left of the topic. */
  function makeRoom(topic: string, more: number, now: number): Shelf | undefined {
    const shelf = shelves.get(topic)
    if (!shelf) return undefined
    if (shelf.hasRoom(more)) shelf.trim(now).forEach(remove)
    while (!shelf.hasRoom(more)) {
      const spare = shelf.spare(now)
      if (spare.length === 0) break
      spare.forEach(remove)
    }
    return shelves.get(topic)
  }

  function end(page: Page): void {
    for (const one of page.kept) if (one.page === page) remove(one)
    pages.close(page)
  }

  return {
    put({ publication, bytes: size, seq, now }) {
      const { topic, digest, ttl, tag, attestation, sender } = publication
      const before = shelves.get(topic)?.find(digest)
      if (before && before.expiresAt > now) return 'known'
      if (before) remove(before)
      const cost = costOf(size, attestation)
      if (!hasRoom(cost)) return 'crowded'
      // The text of a topic is usually a piece of the frame in which it came, and would hold all of it.
      const shelf = makeRoom(topic, size, now) ?? new Shelf(Buffer.from(topic, 'latin1').toString('latin1'))
      if (!shelf.hasRoom(size)) return 'full'
      const kept: Kept = {
        seq,
        topic: shelf.topic,
        digest,
        tag,
        attestation,
        sender,
        publishedAt: now,
        expiresAt: now + ttl * 1000,
        bytes: size,
        at: 0,
        page: undefined,
        receivers: undefined,
        notes: undefined,
      }
      shelve(shelf, kept)
      waitingWeight += cost
      return kept
    },

    settle(ids, drafts) {
      for (const [n, { kept, notes, expiresAt }] of drafts.entries()) {
        const page = pages.open({ id: ids[n] as number, expiresAt, kept }, notes.length) // each draft has an id
        for (const one of kept) {
          one.page = page
          page.uses++
          waitingWeight -= costOf(one.bytes, one.attestation)
        }
        for (const note of notes) if (pages.isOpen(note.page)) addNote(note.kept, page)
        if (page.uses === 0) pages.close(page)
      }
    },

    drop: remove,

    add({ id, expiresAt, heads }, now) {
      const { kept, receipts } = readHeads(heads)
      const topics = new Set<string>()
      const page = pages.open({ id, expiresAt, kept }, receipts.length)
      for (const one of kept) {
        // It could be stored because what was there had gone.
        const before = shelves.get(one.topic)?.find(one.digest)
        if (before) remove(before)
        if (one.expiresAt <= now) continue
        one.page = page
        page.uses++
        shelve(shelves.get(one.topic) ?? new Shelf(one.topic), one)
        topics.add(one.topic)
      }
      for (const [about, place, client] of receipts) {
        const noted = pages.find(about)
        const one = noted?.kept[place]
        if (!one) continue
        addReceiver(one, client)
        if (noted !== page) addNote(one, page)
      }
      if (page.uses === 0) pages.close(page)
      for (const topic of topics) makeRoom(topic, 0, now)
      return topics
    },

    reconcile: (ids) => pages.reconcile(ids, end),

    find: (topic, digest) => shelves.get(topic)?.find(digest),

    receive(kept, client) {
      // What has gone is on no page: it may have been published anew, as another message.
      if (!kept?.page || !addReceiver(kept, client)) return undefined
      return hasRoom(0) ? { kept, page: kept.page, client } : undefined
    },

    waiting({ client, topics, limit }, now) {
      const found: Kept[] = []
      for (const { topic, after } of topics) {
        const enough = found.length + limit + 1
        for (const kept of shelves.get(topic)?.written(after) ?? []) {
          if (kept.expiresAt <= now || kept.sender === client || hasReceived(kept, client)) continue
          if (found.push(kept) === enough) break
        }
      }
      found.sort((one, other) => one.seq - other.seq)
      let [count, sum] = [0, 0]
      while (count < Math.min(limit, found.length) && sum < relayBounds.mailboxBytes)
        sum += found[count++]?.bytes ?? 0
      return { kept: found.slice(0, count), hasMore: count < found.length }
    },

    expire(now) {
      const before = messages
      pages.ended(now).forEach(end)
      if (!hasRoom(0, crowding)) pages.forgetNotes()
      return before - messages
    },

    takeDead: pages.takeDead,
    giveBack: pages.giveBack,
    weigh: () => ({ messages, bytes }),
  }
}
