/** A gateway ends when it is told to, whoever reads or no longer reads what it prints. */
import { expect, test } from 'vitest'
import { startLoneGateway } from '../harness/loneGateway.js'
import { processesUsing } from '../harness/processes.js'
import { until } from '../harness/until.js'

test('[D-10] a gateway whose terminal vanishes while it stops still ends, and its database with it', async () => {
  const { running, dataFolder } = await startLoneGateway({ offset: 200 })

  let ended: number | null | undefined
  running.process.once('exit', (code) => {
    ended = code
  })
  running.process.kill('SIGTERM')
  // Between "the gateway stops" and "the gateway has stopped": the last line finds a broken pipe.
  await until(() => running.output().includes('the gateway stops'), {
    what: 'it has begun to stop',
    every: 1,
  })
  running.process.stdout?.destroy()
  running.process.stderr?.destroy()
  await until(() => ended !== undefined, { what: 'it has ended', within: 30_000 })
  expect(ended).toBe(0)
  expect(processesUsing(dataFolder)).toEqual([])
}, 120_000)
