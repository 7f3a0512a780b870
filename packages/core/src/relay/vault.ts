/** What the relay client keeps between page loads, in the kit's storage. Read afresh each time: other tabs write too. */
import { signBounds } from '@latchkey/spec/relay'
import type { Clock } from '../clock.js'
import type { Shape } from '../shape.js'
import type { Storage } from '../storage.js'
import { type Hex32, randomHex } from './crypto.js'
import { pairingKey } from './pairingKey.js'
import { parseJson } from './parseJson.js'
import { hex32, isRecord, type SavedPairing, type Session, savedPairing, sessions } from './schemas.js'
import type { RelayLog } from './transport.js'

export interface Vault {
  /** The secret that this browser shows the relay who it is with. */
  seed(): Hex32
  /** Those that have not expired, newest first. */
  sessions(): readonly Session[]
  session(topic: string): Session | undefined
  save(session: Session): void
  remove(topic: string): void
  /** The code that was shown last, as long as a wallet may answer it. */
  pairing(): SavedPairing | undefined
  keepPairing(pairing: SavedPairing): void
  dropPairing(): void
  /** All sessions as they are stored, to hand to another tab. */
  text(): string
  /** What another tab wrote; storage may show it only later. */
  receive(text: string): void
}

const version = 1
const seedBytes = 32
/** Sixteen sessions of a wallet with many chains fit; what is larger was not written here. */
const maxLength = 1024 * 1024

export function createVault({
  storage,
  clock,
  log,
}: {
  readonly storage: Storage
  readonly clock: Clock
  readonly log: RelayLog
}): Vault {
  const seeds = cell(storage, log, 'relay.identity', hex32)
  const stored = cell(storage, log, 'relay.sessions', sessions)
  const pairings = cell(storage, log, pairingKey, savedPairing)
  /** A browser that may not store anything is somebody else on every page, but the same on one. */
  let ownSeed: Hex32 | undefined

  const alive = () => (stored.read() ?? []).filter(({ expiry }) => expiry * 1000 > clock.now())

  return {
    seed() {
      ownSeed = seeds.read() ?? ownSeed ?? randomHex(seedBytes)
      if (seeds.read() !== ownSeed) seeds.write(ownSeed)
      return ownSeed
    },
    sessions: alive,
    session: (topic) => alive().find((session) => session.topic === topic),
    save(session) {
      const others = alive().filter(({ topic }) => topic !== session.topic)
      stored.write([session, ...others].slice(0, signBounds.sessions))
    },
    remove(topic) {
      stored.write(alive().filter((session) => session.topic !== topic))
    },
    pairing() {
      const saved = pairings.read()
      return saved && saved.expiry * 1000 > clock.now() ? saved : undefined
    },
    keepPairing: (pairing) => pairings.write(pairing),
    dropPairing: () => storage.remove(pairingKey),
    text: () => stored.text(),
    receive: (text) => stored.receive(text),
  }
}

interface Cell<T> {
  read(): T | undefined
  write(value: T): void
  text(): string
  receive(text: string): void
}

/** One stored value. Unreadable, oversize or old data reads as absent. */
function cell<T>(storage: Storage, log: RelayLog, key: string, shape: Shape<T>): Cell<T> {
  let current: { readonly text: string | null; readonly value: T | undefined } = {
    text: null,
    value: undefined,
  }
  /** What storage shows instead of what was written last, as long as it does. */
  let behind: string | null | undefined

  function set(text: string | null) {
    current = { text, value: text === null ? undefined : parse(text) }
  }

  function parse(text: string): T | undefined {
    const found = text.length > maxLength ? undefined : parseJson(text)
    const value = isRecord(found) && found.version === version ? shape(found.data) : undefined
    if (value === undefined) log.warn(`Stored ${key} is old or unreadable; ignored`)
    return value
  }

  function follow() {
    const text = storage.get(key)
    if (text === behind || text === current.text) return
    behind = undefined
    set(text)
  }

  /** Storage that does not take it, or not yet, is not asked again until it shows something new. */
  function take(text: string) {
    const shown = storage.get(key)
    behind = shown === text ? undefined : shown
    set(text)
  }

  return {
    read() {
      follow()
      return current.value
    },
    write(value) {
      const text = JSON.stringify({ version, data: value })
      storage.set(key, text)
      take(text)
    },
    text() {
      follow()
      return current.text ?? ''
    },
    receive: take,
  }
}
