/** What was stored comes back, or nothing does; it never throws and never takes the rest with it. */
import { limits } from '@latchkey/spec/limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog } from './log.js'
import {
  createDefaultStorage,
  createKitStorage,
  createMemoryStorage,
  type StorageKey,
  storageKeys,
} from './storage.js'
import { createFakeClock, createFakeStorage } from './testing/index.js'

function create(
  { id = 'kit', projectId }: { id?: string; projectId?: string } = {},
  storage = createFakeStorage(),
) {
  const log = createLog({ clock: createFakeClock(), level: 'silent' })
  return { storage, log, kept: createKitStorage({ storage, log, id, projectId }) }
}

const fullKey = (name: StorageKey) => `latchkey:kit::${name}`
const keys = Object.keys(storageKeys) as StorageKey[]

test('every key is written with its version and read back', () => {
  const { kept, storage } = create()
  kept.write('connections', { eip155: ['a', 'b'] })
  expect(kept.read('connections')).toEqual({ eip155: ['a', 'b'] })
  expect(JSON.parse(storage.values.get(fullKey('connections')) ?? '')).toEqual({
    version: 1,
    data: { eip155: ['a', 'b'] },
  })
  kept.forget('connections')
  expect(kept.read('connections')).toBeUndefined()
})

test('[S4-02] data that cannot be read is absent, with a log line, and nothing else is lost', () => {
  const damaged = [
    '',
    '{',
    'null',
    '[]',
    '{"version":1}',
    '{"version":0,"data":{}}',
    '{"version":2,"data":{}}',
  ]
  for (const text of damaged) {
    for (const key of keys) {
      const { kept, storage, log } = create()
      const other = keys.find((each) => each !== key && each !== 'connections') ?? 'recentWallets'
      kept.write('connections', { eip155: ['a'] })
      storage.values.set(fullKey(key), text)
      expect(kept.read(key)).toBeUndefined()
      expect(log.entries().at(-1)?.text).toContain(key)
      if (key !== 'connections') expect(kept.read('connections')).toEqual({ eip155: ['a'] })
      expect(kept.read(other)).toBeUndefined()
    }
  }
})

test('[S4-02] no text in storage makes a read throw', () => {
  const { kept, storage } = create()
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.oneof(fc.string(), fc.json()), (key, text) => {
      storage.values.set(fullKey(key), text)
      kept.read(key)
      storage.values.set(fullKey(key), `{"version":1,"data":${JSON.stringify(text)}}`)
      expect(kept.read(key)).toBeUndefined()
    }),
  )
})

test('a value larger than the limit is absent', () => {
  const { kept, storage, log } = create()
  const ids = Array.from({ length: 2000 }, (_, i) => `wallet-with-a-long-name-${i}-${'x'.repeat(20)}`)
  storage.values.set(fullKey('connections'), JSON.stringify({ version: 1, data: { eip155: ids } }))
  expect(storage.values.get(fullKey('connections'))?.length).toBeGreaterThan(limits.storedBytes)
  expect(kept.read('connections')).toBeUndefined()
  expect(log.entries().at(-1)?.text).toContain('too large')
})

test('[S9-04] more recent wallets than are kept read as absent', () => {
  const { kept } = create()
  kept.write('recentWallets', [{ id: '1' }, { id: '2' }])
  expect(kept.read('recentWallets')).toHaveLength(limits.recentWallets)
  kept.write('recentWallets', [{ id: '1' }, { id: '2' }, { id: '3' }])
  expect(kept.read('recentWallets')).toBeUndefined()
})

test('[D-03] kits with another id or project share nothing', () => {
  const storage = createFakeStorage()
  const one = create({ id: 'one' }, storage).kept
  one.write('connections', { eip155: ['a'] })
  expect(create({ id: 'two' }, storage).kept.read('connections')).toBeUndefined()
  expect(create({ id: 'one', projectId: 'p' }, storage).kept.read('connections')).toBeUndefined()
  // An id with the separator in it must not look like another id with a project.
  create({ id: 'one:p' }, storage).kept.write('connections', { eip155: ['x'] })
  expect(create({ id: 'one', projectId: 'p' }, storage).kept.read('connections')).toBeUndefined()
  expect(one.read('connections')).toEqual({ eip155: ['a'] })
})

test.each(['get', 'set', 'remove'] as const)('a store that refuses to %s costs a log line', (method) => {
  const { kept, storage, log } = create()
  storage.fail(method)
  expect(() => {
    kept.write('connections', { eip155: ['a'] })
    kept.read('connections')
    kept.forget('connections')
  }).not.toThrow()
  expect(log.entries().some(({ text }) => text.startsWith('Storage could not'))).toBe(true)
})

test('without localStorage, or where reading it throws, memory takes its place', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  const define = (descriptor: PropertyDescriptor) =>
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...descriptor })
  try {
    define({ value: undefined })
    const memory = createDefaultStorage()
    memory.set('a', '1')
    expect(memory.get('a')).toBe('1')
    define({
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    expect(createDefaultStorage().get('a')).toBeNull()
    const values = createMemoryStorage()
    define({ value: { getItem: values.get, setItem: values.set, removeItem: values.remove } })
    createDefaultStorage().set('b', '2')
    expect(values.get('b')).toBe('2')
    createDefaultStorage().remove('b')
    expect(values.get('b')).toBeNull()
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  }
})
