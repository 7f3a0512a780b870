/** Which topics are nearly full, and what their shelves know after something has gone. */
import { relayBounds } from '@latchkey/spec/relay'
import { expect, test } from 'vitest'
import { createShelves } from './shelves.js'

const { mailboxMessages, mailboxBytes } = relayBounds
const nearlyAll = mailboxMessages * 0.75

test('a topic that is nearly full is worth one look, and another once much has gone', () => {
  const shelves = createShelves(10)
  shelves.set('topic', nearlyAll - 1, 0)
  expect(shelves.crowding('topic')).toBeUndefined()
  shelves.put('topic', 1)
  const relieve = shelves.crowding('topic')
  expect(relieve).toBeDefined()
  expect(shelves.crowding('topic')).toBeUndefined()
  relieve?.(nearlyAll / 2, 0)
  expect(shelves.crowding('topic')).toBeUndefined()
  for (let n = 0; n < nearlyAll / 2; n++) expect(shelves.put('topic', 1)).toBe('fits')
  expect(shelves.crowding('topic')).toBeDefined()
})

test('a topic is nearly full by bytes too', () => {
  const shelves = createShelves(10)
  shelves.set('topic', 1, mailboxBytes * 0.75)
  expect(shelves.crowding('topic')).toBeDefined()
})

test('where next to nothing has gone, nobody looks again before it was counted', () => {
  const shelves = createShelves(10)
  shelves.set('topic', nearlyAll, 0)
  shelves.crowding('topic')?.(1, 100)
  expect(shelves.crowding('topic')).toBeUndefined()
  shelves.set('topic', nearlyAll, 0)
  expect(shelves.crowding('topic')).toBeDefined()
})

test('what has gone from a shelf that was counted anew meanwhile is not taken off twice', () => {
  const shelves = createShelves(10)
  shelves.set('topic', mailboxMessages - 1, 0)
  const relieve = shelves.crowding('topic')
  shelves.set('topic', mailboxMessages - 1, 0)
  relieve?.(mailboxMessages / 2, 0)
  expect(shelves.put('topic', 1)).toBe('fits')
  expect(shelves.put('topic', 1)).toBe('full')
})
