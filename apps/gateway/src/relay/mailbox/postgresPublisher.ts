/** Writes publications into PostgreSQL: those that come together in one commit, and only as many as there is room for. */
import type pg from 'pg'
import type { Clock } from '../../ports/clock.js'
import { createGroups } from './groups.js'
import { type Letter, type Outcome, type Publication, quote } from './mailbox.js'
import { makeRoomText, storeInRoomText, storeText } from './postgresStatements.js'
import type { Room } from './room.js'
import { createShelves } from './shelves.js'

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

interface Entry {
  readonly publication: Publication
  readonly bytes: number
  readonly settle: (outcome: Outcome) => void
  readonly fail: (cause: unknown) => void
  /** The same message in the same group: each is told what became of the first. */
  again: Entry[] | undefined
}

interface Held {
  readonly topic: string
  readonly messages: number
  readonly bytes: number
  readonly fits: boolean
}

/** Messages of one commit: enough for any load, and a statement that stays below a few megabytes. */
const groupSize = 256
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
    const refused: Entry[] = []
    const sent: Entry[] = []
    /** What comes on topics that nobody remembers. */
    const asked = new Map<string, { messages: number; bytes: number }>()
    for (const entry of entries) {
      const { topic } = entry.publication
      const verdict = crowded.has(topic) ? 'full' : shelves.put(topic, entry.bytes)
      if (verdict === 'full') {
        refused.push(entry)
        continue
      }
      sent.push(entry)
      if (verdict === 'fits') continue
      const load = asked.get(topic) ?? { messages: 0, bytes: 0 }
      load.messages++
      load.bytes += entry.bytes
      asked.set(topic, load)
    }
    if (sent.length === 0) return refused
    const loads = [...asked.values()]
    const values = [
      jsonOf(sent, now),
      now,
      [...asked.keys()],
      loads.map(({ messages }) => messages),
      loads.map(({ bytes }) => bytes),
    ]
    const { rows } = await pool.query<{ places: string; held: readonly Held[] | null }>({
      name: 'relay-store',
      text: storeText,
      values,
    })
    const full = new Set<string>()
    for (const { topic, messages, bytes, fits } of rows[0]?.held ?? []) {
      const coming = asked.get(topic)
      if (!fits) full.add(topic)
      else if (coming) shelves.set(topic, messages + coming.messages, bytes + coming.bytes)
    }
    const places = placesOf(rows)
    const letters: Letter[] = []
    for (const [n, entry] of sent.entries()) {
      const { publication, bytes } = entry
      const seq = places[n] ?? 0
      if (seq > 0) letters.push(keep(entry, seq, now))
      else if (full.has(publication.topic)) refused.push(entry)
      else {
        shelves.take(publication.topic, bytes)
        tell(entry, 'known')
      }
    }
    deliver(sent, letters)
    return refused
  }

  async function storeInRoom(entries: readonly Entry[]): Promise<void> {
    await writeReceipts()
    const now = clock.now()
    const topics = [...new Set(entries.map(({ publication }) => publication.topic))]
    await pool.query({ name: 'relay-make-room', text: makeRoomText, values: [topics, now] })
    const query = { name: 'relay-store-in-room', text: storeInRoomText, values: [jsonOf(entries, now), now] }
    const { rows } = await pool.query<{ places: string }>(query)
    // They are counted when they are used again.
    for (const topic of topics) shelves.forget(topic)
    const places = placesOf(rows)
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
    },
  }
}

/** The same message several times is written once. */
function merge(entries: readonly Entry[]): Entry[] {
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

function tell({ settle, again }: Entry, outcome: Outcome): void {
  settle(outcome)
  if (again) for (const other of again) tell(other, outcome === 'full' ? 'full' : 'known')
}

function fail({ fail: reject, again }: Entry, cause: unknown): void {
  reject(cause)
  if (again) for (const other of again) fail(other, cause)
}

/**
 * By hand, because every message passes here; topics and digests are hex, and clients are named in base58. As bytes,
 * since a text would be measured and encoded once more.
 */
function jsonOf(entries: readonly Entry[], now: number): Buffer {
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

const placesOf = (rows: readonly { places: string }[]) => rows[0]?.places.split(',').map(Number) ?? []

function toLetter(publication: Publication, seq: number, now: number): Letter {
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
