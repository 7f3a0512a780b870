/** Storage that a test can read, fill, break and hand to the next kit, as a reload would. */
import type { Storage } from '../storage.js'

export interface FakeStorage extends Storage {
  /** Everything stored, by full key. */
  readonly values: Map<string, string>
  /** Makes one method throw from now on, as a full or blocked store does; `undefined` mends it. */
  fail(method: 'get' | 'set' | 'remove' | undefined): void
}

export function createFakeStorage(initial: Readonly<Record<string, string>> = {}): FakeStorage {
  const values = new Map(Object.entries(initial))
  let failing: string | undefined
  const check = (method: string) => {
    if (failing === method) throw new DOMException(`${method} failed`, 'QuotaExceededError')
  }
  return {
    values,
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
    },
    remove(key) {
      check('remove')
      values.delete(key)
    },
  }
}
