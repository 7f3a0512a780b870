/** Writes what is published and received, page by page, and reads what others wrote where another process did. */
import { seconds } from '@latchkey/spec/limits'
import { type Clock, wait } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { createGate } from './gate.js'
import { createGroups } from './groups.js'
import type { Journal, Numbers } from './journal.js'
import { type Kept, toLetter } from './kept.js'
import type { Ledger } from './ledger.js'
import { Failure, type Letter, type Mailbox, type Outcome, type Publication, type Told } from './mailbox.js'
import { Drafts, type Note, toRow } from './page.js'

export interface WriterInput {
  readonly ledger: Ledger
  readonly journal: Journal
  readonly clock: Clock
  readonly log: Log
  onStored(letters: readonly Letter[]): void
  /** Something is kept on these topics that nobody was told of; what is stored next comes after this. */
  onMissed(topics: readonly string[]): void
}

export interface Writer extends Pick<Mailbox, 'publish' | 'receive'> {
  /** Resolves when the ledger knows what was kept before. */
  loaded(): Promise<void>
  /** Reads what another process has written, where this one does not write any more. */
  follow(): Promise<void>
  /** Erases what nobody needs any more, where this process writes. */
  erase(): Promise<void>
  /** Writes down what is noted. */
  close(): Promise<void>
}

interface Entry {
  readonly publication: Publication
  readonly told: Told
}

/** What was put into the ledger and waits for its commit, or could not be put there. */
interface Put {
  readonly entry: Entry
  readonly outcome: Kept | Exclude<Outcome, 'stored'>
}

/** Messages of one commit: enough for any load. */
const groupSize = 256
/** Numbers that a group may need at the most: each message, each receipt, and a page for each of them. */
const groupNumbers = 10_000
/** Pages that are read, and erased, at once. */
const readSize = 200
const eraseSize = 128
/** Receipts may be late, so they wait for company: the next message, or each other. */
const receiptDelay = 25
/** Of one page, when nobody publishes. */
const receiptGroup = 1_024
/** So long after another process took over, receipts alone are no reason to take over from it. */
const truce = seconds(5)
/** Who is overtaken again between reading and writing tries again after up to so many milliseconds, twice as many each time. */
const [firstPause, longestPause] = [4, 256]

export function createWriter(input: WriterInput): Writer {
  const { ledger, journal, clock, log, onStored, onMissed } = input
  /** One at a time: whoever writes, takes over or reads what others wrote. */
  const alone = createGate(1)
  const erasing = createGate(1)
  /** Absent while another process may write, or may have written. */
  let numbers: Numbers | undefined
  /** The last page that the ledger knows. */
  let seen = 0
  let loading: Promise<void> | undefined
  let isLoaded = false
  let noted: Note[] = []
  let lostAt = Number.NEGATIVE_INFINITY
  /** The end of the numbers that were taken last. */
  let lastEnd: number | undefined
  let cancelNote: (() => void) | undefined

  const groups = createGroups<Entry | undefined>({
    write: (entries) => alone(() => write(entries)),
    most: groupSize,
  })

  function loaded(): Promise<void> {
    if (isLoaded) return Promise.resolve()
    loading ??= alone(load).finally(() => {
      loading = undefined
    })
    return loading
  }

  /** Nobody was served before, so nobody has missed anything. */
  async function load(): Promise<void> {
    if (isLoaded) return
    await catchUp(() => {})
    isLoaded = true
  }

  /** Reads what the ledger does not know yet, and tells of the topics of it. */
  async function catchUp(tell = onMissed): Promise<void> {
    for (let last = readSize; last === readSize; ) {
      const rows = await journal.read(seen, readSize)
      const now = clock.now()
      const topics = new Set<string>()
      for (const row of rows) {
        for (const topic of ledger.add(row, now)) topics.add(topic)
        seen = row.id
      }
      if (topics.size > 0) tell([...topics])
      last = rows.length
    }
  }

  /** From here on nobody else writes, and the ledger knows what they have written. */
  async function ready(): Promise<Numbers> {
    if (numbers && numbers.end - numbers.next >= groupNumbers) return numbers
    await load()
    const taken = await journal.take()
    await catchUp()
    // Whoever wrote meanwhile may have let go of what this process still knows.
    if (taken.first !== lastEnd) ledger.reconcile(await journal.list())
    lastEnd = taken.end
    numbers = taken
    return taken
  }

  function lose(): void {
    numbers = undefined
    lostAt = clock.now()
  }

  async function write(group: readonly (Entry | undefined)[]): Promise<void> {
    const entries = group.filter((entry) => entry !== undefined)
    if (entries.length === 0 && !numbers && clock.now() - lostAt < truce) return noteLater()
    const notes = takeNotes()
    let puts: readonly Put[] = []
    try {
      for (let pause = 0; ; pause = Math.min(2 * pause || firstPause, longestPause)) {
        const mine = await ready()
        const now = clock.now()
        puts = entries.map((entry) => put(entry, mine, now))
        if (await commit(puts, notes, mine, now)) break
        lose()
        puts.forEach(takeBack)
        if (pause > 0) await wait(clock, Math.ceil(Math.random() * pause))
      }
    } catch (cause) {
      // It may be written all the same, which is found by reading.
      lastEnd = undefined
      numbers = undefined
      puts.forEach(takeBack)
      const failure = new Failure(cause)
      for (const { told } of entries) told(failure)
      if (notes.length > 0)
        log.warn(
          { err: cause, receipts: notes.length },
          'receipts are lost; a restart sends their messages again',
        )
      return
    }
    const letters: Letter[] = []
    for (const { entry, outcome } of puts) {
      entry.told(typeof outcome === 'string' ? outcome : 'stored')
      if (typeof outcome !== 'string') letters.push(toLetter(outcome, entry.publication))
    }
    if (letters.length > 0) onStored(letters)
  }

  function put(entry: Entry, mine: Numbers, now: number): Put {
    const { publication } = entry
    const { message, isPlain } = publication
    const bytes = isPlain ? message.length : Buffer.byteLength(message)
    return { entry, outcome: ledger.put({ publication, bytes, seq: mine.next++, now }) }
  }

  function takeBack({ outcome }: Put): void {
    if (typeof outcome !== 'string') ledger.drop(outcome)
  }

  /** False where another process writes now. */
  async function commit(
    puts: readonly Put[],
    notes: readonly Note[],
    mine: Numbers,
    now: number,
  ): Promise<boolean> {
    const drafts = new Drafts(now)
    let isRelaxed = true
    for (const { entry, outcome } of puts) {
      if (typeof outcome === 'string') continue
      drafts.addMessage(outcome, entry.publication.message)
      isRelaxed = false
    }
    for (const note of notes) drafts.addNote(note)
    const pages = drafts.all
    // What is refused is refused by who knows.
    if (pages.length === 0) return puts.length === 0 || journal.isTaken(mine)
    const ids = pages.map(() => mine.next++)
    const rows = pages.map((draft, n) => toRow(ids[n] as number, draft)) // each draft has an id
    if (!(await journal.write(rows, { numbers: mine, isRelaxed }))) return false
    ledger.settle(ids, pages)
    seen = mine.next - 1
    return true
  }

  /** False where nothing is left, or it is no longer this process that may. */
  async function eraseSome(): Promise<boolean> {
    if (!numbers) return false
    const ids = ledger.takeDead(eraseSize)
    if (ids.length === 0) return false
    let isErased = false
    try {
      isErased = await journal.erase(ids, numbers)
      return isErased
    } finally {
      if (!isErased) ledger.giveBack(ids)
    }
  }

  function takeNotes(): readonly Note[] {
    cancelNote?.()
    cancelNote = undefined
    const notes = noted
    noted = []
    return notes
  }

  function flushNotes(): void {
    cancelNote?.()
    cancelNote = undefined
    if (noted.length > 0) groups.add(undefined)
  }

  function noteLater(delay = truce): void {
    cancelNote ??= clock.after(delay, flushNotes)
  }

  return {
    loaded,

    publish: (publication, told) => groups.add({ publication, told }),

    receive({ topic, digest, client, memory }) {
      // The letters that are sent here are made here.
      const kept = (memory as Kept | undefined) ?? ledger.find(topic, digest)
      const note = ledger.receive(kept, client)
      if (!note) return
      noted.push(note)
      if (noted.length === receiptGroup) flushNotes()
      else noteLater(receiptDelay)
    },

    follow: () =>
      alone(async () => {
        await load()
        if (numbers) {
          if (await journal.isTaken(numbers)) return
          lose()
        }
        await catchUp()
      }),

    erase: () =>
      erasing(async () => {
        for (let isMine = true; isMine; ) isMine = await eraseSome()
      }),

    async close() {
      flushNotes()
      await groups.settled()
    },
  }
}
