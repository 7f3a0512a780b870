import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { silentLog } from '../testing/log.js'
import { startJob } from './startJob.js'
import { createWork } from './work.js'

test('[D-40] the measures tell how rounds of a job ended, and when one last ended well', async () => {
  const clock = createFakeClock()
  const registry = new Registry()
  const work = createWork({ registry, clock })
  let isWell = true
  const run = async () => {
    if (!isWell) throw new Error('away')
  }
  const stop = startJob({ name: 'count', every: 1000, run }, { clock, log: silentLog, work })
  await clock.advance(0)
  const wellAt = clock.now() / 1000
  isWell = false
  await clock.advance(1000)
  await clock.advance(1000)
  await stop()
  const text = await registry.metrics()
  expect(text).toContain('gateway_job_rounds_total{job="count",result="done"} 1')
  expect(text).toContain('gateway_job_rounds_total{job="count",result="failed"} 2')
  expect(text).toContain(`gateway_job_last_success_seconds{job="count"} ${wellAt}`)
})

test('[D-40] the measures tell which work this process leads, and how far behind it is with it', async () => {
  const registry = new Registry()
  const work = createWork({ registry, clock: createFakeClock() })
  let isMine = false
  work.led('index eip155:1', () => isMine)
  work.following('eip155:1', () => (isMine ? 7 : undefined))
  expect(await registry.metrics()).toContain('gateway_leads{work="index eip155:1"} 0')
  expect(await registry.metrics()).not.toContain('gateway_index_behind_blocks{')
  isMine = true
  expect(await registry.metrics()).toContain('gateway_leads{work="index eip155:1"} 1')
  expect(await registry.metrics()).toContain('gateway_index_behind_blocks{network="eip155:1"} 7')
})
