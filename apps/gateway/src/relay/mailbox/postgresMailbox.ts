/** The mailbox of a gateway that serves the relay alone: in its PostgreSQL, with one commit for all who publish meanwhile. */
import { randomUUID } from 'node:crypto'
import { hours } from '@latchkey/spec/limits'
import pg from 'pg'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { SteadyPool } from '../../ports/steadyPool.js'
import { createGate } from './gate.js'
import { createGroups } from './groups.js'
import { isPlainText, type Letter, type Mailbox, type MailboxListener, type Receipt } from './mailbox.js'
import { plainList } from './postgresLists.js'
import { createPublisher } from './postgresPublisher.js'
import {
  neighboursText,
  readText,
  receiveAgainText,
  receiveNamedText,
  receiveText,
  sweepMessagesText,
  sweepReceiptsText,
  weighText,
} from './postgresStatements.js'
import { createRoom, type Weight } from './room.js'

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

/**
 * Receipts that wait for company: the places of messages with who received them, and those that name their message. Of
 * the first no text is kept: a topic is a piece of the frame in which it came, and would hold all of it, just long enough
 * for the collector of short-lived things to take each message for a long-lived one.
 */
interface Notes {
  readonly places: number[]
  readonly clients: string[]
  readonly ends: number[]
  readonly named: Receipt[]
}

const emptyNotes = (): Notes => ({ places: [], clients: [], ends: [], named: [] })
const countOf = ({ places, named }: Notes) => places.length + named.length

/**
 * One for messages, one for those that find no room, one for room made ahead, one for receipts; and so many for readers,
 * however many there are: nobody who publishes waits behind them.
 */
const writers = 4
const mostReaders = 3
const connectDeadline = 5_000
const statementDeadline = 10_000
/** Receipts may be late, so they wait for company; not for so much of it that others would feel it being written. */
const receiptDelay = 25
const receiptGroup = 1_024
/** Notes of one write: several where the one before took long. */
const notesTogether = 4
const sweepSize = 1_000
/** What comes and goes is counted as it does; all of it is read so seldom, for what was missed, as at the start. */
const recountEvery = hours(1)
/** By which the processes that serve the relay on one database know each other. */
const applicationPrefix = 'latchkey-relay '

export interface PostgresMailboxInput {
  readonly url: string
  readonly clock: Clock
  readonly log: Log
  /** Bytes that all messages may weigh; 0: without end. */
  readonly most: number
}

export function createPostgresMailbox({ url, clock, log, most }: PostgresMailboxInput): Mailbox {
  const room = createRoom(most)
  let isClosing = false
  let hasNeighbours = false

  const pool = new SteadyPool({
    connectionString: url,
    max: writers + mostReaders,
    connectionTimeoutMillis: connectDeadline,
    statement_timeout: statementDeadline,
    query_timeout: statementDeadline + 1_000,
    application_name: `${applicationPrefix}${randomUUID()}`,
  })
  const readers = createGate(mostReaders)
  // One that breaks is replaced by the pool; at the end the database may be faster than the farewell.
  pool.on('error', ({ message }) => {
    if (!isClosing) log.warn({ reason: message }, 'a database connection of the relay broke')
  })
  let recountAt = 0
  let listener: MailboxListener = { onLetter: () => {}, onGap: () => {} }

  const receipts = createGroups<Notes>({
    most: notesTogether,
    async write(notes) {
      for (const { receipts: lost, cause } of await writeReceipts(pool, merge(notes)))
        log.warn({ err: cause, receipts: lost }, 'receipts are lost; their messages come once more')
    },
  })
  let noted = emptyNotes()
  let cancelNote: (() => void) | undefined
  const publisher = createPublisher({
    pool,
    clock,
    room,
    async writeReceipts() {
      flushNotes()
      await receipts.settled()
    },
    // The publishers are answered first.
    onStored: (letters) => setImmediate(() => letters.forEach((letter) => listener.onLetter(letter))),
    onMissed: (topics) => setImmediate(() => topics.forEach((topic) => listener.onGap(topic))),
  })

  function flushNotes(): void {
    cancelNote?.()
    cancelNote = undefined
    if (countOf(noted) === 0) return
    receipts.add(noted)
    noted = emptyNotes()
  }

  /** Two that do not tell each other what they store leave receivers waiting, which somebody should know. */
  async function lookForOthers(): Promise<void> {
    const { rows } = await pool.query<{ count: string }>(neighboursText, [`${applicationPrefix}%`])
    const hasOthers = Number(rows[0]?.count) > 1
    if (hasOthers && !hasNeighbours)
      log.warn('another process serves the relay on this database; several need REDIS_URL to work together')
    hasNeighbours = hasOthers
  }

  async function sweepMessages(): Promise<number> {
    let removed = 0
    for (let last = sweepSize; last === sweepSize; removed += last) {
      const { rows } = await pool.query<{ messages: number; bytes: number }>({
        name: 'relay-sweep-messages',
        text: sweepMessagesText,
        values: [clock.now(), sweepSize],
      })
      const { messages = 0, bytes = 0 } = rows[0] ?? {}
      room.remove(messages, bytes)
      last = messages
    }
    return removed
  }

  async function sweepReceipts(): Promise<void> {
    for (let last = sweepSize; last === sweepSize; ) {
      const values = [clock.now(), sweepSize]
      const { rowCount } = await pool.query({ name: 'relay-sweep-receipts', text: sweepReceiptsText, values })
      last = rowCount ?? 0
    }
  }

  /** Reads everything that is kept. */
  async function count(): Promise<Weight> {
    const { rows } = await pool.query<{ messages: string; bytes: string }>(weighText)
    return { messages: Number(rows[0]?.messages), bytes: Number(rows[0]?.bytes) }
  }

  return {
    publish: publisher.publish,

    async read({ client, topics, limit }) {
      // A receipt that is noted but not written would let its message come again.
      flushNotes()
      await receipts.settled()
      const values = [
        plainList(topics.map(({ topic }) => topic)),
        plainList(topics.map(({ after }) => after)),
        client,
        clock.now(),
        limit,
      ]
      const { rows } = await readers(() => pool.query<Row>({ name: 'relay-read', text: readText, values }))
      return { letters: rows.map(fromRow), hasMore: rows.length < Number(rows[0]?.found ?? 0) }
    },

    receive(receipt) {
      const { client, sent } = receipt
      if (sent) {
        noted.places.push(sent.seq)
        noted.clients.push(client)
        noted.ends.push(sent.expiresAt)
      } else noted.named.push(receipt)
      if (countOf(noted) >= receiptGroup) flushNotes()
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
      await sweepReceipts()
      return sweepMessages()
    },

    async weigh() {
      const now = clock.now()
      if (now < recountAt) return room.weigh()
      const weight = await room.recount(count)
      recountAt = now + recountEvery
      return weight
    },

    async close() {
      isClosing = true
      flushNotes()
      await Promise.all([publisher.settled(), receipts.settled()])
      await pool.end()
    },
  }
}

function merge(notes: readonly Notes[]): Notes {
  const [first, ...others] = notes
  if (first && others.length === 0) return first
  return {
    places: notes.flatMap(({ places }) => places),
    clients: notes.flatMap(({ clients }) => clients),
    ends: notes.flatMap(({ ends }) => ends),
    named: notes.flatMap(({ named }) => named),
  }
}

/** What could not be written, and why. */
async function writeReceipts(
  pool: pg.Pool,
  { places, clients, ends, named }: Notes,
): Promise<{ receipts: number; cause: unknown }[]> {
  const lost: { receipts: number; cause: unknown }[] = []
  const write = async (count: number, run: () => Promise<unknown>) => {
    if (count > 0) await run().catch((cause: unknown) => lost.push({ receipts: count, cause }))
  }
  const values = [plainList(places), plainList(clients), plainList(ends)]
  await write(places.length, () =>
    pool.query({ name: 'relay-receive', text: receiveText, values }).catch((cause: unknown) => {
      if (!isNoted(cause)) throw cause
      return pool.query({ name: 'relay-receive-again', text: receiveAgainText, values })
    }),
  )
  await write(named.length, () =>
    pool.query({ name: 'relay-receive-named', text: receiveNamedText, values: [JSON.stringify(named)] }),
  )
  return lost
}

/** What PostgreSQL says of a row that is there already. */
const uniqueViolation = '23505'
const isNoted = (cause: unknown) => cause instanceof pg.DatabaseError && cause.code === uniqueViolation

function fromRow(row: Row): Letter {
  return {
    seq: Number(row.seq),
    topic: row.topic,
    digest: row.digest,
    message: row.message,
    isPlain: isPlainText(row.message),
    tag: Number(row.tag),
    attestation: row.attestation ?? undefined,
    sender: row.sender,
    publishedAt: Number(row.published_at),
    expiresAt: Number(row.expires_at),
  }
}
