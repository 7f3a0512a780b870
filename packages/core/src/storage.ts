/** What outlives a page load. Unreadable, oversize or old data reads as absent; nothing here ever throws. */
import { isNamespace, isNetworkId } from '@latchkey/spec/caip'
import { pageLimits } from '@latchkey/spec/limits'
import type { Log } from './log.js'
import { fields, list, optionalFields, record, type Shape, type Shaped, text, textLike } from './shape.js'

/** The raw contract. Any key-value store of strings will do; a method may throw, the kit goes on. */
export interface Storage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /** Calls back with a key that another page changed, until the returned function is called. Where absent, pages do not hear of each other. */
  subscribe?(listener: (key: string) => void): () => void
}

const namespace = textLike(isNamespace)
const networkId = textLike(isNetworkId)
const word = text(pageLimits.storedText)

/** Every key the kit keeps. A changed shape takes a new version: what an old page wrote then reads as absent. */
export const storageKeys = {
  /** Connected wallets per namespace, most recently used first (S4-03). */
  connections: { version: 1, shape: record(namespace, list(word, pageLimits.storedItems)) },
  /** The wallets that somebody left last, for pages that are open beside this one; `at` tells two leavings apart. */
  left: {
    version: 1,
    shape: fields({ namespace, connectorIds: list(word, pageLimits.storedItems), at: word }),
  },
  /** Where the person was: the namespace in front and the network of each. */
  activeNetworks: { version: 1, shape: fields({ namespace, networks: record(namespace, networkId) }) },
  /** S3-09, S9-04. */
  recentWallets: { version: 1, shape: list(fields({ id: word }), pageLimits.recentWallets) },
  /** S3-09: the app a phone was sent to, so that later requests go there again. */
  deepLink: { version: 1, shape: fields({ name: word, href: word }) },
  /** S4-06: markers of the embedded wallet; no secret is ever among them. */
  embeddedLogin: {
    version: 1,
    shape: optionalFields({ email: word, socialProvider: word, socialUsername: word, networkId }),
  },
  /** The sealed capsule of the embedded wallet's frame: opens for nobody else. */
  embeddedCapsule: { version: 1, shape: fields({ token: text(pageLimits.storedCapsule) }) },
  /** D-19: whom this person sent to from here, newest first; never leaves the device. */
  recipients: { version: 1, shape: record(namespace, list(word, pageLimits.storedItems)) },
  /** S3-01: eoa or smart account, as the person chose. */
  preferredAccountTypes: { version: 1, shape: record(namespace, word) },
} as const satisfies Record<string, { readonly version: number; readonly shape: Shape<unknown> }>

export type StorageKey = keyof typeof storageKeys
export type Stored<key extends StorageKey> = Shaped<(typeof storageKeys)[key]['shape']>

export interface KitStorage {
  read<key extends StorageKey>(key: key): Stored<key> | undefined
  write<key extends StorageKey>(key: key, value: Stored<key>): void
  forget(key: StorageKey): void
  /** Calls back when another page of this kit changed `key`, until the returned function is called. */
  follow(key: StorageKey, listener: () => void): () => void
  /** The raw store under this kit's prefix, for adapters. */
  readonly raw: Storage
}

/** Two kits share a value only if they share id and project. */
const prefix = ({ id, projectId }: { id: string; projectId: string | undefined }) =>
  `latchkey:${encodeURIComponent(id)}:${encodeURIComponent(projectId ?? '')}:`

export function createKitStorage({
  storage,
  log,
  ...owner
}: {
  readonly storage: Storage
  readonly log: Log
  readonly id: string
  readonly projectId: string | undefined
}): KitStorage {
  const raw = guard(storage, prefix(owner), log)
  return {
    raw,
    read(key) {
      const text = raw.get(key)
      if (text === null) return undefined
      if (text.length > pageLimits.storedBytes) return void log.warn(`Stored ${key} is too large; ignored`)
      const { version, shape } = storageKeys[key]
      const found = parseJson(text)
      const isCurrent = found instanceof Object && 'version' in found && found.version === version
      const data = isCurrent && 'data' in found ? shape(found.data) : undefined
      if (data === undefined) return void log.warn(`Stored ${key} is old or unreadable; ignored`)
      // `shape` is the one declared for `key`; the compiler loses that tie when indexing the table.
      return data as Stored<typeof key>
    },
    write(key, data) {
      raw.set(key, JSON.stringify({ version: storageKeys[key].version, data }))
    },
    forget: (key) => raw.remove(key),
    follow: (key, listener) => raw.subscribe?.((changed) => changed === key && listener()) ?? (() => {}),
  }
}

/** A full disk or a blocked store costs a log line, never an exception. */
function guard(storage: Storage, start: string, log: Log): Storage {
  function attempt<T>(what: string, run: () => T, otherwise: T): T {
    try {
      return run()
    } catch (cause) {
      log.warn(`Storage could not ${what}`, cause)
      return otherwise
    }
  }
  return {
    get: (key) => attempt(`read ${key}`, () => storage.get(start + key), null),
    set: (key, value) => attempt(`write ${key}`, () => storage.set(start + key, value), undefined),
    remove: (key) => attempt(`remove ${key}`, () => storage.remove(start + key), undefined),
    subscribe: (listener) =>
      attempt(
        'be followed',
        () => storage.subscribe?.((key) => key.startsWith(start) && listener(key.slice(start.length))),
        undefined,
      ) ?? (() => {}),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Forgets everything with the page. */
export function createMemoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

/** The browser's localStorage, or memory where there is none: on a server, or with storage blocked. */
export function createDefaultStorage(): Storage {
  try {
    const local = globalThis.localStorage
    if (!local) return createMemoryStorage()
    return {
      get: (key) => local.getItem(key),
      set: (key, value) => local.setItem(key, value),
      remove: (key) => local.removeItem(key),
      subscribe(listener) {
        // Not told to the page that made the change, and without a key when everything was cleared.
        const hear = ({ key, storageArea }: StorageEvent) => {
          if (key !== null && storageArea === local) listener(key)
        }
        globalThis.addEventListener?.('storage', hear)
        return () => globalThis.removeEventListener?.('storage', hear)
      },
    }
  } catch {
    // Merely reading `localStorage` throws where the page may not store anything.
    return createMemoryStorage()
  }
}
