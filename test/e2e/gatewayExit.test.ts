/** A gateway ends when it is told to, whoever reads or no longer reads what it prints. */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { ports } from '@latchkey/local'
import { expect, inject, onTestFinished, test } from 'vitest'
import { houseFolder } from '../harness/paths.js'
import { processesUsing } from '../harness/processes.js'
import { run, signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { temporaryFolder } from '../harness/world.js'

test('[D-10] a gateway whose terminal vanishes while it stops still ends, and its database with it', async () => {
  const dataFolder = temporaryFolder()
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const { gateway, wallet, postgres } = ports(inject('base') + 200)
  const running = run(process.execPath, [resolve(houseFolder, 'apps/gateway/dist/main.js')], {
    cwd: houseFolder,
    env: {
      LATCHKEY_LOCAL: '1',
      LATCHKEY_DATA: dataFolder,
      LATCHKEY_GATEWAY_PORT: String(gateway),
      LATCHKEY_WALLET_PORT: String(wallet),
      LATCHKEY_POSTGRES_PORT: String(postgres),
      LATCHKEY_WALLET_DIR: resolve(houseFolder, 'apps/wallet/dist'),
    },
  })
  onTestFinished(() => signalGroup(running, 'SIGKILL'))
  await until(async () => (await fetch(`http://127.0.0.1:${gateway}/healthz`)).ok, {
    what: 'the gateway is up',
    within: 60_000,
  })

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
