/** Where a page of the wallet keeps things: the browser's database, or memory where the browser keeps nothing for frames. */

/** Values are what structured cloning carries, keys of WebCrypto included. */
export interface Shelf {
  /** False where everything is gone with the page; the person is told so. */
  readonly isLasting: boolean
  get(name: string): Promise<unknown>
  /** Settles when it is on disk, as far as the browser says so. */
  put(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
}

export function createMemoryShelf(): Shelf {
  const values = new Map<string, unknown>()
  return {
    isLasting: false,
    get: async (name) => values.get(name),
    put: async (name, value) => {
      values.set(name, structuredClone(value))
    },
    remove: async (name) => {
      values.delete(name)
    },
  }
}

const table = 'shelf'

/**
 * Whose shelf it is: that of the wallet's own windows, or that of its frame under one page. Browsers keep these apart
 * by themselves only where page and wallet are of two sites; elsewhere a window would take over the key, and with it
 * the session, of the frame that opened it.
 */
export type ShelfOwner = 'windows' | { readonly page: string }

const nameOf = (owner: ShelfOwner): string =>
  owner === 'windows' ? 'latchkey-wallet windows' : `latchkey-wallet frame ${owner.page}`

/** Private windows, blocked storage and full disks throw in their own ways; each of them leaves memory (F-K). */
export async function openShelf(owner: ShelfOwner, factory: () => IDBFactory): Promise<Shelf> {
  try {
    return await openLastingShelf(nameOf(owner), factory())
  } catch {
    return createMemoryShelf()
  }
}

async function openLastingShelf(name: string, factory: IDBFactory): Promise<Shelf> {
  const opening = factory.open(name, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(table))
  const opened = await answerOf(opening)
  const ask = async <T>(
    mode: IDBTransactionMode,
    question: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const transaction = opened.transaction(table, mode, { durability: 'strict' })
    const written = finished(transaction)
    const result = await answerOf(question(transaction.objectStore(table)))
    await written
    return result
  }
  const shelf: Shelf = {
    isLasting: true,
    get: (name) => ask<unknown>('readonly', (store) => store.get(name)),
    put: async (name, value) => void (await ask('readwrite', (store) => store.put(value, name))),
    remove: async (name) => void (await ask('readwrite', (store) => store.delete(name))),
  }
  // Some browsers open the database and refuse the first write.
  await shelf.put('probe', 1)
  return shelf
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refused')))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    for (const end of ['abort', 'error'] as const) {
      transaction.addEventListener(end, () => reject(transaction.error ?? new Error('the database refused')))
    }
  })
}
