/** Writes publications into PostgreSQL: those that come together in one commit, and only as many as there is room for. */
import type pg from 'pg'
import type { Clock } from '../../ports/clock.js'
import { createGroups } from './groups.js'
import type { Letter, Outcome, Publication } from './mailbox.js'
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

export function createPublisher({ pool, clock, room, writeReceipts, onStored }: PublisherInput): Publisher {
  const shelves = createShelves(shelfCount)

  /** Stores once; those for which there is no room are returned. */
  async function store(entries: readonly Entry[]): Promise<Entry[]> {
    const now = clock.now()
    const refused: Entry[] = []
    const sent: Entry[] = []
    /** What comes on topics that nobody remembers. */
    const asked = new Map<string, { messages: number; bytes: number }>()
    for (const entry of entries) {
      const { topic } = entry.publication
      const verdict = shelves.put(topic, entry.bytes)
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
      textOf(sent, now),
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
    if (letters.length > 0) onStored(letters)
    return refused
  }

  async function storeInRoom(entries: readonly Entry[]): Promise<void> {
    await writeReceipts()
    const now = clock.now()
    const topics = [...new Set(entries.map(({ publication }) => publication.topic))]
    await pool.query({ name: 'relay-make-room', text: makeRoomText, values: [topics, now] })
    const query = { name: 'relay-store-in-room', text: storeInRoomText, values: [textOf(entries, now), now] }
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
      const refused = await store(first)
      if (refused.length > 0) await storeInRoom(refused)
    } catch (cause) {
      // What these topics hold now, nobody knows.
      for (const { publication } of first) shelves.forget(publication.topic)
      for (const { fail } of entries) fail(cause)
    }
  }

  const groups = createGroups<Entry>({ write, most: groupSize })

  return {
    publish(publication) {
      const bytes = Buffer.byteLength(publication.message)
      if (!room.has(bytes)) return Promise.resolve('crowded')
      return new Promise((settle, fail) => groups.add({ publication, bytes, settle, fail, again: undefined }))
    },
    settled: groups.settled,
  }
}

/** The same message several times is written once. */
function merge(entries: readonly Entry[]): Entry[] {
  if (entries.length === 1) return [...entries]
  const first = new Map<string, Entry>()
  for (const entry of entries) {
    const key = entry.publication.topic + entry.publication.digest
    const known = first.get(key)
    if (!known) first.set(key, entry)
    else if (known.again) known.again.push(entry)
    else known.again = [entry]
  }
  return [...first.values()]
}

function tell({ settle, again }: Entry, outcome: Outcome): void {
  settle(outcome)
  if (again) for (const other of again) other.settle(outcome === 'full' ? 'full' : 'known')
}

/** By hand, because every message passes here; topics and digests are hex. */
function textOf(entries: readonly Entry[], now: number): string {
  let text = ''
  for (const [n, { publication }] of entries.entries()) {
    const { topic, digest, message, tag, attestation, sender, ttl } = publication
    const said = attestation === undefined ? 'null' : JSON.stringify(attestation)
    const names = `"n":${n},"topic":"${topic}","digest":"${digest}","sender":${JSON.stringify(sender)}`
    text += `${n === 0 ? '[' : ','}{${names},"tag":${tag},"attestation":${said},"expires":${now + ttl * 1000},"message":${JSON.stringify(message)}}`
  }
  return `${text}]`
}

const placesOf = (rows: readonly { places: string }[]) => rows[0]?.places.split(',').map(Number) ?? []

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
