import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { wait, within } from './clock.js'

test('a wait ends when its time has passed, and not before', async () => {
  const clock = createFakeClock()
  let isOver = false
  void wait(clock, 100).then(() => {
    isOver = true
  })
  await clock.advance(99)
  expect(isOver).toBe(false)
  await clock.advance(1)
  expect(isOver).toBe(true)
})

test('an aborted wait rejects with the reason and leaves no timer', async () => {
  const clock = createFakeClock()
  const abort = new AbortController()
  const waiting = wait(clock, 100, abort.signal)
  abort.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect(clock.waiting).toBe(0)
})

test('a promise that takes too long is given up; one that does not leaves no timer', async () => {
  const clock = createFakeClock()
  const late = within(clock, 100, new Promise(() => {}), () => new Error('late'))
  const caught = expect(late).rejects.toThrow('late')
  await clock.advance(100)
  await caught
  await expect(within(clock, 100, Promise.resolve(1), () => new Error('late'))).resolves.toBe(1)
  expect(clock.waiting).toBe(0)
})
