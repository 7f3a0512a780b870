/** Storage that a test can read, fill, break and hand to the next kit, as a reload would. */
import type { Storage } from '../storage.js'

export interface FakeStorage extends Storage {
  /** Everything stored, by full key. */
  readonly values: Map<string, string>
  /** Makes one method throw from now on, as a full or blocked store does; `undefined` mends it. */
  fail(method: 'get' | 'set' | 'remove' | undefined): void
  /** The same values as another page sees them: each page hears of what the other changes. */
  besides(): FakeStorage
}

type Listener = (key: string) => void

export function createFakeStorage(initial: Readonly<Record<string, string>> = {}): FakeStorage {
  return createPage(new Map(Object.entries(initial)), new Map())
}

function createPage(values: Map<string, string>, listeners: Map<Listener, object>): FakeStorage {
  const page = {}
  const tell = (key: string) => {
    for (const [listener, owner] of [...listeners]) if (owner !== page) listener(key)
  }
  let failing: string | undefined
  const check = (method: string) => {
    if (failing === method) throw new DOMException(`${method} failed`, 'QuotaExceededError')
  }
  return {
    values,
    besides: () => createPage(values, listeners),
    subscribe(listener) {
      listeners.set(listener, page)
      return () => listeners.delete(listener)
    },
    fail(method) {
      failing = method
    },
    get(key) {
      check('get')
      return values.get(key) ?? null
    },
    set(key, value) {
      check('set')
      values.set(key, value)
      tell(key)
    },
    remove(key) {
      check('remove')
      values.delete(key)
      tell(key)
    },
  }
}
