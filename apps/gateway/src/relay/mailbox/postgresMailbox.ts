/** The mailbox of a gateway that serves the relay alone: in its PostgreSQL, with one commit for all who publish meanwhile. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { createGroups } from './groups.js'
import type { Letter, Mailbox, MailboxListener, Outcome, Publication, Receipt } from './mailbox.js'
import {
  makeRoomText,
  neighboursText,
  readText,
  receiveText,
  storeText,
  sweepMessagesText,
  sweepReceiptsText,
} from './postgresStatements.js'

interface Entry {
  readonly publication: Publication
  readonly settle: (outcome: Outcome) => void
  readonly fail: (cause: unknown) => void
}

interface Row {
  readonly seq: string
  readonly topic: string
  readonly digest: string
  readonly message: string
  readonly tag: string
  readonly attestation: string | null
  readonly sender: string
  readonly published_at: string
  readonly expires_at: string
  readonly found: string
}

/** One for messages, one for receipts, the rest for readers. */
const connections = 4
const connectDeadline = 5_000
const statementDeadline = 10_000
/** Messages of one commit: enough for any load, and a statement that stays below a few megabytes. */
const groupSize = 256
/** Receipts may be late, so they wait for company. */
const receiptDelay = 100
const receiptGroup = 1_024
const sweepSize = 1_000
/** By which the processes that serve the relay on one database know each other. */
const applicationPrefix = 'latchkey-relay '

export function createPostgresMailbox(input: { url: string; clock: Clock; log: Log }): Mailbox {
  const { url, clock, log } = input
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectDeadline,
    statement_timeout: statementDeadline,
    query_timeout: statementDeadline + 1_000,
    application_name: `${applicationPrefix}${randomUUID()}`,
  })
  let isClosing = false
  let hasNeighbours = false
  // One that breaks is replaced by the pool; at the end the database may be faster than the farewell.
  pool.on('error', ({ message }) => {
    if (!isClosing) log.warn({ reason: message }, 'a database connection of the relay broke')
  })
  let listener: MailboxListener = { onLetter: () => {}, onGap: () => {} }

  /** Stores once; those for which there is no room are returned. */
  async function store(entries: readonly Entry[]): Promise<Entry[]> {
    const now = clock.now()
    // Field by field: what is copied whole costs more than what the database asks for.
    const items = entries.map(({ publication }, n) => ({
      n,
      topic: publication.topic,
      digest: publication.digest,
      message: publication.message,
      tag: publication.tag,
      attestation: publication.attestation,
      sender: publication.sender,
      expires: now + publication.ttl * 1000,
    }))
    const values = [JSON.stringify(items), now]
    const { rows } = await pool.query<{ places: string }>({ name: 'relay-store', text: storeText, values })
    const places = rows[0]?.places.split(',').map(Number) ?? []
    const letters: Letter[] = []
    const refused: Entry[] = []
    for (const [n, entry] of entries.entries()) {
      const seq = places[n]
      if (!seq) {
        refused.push(entry)
        continue
      }
      entry.settle(seq < 0 ? 'known' : 'stored')
      if (seq > 0) letters.push(toLetter(entry.publication, seq, now))
    }
    // The publishers are answered first.
    if (letters.length > 0) setImmediate(() => letters.forEach((letter) => listener.onLetter(letter)))
    return refused
  }

  /** The same message several times in one group is written once; the others are told what became of the first. */
  async function write(entries: readonly Entry[]): Promise<void> {
    const byKey = new Map<string, Entry>()
    const outcomes = new Map<string, Outcome>()
    const again: Entry[] = []
    const settle = (key: string, first: Entry, outcome: Outcome) => {
      outcomes.set(key, outcome)
      first.settle(outcome)
    }
    for (const entry of entries) {
      const key = keyOf(entry)
      if (byKey.has(key)) again.push(entry)
      else byKey.set(key, { ...entry, settle: (outcome) => settle(key, entry, outcome) })
    }
    try {
      const refused = await store([...byKey.values()])
      if (refused.length > 0) await storeInRoom(refused)
      for (const entry of again) entry.settle(outcomes.get(keyOf(entry)) === 'full' ? 'full' : 'known')
    } catch (cause) {
      for (const { fail } of entries) fail(cause)
    }
  }

  async function storeInRoom(entries: readonly Entry[]): Promise<void> {
    // What was received makes room, so receipts that are only noted count.
    flushNotes()
    await receipts.settled()
    const topics = [...new Set(entries.map(({ publication }) => publication.topic))]
    await pool.query({ name: 'relay-make-room', text: makeRoomText, values: [topics, clock.now()] })
    for (const { settle } of await store(entries)) settle('full')
  }

  const publications = createGroups<Entry>({ write, most: groupSize })
  const receipts = createGroups<Receipt>({
    most: receiptGroup,
    async write(group) {
      try {
        await pool.query({
          name: 'relay-receive',
          text: receiveText,
          values: [JSON.stringify(group)],
        })
      } catch (cause) {
        log.warn({ err: cause, receipts: group.length }, 'receipts are lost; their messages come once more')
      }
    },
  })
  let noted: Receipt[] = []
  let cancelNote: (() => void) | undefined

  function flushNotes(): void {
    cancelNote?.()
    cancelNote = undefined
    for (const receipt of noted) receipts.add(receipt)
    noted = []
  }

  /** Two that do not tell each other what they store leave receivers waiting, which somebody should know. */
  async function lookForOthers(): Promise<void> {
    const { rows } = await pool.query<{ count: string }>(neighboursText, [`${applicationPrefix}%`])
    const hasOthers = Number(rows[0]?.count) > 1
    if (hasOthers && !hasNeighbours)
      log.warn('another process serves the relay on this database; several need REDIS_URL to work together')
    hasNeighbours = hasOthers
  }

  async function sweepTable(name: string, text: string): Promise<number> {
    let removed = 0
    for (let last = sweepSize; last === sweepSize; removed += last) {
      const { rowCount } = await pool.query({ name, text, values: [clock.now(), sweepSize] })
      last = rowCount ?? 0
    }
    return removed
  }

  return {
    publish: (publication) => new Promise((settle, fail) => publications.add({ publication, settle, fail })),

    async read({ client, topics, limit }) {
      // A receipt that is noted but not written would let its message come again.
      flushNotes()
      await receipts.settled()
      const values = [
        topics.map(({ topic }) => topic),
        topics.map(({ after }) => after),
        client,
        clock.now(),
        limit,
      ]
      const { rows } = await pool.query<Row>({ name: 'relay-read', text: readText, values })
      return { letters: rows.map(fromRow), hasMore: rows.length < Number(rows[0]?.found ?? 0) }
    },

    receive(receipt) {
      noted.push(receipt)
      if (noted.length >= receiptGroup) flushNotes()
      else cancelNote ??= clock.after(receiptDelay, flushNotes)
    },

    // Everything is stored by this process, so everything is heard.
    watch: async () => {},
    unwatch: () => {},
    listen: (next) => {
      listener = next
    },

    async sweep() {
      await lookForOthers()
      await sweepTable('relay-sweep-receipts', sweepReceiptsText)
      return sweepTable('relay-sweep-messages', sweepMessagesText)
    },

    async count() {
      const { rows } = await pool.query<{ count: string }>('select count(*) from relay_messages')
      return Number(rows[0]?.count)
    },

    async close() {
      isClosing = true
      flushNotes()
      await Promise.all([publications.settled(), receipts.settled()])
      await pool.end()
    },
  }
}

const keyOf = ({ publication }: Entry) => publication.topic + publication.digest

function toLetter(publication: Publication, seq: number, now: number): Letter {
  return {
    seq,
    topic: publication.topic,
    digest: publication.digest,
    message: publication.message,
    tag: publication.tag,
    attestation: publication.attestation,
    sender: publication.sender,
    publishedAt: now,
    expiresAt: now + publication.ttl * 1000,
  }
}

function fromRow(row: Row): Letter {
  return {
    seq: Number(row.seq),
    topic: row.topic,
    digest: row.digest,
    message: row.message,
    tag: Number(row.tag),
    attestation: row.attestation ?? undefined,
    sender: row.sender,
    publishedAt: Number(row.published_at),
    expiresAt: Number(row.expires_at),
  }
}
