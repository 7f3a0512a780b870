import { expect, test } from 'vitest'
import { createShares } from './shares.js'

test('one client has its share and no more, and others have theirs', () => {
  const shares = createShares({ perClient: 2, all: 10 })
  expect([shares.take('a', 'greedy'), shares.take('b', 'greedy'), shares.take('c', 'greedy')]).toEqual([
    true,
    true,
    false,
  ])
  expect(shares.take('c', 'modest')).toBe(true)
  // Somebody carries it already, so it costs nobody anything.
  expect(shares.take('c', 'greedy')).toBe(true)
})

test('what is given back can be taken again', () => {
  const shares = createShares({ perClient: 1, all: 1 })
  expect(shares.take('a', 'one')).toBe(true)
  expect(shares.take('b', 'other')).toBe(false)
  shares.release('a')
  shares.release('a')
  shares.release('never taken')
  expect(shares.take('b', 'other')).toBe(true)
  expect(shares.size).toBe(1)
})
