import { randomBytes } from 'node:crypto'
import type { NetworkId } from '@latchkey/spec/caip'
import { bounds } from '@latchkey/spec/endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCursors } from './cursor.js'

const key = randomBytes(32)
const cursors = createCursors(key)
const alice = `0x${'a1'.repeat(20)}`
const bob = `0x${'b0'.repeat(20)}`

const place = fc.option(fc.record({ block: fc.nat(), index: fc.nat() }), { nil: undefined })
const places = fc
  .uniqueArray(fc.tuple(fc.nat(1_000_000), place), { minLength: 1, maxLength: 16, selector: ([id]) => id })
  .map((list) => new Map(list.map(([id, at]): [NetworkId, typeof at] => [`eip155:${id}`, at])))

test('a cursor is read as it was written, and fits the wire', () => {
  fc.assert(
    fc.property(places, (list) => {
      const cursor = cursors.write(alice, list)
      expect(cursors.read(alice, cursor)).toEqual(list)
      expect(cursor.length).toBeLessThanOrEqual(bounds.cursor)
    }),
  )
})

test('a cursor for another account, or of another gateway, is none', () => {
  const cursor = cursors.write(alice, new Map([['eip155:1', { block: 5, index: 0 }]]))
  expect(cursors.read(bob, cursor)).toBeUndefined()
  expect(createCursors(randomBytes(32)).read(alice, cursor)).toBeUndefined()
})

test('a cursor that somebody changed is none, wherever it was changed', () => {
  fc.assert(
    fc.property(places, fc.nat(), fc.constantFrom(...'ABCXYZabcxyz019-_.'), (list, at, letter) => {
      const cursor = cursors.write(alice, list)
      const index = at % cursor.length
      const changed = cursor.slice(0, index) + letter + cursor.slice(index + 1)
      fc.pre(changed !== cursor)
      expect(cursors.read(alice, changed)).toBeUndefined()
    }),
    { numRuns: 500 },
  )
})

test('whatever is sent as a cursor, nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 64 }), (text) => {
      expect(cursors.read(alice, text)).toBeUndefined()
    }),
  )
  const forged = Buffer.from('[1,[["eip155:1",5,0]]]').toString('base64url')
  for (const text of [`${forged}.`, `${forged}.AAAA`, `.${forged}`, forged, '..', '.'])
    expect(cursors.read(alice, text)).toBeUndefined()
})
