import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { countIn, timeIn } from './tally.js'

const buckets = [0.01, 0.1, 1]
const counter = { name: 'calls_total', help: 'Calls' }
const histogram = { name: 'call_seconds', help: 'Time of calls', buckets }
const times = [0.005, 0.01, 0.02, 0.5, 3]

test('what is counted and timed is told as prom-client tells it', async () => {
  const ours = new Registry()
  const open = countIn(ours, counter)
  const [good, bad] = [open({ route: '/v1', status: 200 }), open({ route: '/"odd"', status: 500 })]
  good.add()
  good.add()
  bad.add()
  const timing = timeIn(ours, histogram)({ route: '/v1' })
  for (const time of times) timing.observe(time)

  const theirs = new Registry()
  const registers = [theirs]
  const calls = new Counter({ ...counter, labelNames: ['route', 'status'], registers })
  calls.inc({ route: '/v1', status: 200 }, 2)
  calls.inc({ route: '/"odd"', status: 500 })
  const seconds = new Histogram({ ...histogram, labelNames: ['route'], registers })
  for (const time of times) seconds.observe({ route: '/v1' }, time)

  expect(await ours.metrics()).toBe(await theirs.metrics())
})

test('a series that nobody has counted in yet stands at nothing', async () => {
  const registry = new Registry()
  countIn(registry, counter)({ route: '/v1' })
  expect(await registry.metrics()).toContain('calls_total{route="/v1"} 0')
})
