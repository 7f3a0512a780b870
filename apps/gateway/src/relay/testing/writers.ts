/** Processes that share the mailbox of one database, each with what it remembers and whom it told. */
import pg from 'pg'
import { beforeEach, onTestFinished } from 'vitest'
import { copyMigratedDatabase } from '../../testing/database.js'
import { createFakeClock, type FakeClock } from '../../testing/fakeClock.js'
import { createRecordedLog } from '../../testing/log.js'
import { run } from '../../testing/statement.js'
import { createJournal, type Journal } from '../mailbox/journal.js'
import { createLedger } from '../mailbox/ledger.js'
import { digestOf, type Publication } from '../mailbox/mailbox.js'
import { createWriter } from '../mailbox/writer.js'

/** For the tests of a file: each has a database and a clock of its own. */
export function openWriters() {
  let url = ''
  let clock: FakeClock
  beforeEach(async () => {
    url = await copyMigratedDatabase()
    clock = createFakeClock()
  })

  return {
    get url() {
      return url
    },
    get clock() {
      return clock
    },

    /**
     * @param change makes the journal do something else
     * @param most what all pages may weigh
     */
    open(change: (journal: Journal) => Journal = (journal) => journal, most = 0) {
      const pool = new pg.Pool({ connectionString: url, max: 2 })
      onTestFinished(() => pool.end())
      const told: string[] = []
      const ledger = createLedger(most)
      const { log, lines } = createRecordedLog()
      const writer = createWriter({
        ledger,
        journal: change(createJournal(pool)),
        clock,
        log,
        onStored: (letters) => told.push(...letters.map(({ message }) => message)),
        onMissed: (topics) => told.push(...topics.map((topic) => `read ${topic}`)),
      })
      const waiting = (topic: string, { after = 0, limit = 1_000 } = {}) =>
        ledger.waiting({ client: 'wallet', topics: [{ topic, after }], limit }, clock.now())
      const places = (topic: string) => waiting(topic).kept.map(({ seq }) => seq)
      return { writer, told, ledger, waiting, places, lines }
    },

    async rows(): Promise<number> {
      const [counted] = await run<{ rows: number }>(url, 'select count(*)::int as rows from relay_pages')
      return counted?.rows ?? 0
    },

    letter(topic: string, message: string, more: Partial<Publication> = {}): Publication {
      const said = { topic, message, digest: digestOf(message), isPlain: true, tag: 1108 }
      return { ...said, attestation: undefined, ttl: 300, sender: 'dapp', ...more }
    },
  }
}
