import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { createHeads } from './heads.js'

function heads(upstreams: number) {
  const clock = createFakeClock()
  return { clock, ...createHeads({ clock, upstreams }) }
}

test('with three upstreams a head that only one tells of is not believed, and makes nobody look late', () => {
  const { note, head, lags } = heads(3)
  note(0, 1_000_000n)
  note(1, 100n)
  note(2, 101n)
  expect(head()).toBe(101n)
  expect([0, 1, 2].map(lags)).toEqual([false, false, false])
})

test('one that is far behind two others lags until it has caught up', () => {
  const { note, lags } = heads(3)
  note(0, 200n)
  note(1, 201n)
  note(2, 150n)
  expect(lags(2)).toBe(true)
  note(2, 199n)
  expect(lags(2)).toBe(false)
})

test('a head is believed for a minute; a chain that was made anew is followed back', async () => {
  const { note, head, clock } = heads(1)
  note(0, 500n)
  note(0, 499n)
  expect(head()).toBe(500n)
  await clock.advance(2_000)
  note(0, 3n)
  expect(head()).toBe(3n)
  await clock.advance(60_000)
  expect(head()).toBeUndefined()
})

test('nothing within 64 blocks of the head is final, whatever the node says', () => {
  const { note, noteFinal, final } = heads(1)
  expect(final()).toBeUndefined()
  note(0, 1_000n)
  expect(final()).toBeUndefined()
  noteFinal(1_000n)
  expect(final()).toBe(936n)
  noteFinal(800n)
  expect(final()).toBe(800n)
})

test('the time between blocks is measured over the last few', async () => {
  const { note, interval, clock } = heads(1)
  expect(interval()).toBeUndefined()
  for (let block = 1n; block <= 5n; block++) {
    note(0, block)
    await clock.advance(2_000)
  }
  expect(interval()).toBe(2_000)
})
