import { afterEach, expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { createRecordedLog } from '../testing/log.js'
import { type Job, startJob } from './startJob.js'

const clock = createFakeClock()
const { log, lines } = createRecordedLog()
let stop: () => Promise<void>
afterEach(() => stop())

const start = (run: Job['run']) => {
  stop = startJob({ name: 'count', every: 1000, run }, { clock, log })
}

test('a job runs at once, and again each time its interval has passed', async () => {
  let rounds = 0
  start(async () => void rounds++)
  expect(rounds).toBe(1)
  await clock.advance(999)
  expect(rounds).toBe(1)
  await clock.advance(1)
  expect(rounds).toBe(2)
  await clock.advance(1000)
  expect(rounds).toBe(3)
  await stop()
  await clock.advance(5000)
  expect(rounds).toBe(3)
  expect(clock.waiting).toBe(0)
})

test('a round that takes long is not joined by a second one', async () => {
  let finish = () => {}
  let rounds = 0
  start(() => {
    rounds++
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  await clock.advance(10_000)
  expect(rounds).toBe(1)
  finish()
  await clock.advance(1000)
  expect(rounds).toBe(2)
  finish()
})

test('a round that fails is told in the log, and the next one comes', async () => {
  let rounds = 0
  start(async () => {
    rounds++
    throw new Error('the database is away')
  })
  await clock.advance(1000)
  expect(rounds).toBe(2)
  expect(lines()).toContainEqual(
    expect.objectContaining({ job: 'count', msg: 'a job failed; it is tried again' }),
  )
})

test('stopping tells a round that runs, and waits for it', async () => {
  const happened: string[] = []
  start((signal) => {
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        happened.push('told')
        setImmediate(() => {
          happened.push('ended')
          resolve()
        })
      })
    })
  })
  await stop()
  expect(happened).toEqual(['told', 'ended'])
  expect(clock.waiting).toBe(0)
})
