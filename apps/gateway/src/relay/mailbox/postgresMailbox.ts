/**
 * The mailbox of a gateway that serves the relay alone: in its PostgreSQL, with one commit for all who publish meanwhile.
 *
 * What is kept it remembers (the ledger), so that PostgreSQL has only to write page behind page, to give texts to those
 * who come late, and to drop pages (the journal). One process writes; another one on the same database takes over when
 * somebody publishes there, after it has read what was written, and hears within a second what others write.
 */
import { randomUUID } from 'node:crypto'
import { seconds } from '@latchkey/spec/limits'
import { startJob } from '../../jobs/startJob.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { SteadyPool } from '../../ports/steadyPool.js'
import { createGate } from './gate.js'
import { createJournal } from './journal.js'
import { toLetter } from './kept.js'
import { createLedger } from './ledger.js'
import { isPlainText, type Letter, type Mailbox, type MailboxListener } from './mailbox.js'
import { neighboursText } from './postgresStatements.js'
import { createWriter } from './writer.js'

/** One that writes, one that erases, one that looks around; and so many for readers: nobody who publishes waits behind them. */
const mostReaders = 3
const connections = mostReaders + 3
const connectDeadline = 5_000
const statementDeadline = 10_000
const followEvery = seconds(1)
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
  let isClosing = false
  let hasNeighbours = false
  const pool = new SteadyPool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectDeadline,
    statement_timeout: statementDeadline,
    query_timeout: statementDeadline + 1_000,
    application_name: `${applicationPrefix}${randomUUID()}`,
  })
  // One that breaks is replaced by the pool; at the end the database may be faster than the farewell.
  pool.on('error', ({ message }) => {
    if (!isClosing) log.warn({ reason: message }, 'a database connection of the relay broke')
  })
  let listener: MailboxListener = { onLetter: () => {}, onGap: () => {} }

  const ledger = createLedger(most)
  const journal = createJournal(pool)
  const writer = createWriter({
    ledger,
    journal,
    clock,
    log,
    // The publishers are answered first.
    onStored: (letters) => setImmediate(() => letters.forEach((letter) => listener.onLetter(letter))),
    onMissed: (topics) => setImmediate(() => topics.forEach((topic) => listener.onGap(topic))),
  })
  const readers = createGate(mostReaders)
  const stopFollowing = startJob({ name: 'relay mailbox', every: followEvery, run: keepUp }, { clock, log })

  async function keepUp(): Promise<void> {
    await writer.follow()
    ledger.expire(clock.now())
    await writer.erase()
  }

  /** Each publication of one has the other read what was written, which somebody should know. */
  async function lookForOthers(): Promise<void> {
    const { rows } = await pool.query<{ count: string }>(neighboursText, [`${applicationPrefix}%`])
    const hasOthers = Number(rows[0]?.count) > 1
    if (hasOthers && !hasNeighbours)
      log.warn('another process serves the relay on this database; several need REDIS_URL to work together')
    hasNeighbours = hasOthers
  }

  return {
    publish: writer.publish,
    receive: writer.receive,

    async read(question) {
      await writer.loaded()
      const { kept, hasMore } = ledger.waiting(question, clock.now())
      const texts = await readers(() => journal.texts(kept))
      const letters: Letter[] = []
      for (const [n, one] of kept.entries()) {
        const text = texts[n]
        if (text === undefined) ledger.drop(one)
        // Of those that waited long some may have expired.
        else if (one.expiresAt > clock.now())
          letters.push(toLetter(one, { message: text, isPlain: isPlainText(text) }))
      }
      return { letters, hasMore }
    },

    // Everything that this process stores is heard; what another one stores is found by following it.
    watch: async () => {},
    unwatch: () => {},
    listen: (next) => {
      listener = next
    },

    async sweep() {
      await lookForOthers()
      await writer.loaded()
      const gone = ledger.expire(clock.now())
      await writer.erase()
      return gone
    },

    async weigh() {
      await writer.loaded()
      return ledger.weigh()
    },

    async close() {
      isClosing = true
      await stopFollowing()
      await writer.close()
      await pool.end()
    },
  }
}
