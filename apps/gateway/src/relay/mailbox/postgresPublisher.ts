/** Writes publications into PostgreSQL: those that come together in one commit, and only as many as there is room for. */
import type pg from 'pg'
import type { Clock } from '../../ports/clock.js'
import { createGroups } from './groups.js'
import type { Letter, Outcome, Publication } from './mailbox.js'
import { type Entry, fail, merge, partsOf, tell, toLetter } from './postgresEntries.js'
import { plainList } from './postgresLists.js'
import { makeRoomText, storeInRoomText, storeText, weighTopicsText } from './postgresStatements.js'
import type { Room } from './room.js'
import { createShelves, type Relief } from './shelves.js'

export interface PublisherInput {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly room: Room
  /** Resolves once all receipts that were noted are written: what was received makes room. */
  writeReceipts(): Promise<void>
  onStored(letters: readonly Letter[]): void
  /** Something is kept on these topics that nobody was told of; what is stored next comes after this. */
  onMissed(topics: readonly string[]): void
}

export interface Publisher {
  publish(publication: Publication): Promise<Outcome>
  /** Resolves when everything published so far is written, or has failed. */
  settled(): Promise<void>
}

/** What a topic holds, or what has gone from it. */
interface Load {
  readonly topic: string
  readonly messages: number
  readonly bytes: number
}

/** With what was not expired yet. */
interface Gone extends Load {
  readonly aliveMessages: number
  readonly aliveBytes: number
}

/** A topic that is nearly full. */
interface Crowding {
  readonly topic: string
  readonly relieve: Relief
}

/** Messages of one commit: enough for any load, and a statement that stays below a few megabytes. */
const groupSize = 256
/** Topics on which room is made ahead by one statement: it has processors that others store with, and is soon done. */
const aheadSize = 1
/** Topics of which it is remembered what they hold. */
const shelfCount = 50_000

export function createPublisher(input: PublisherInput): Publisher {
  const { pool, clock, room, writeReceipts, onStored, onMissed } = input
  const shelves = createShelves(shelfCount)
  /** Topics with messages in the line of those that found no room, and how many: later ones queue behind them. */
  const crowded = new Map<string, number>()
  /**
   * Topics of publications whose answer was lost with a connection: they may be kept all the same, unheard by those who
   * wait. They come again and are known; by then at the latest the topic must be read.
   */
  const doubtful = new Set<string>()

  /** Stores once; those for which there is no room are returned. */
  async function store(entries: readonly Entry[]): Promise<Entry[]> {
    const now = clock.now()
    await countTopics(entries, now)
    const refused: Entry[] = []
    const sent: Entry[] = []
    /** Topics with messages that found no room: later ones stay behind them, however small. */
    const full = new Set<string>()
    for (const entry of entries) {
      const { topic } = entry.publication
      const fits = !(full.has(topic) || crowded.has(topic)) && shelves.put(topic, entry.bytes) === 'fits'
      if (!fits) full.add(topic)
      const group = fits ? sent : refused
      group.push(entry)
    }
    if (sent.length === 0) return refused
    const { rows } = await pool.query<Stored>({
      name: 'relay-store',
      text: storeText,
      values: partsOf(sent, now),
    })
    const placeOf = readPlaces(rows[0])
    const letters: Letter[] = []
    for (const [n, entry] of sent.entries()) {
      const { publication, bytes } = entry
      const seq = placeOf(publication, n)
      if (seq !== undefined) letters.push(keep(entry, seq, now))
      else {
        shelves.take(publication.topic, bytes)
        tell(entry, 'known')
      }
    }
    deliver(sent, letters)
    makeRoomAhead(letters)
    return refused
  }

  /** Where nobody remembers what a topic holds, the database is asked. */
  async function countTopics(entries: readonly Entry[], now: number): Promise<void> {
    const topics = new Set<string>()
    for (const { publication } of entries) {
      const { topic } = publication
      if (!(shelves.has(topic) || crowded.has(topic))) topics.add(topic)
    }
    if (topics.size === 0) return
    const { rows } = await pool.query<Load>({
      name: 'relay-weigh-topics',
      text: weighTopicsText,
      values: [now, plainList([...topics])],
    })
    for (const { topic, messages, bytes } of rows) shelves.set(topic, messages, bytes)
  }

  /** Before a topic is full, so that those who publish on it need not wait for it. */
  function makeRoomAhead(letters: readonly Letter[]): void {
    for (const { topic } of letters) {
      const relieve = shelves.crowding(topic)
      if (relieve) ahead.add({ topic, relieve })
    }
  }

  async function writeAhead(crowdings: readonly Crowding[]): Promise<void> {
    try {
      const gone = await makeRoom(crowdings.map(({ topic }) => topic))
      for (const { topic, relieve } of crowdings) {
        const { aliveMessages = 0, aliveBytes = 0 } = gone.find((each) => each.topic === topic) ?? {}
        relieve(aliveMessages, aliveBytes)
      }
    } catch {
      // Room is made when it is needed; whoever then waits for it is told what is wrong.
    }
  }

  async function makeRoom(topics: readonly string[]): Promise<readonly Gone[]> {
    const { rows } = await pool.query<Gone>({
      name: 'relay-make-room',
      text: makeRoomText,
      values: [topics, clock.now()],
    })
    for (const { messages, bytes } of rows) room.remove(messages, bytes)
    return rows
  }

  async function storeInRoom(entries: readonly Entry[]): Promise<void> {
    await writeReceipts()
    const now = clock.now()
    const topics = [...new Set(entries.map(({ publication }) => publication.topic))]
    await makeRoom(topics)
    const { rows } = await pool.query<{ places: string }>({
      name: 'relay-store-in-room',
      text: storeInRoomText,
      values: partsOf(entries, now),
    })
    // They are counted when they are used again.
    for (const topic of topics) shelves.forget(topic)
    const places = rows[0]?.places.split(',').map(Number) ?? []
    const letters: Letter[] = []
    for (const [n, entry] of entries.entries()) {
      const seq = places[n] ?? 0
      if (seq > 0) letters.push(keep(entry, seq, now))
      else tell(entry, seq < 0 ? 'known' : 'full')
    }
    deliver(entries, letters)
  }

  function deliver(entries: readonly Entry[], letters: readonly Letter[]): void {
    if (doubtful.size > 0) {
      const missed = entries
        .map(({ publication }) => publication.topic)
        .filter((topic) => doubtful.delete(topic))
      if (missed.length > 0) onMissed(missed)
    }
    if (letters.length > 0) onStored(letters)
  }

  /** Its publisher is told before its receivers. */
  function keep(entry: Entry, seq: number, now: number): Letter {
    room.add(entry.bytes)
    tell(entry, 'stored')
    return toLetter(entry.publication, seq, now)
  }

  async function write(entries: readonly Entry[]): Promise<void> {
    const first = merge(entries)
    try {
      for (const entry of await store(first)) {
        const { topic } = entry.publication
        crowded.set(topic, (crowded.get(topic) ?? 0) + 1)
        inRoom.add(entry)
      }
    } catch (cause) {
      giveUp(first, cause)
    }
  }

  async function writeInRoom(entries: readonly Entry[]): Promise<void> {
    const first = merge(entries)
    try {
      await storeInRoom(first)
    } catch (cause) {
      giveUp(first, cause)
    } finally {
      for (const { publication } of entries) {
        const left = (crowded.get(publication.topic) ?? 1) - 1
        if (left > 0) crowded.set(publication.topic, left)
        else crowded.delete(publication.topic)
      }
    }
  }

  function giveUp(entries: readonly Entry[], cause: unknown): void {
    for (const entry of entries) {
      const { topic } = entry.publication
      // What its topic holds now, nobody knows.
      shelves.forget(topic)
      if (doubtful.size < shelfCount) doubtful.add(topic)
      fail(entry, cause)
    }
  }

  const groups = createGroups<Entry>({ write, most: groupSize })
  // To make room takes several statements: whoever fills a topic waits for them, and nobody else.
  const inRoom = createGroups<Entry>({ write: writeInRoom, most: groupSize })
  const ahead = createGroups<Crowding>({ write: writeAhead, most: aheadSize })

  return {
    publish(publication) {
      const { message, isPlain } = publication
      const bytes = isPlain ? message.length : Buffer.byteLength(message)
      if (!room.has(bytes)) return Promise.resolve('crowded')
      return new Promise((settle, fail) => groups.add({ publication, bytes, settle, fail, again: undefined }))
    },
    async settled() {
      await groups.settled()
      await inRoom.settled()
      await ahead.settled()
    },
  }
}

/** Where the messages of a group lie; `names` only where some were kept already. */
interface Stored {
  readonly places: string | null
  readonly names: string | null
}

/** The place of a message, the n-th of its group; absent where it was kept already. */
function readPlaces(stored: Stored | undefined) {
  const places = stored?.places?.split(',').map(Number) ?? []
  if (!stored?.names) return (_: Publication, n: number) => places[n]
  const byName = new Map(stored.names.split(',').map((name, n) => [name, places[n]]))
  return ({ topic, digest }: Publication) => byName.get(topic + digest)
}
