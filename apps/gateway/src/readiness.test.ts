import { expect, test } from 'vitest'
import { createReadiness } from './readiness.js'
import { createFakeClock } from './testing/fakeClock.js'

test('however often readiness is asked for, each part is asked once a second', async () => {
  const clock = createFakeClock()
  let isWell = true
  let asked = 0
  const database = async () => {
    asked++
    if (!isWell) throw new Error('away')
  }
  const readiness = createReadiness({ clock, probes: { database } })
  await Promise.all(Array.from({ length: 50 }, () => readiness.report()))
  isWell = false
  await clock.advance(999)
  expect((await readiness.report()).status).toBe('ready')
  expect(asked).toBe(1)
  await clock.advance(1)
  expect((await readiness.report()).status).toBe('not-ready')
  expect(asked).toBe(2)
})

test('a gateway that drains says so at once', async () => {
  const readiness = createReadiness({ clock: createFakeClock(), probes: {} })
  expect((await readiness.report()).status).toBe('ready')
  readiness.drain()
  expect((await readiness.report()).status).toBe('draining')
})
