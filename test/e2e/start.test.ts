/** What `npm start` promises to a person at a terminal. */

import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { ports } from '@latchkey/local'
import { inject, onTestFinished } from 'vitest'
import { expect, test } from '../harness/browse.js'
import { houseFolder } from '../harness/paths.js'
import { isListening, processesUsing } from '../harness/processes.js'
import { type Running, run, signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { isUp, originsAt, startWorld, temporaryFolder } from '../harness/world.js'

const base = inject('base')
const otherBase = base + 100

function ownFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Ends it whatever the test did, so that one failure does not become many. */
function endAfterwards(running: Running, dataFolder: string): Running {
  onTestFinished(async () => {
    if (!running.hasExited()) signalGroup(running, 'SIGKILL')
    for (const { pid } of processesUsing(dataFolder)) process.kill(pid, 'SIGKILL')
    await running.exited
  })
  return running
}

async function waitUntilUp(running: Running, base: number) {
  try {
    await until(() => running.hasExited() || isUp(originsAt(base)), { what: 'it is up', within: 120_000 })
  } catch (cause) {
    throw new Error(`it did not come up:\n${running.output()}`, { cause })
  }
  if (running.hasExited()) throw new Error(`it ended while starting:\n${running.output()}`)
}

/** A start that must fail: says why, promptly, and leaves with an exit code of its own. */
async function refusal(running: Running): Promise<string> {
  await until(() => running.hasExited(), { what: 'the refused start has ended', within: 20_000 })
  const { code } = await running.exited
  expect(code).toBe(1)
  const output = running.output()
  expect(output).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m)
  return output
}

test('`npm start` prints its addresses, and Ctrl-C leaves no process, no port and no locked folder', async () => {
  const dataFolder = ownFolder()
  const env = { LATCHKEY_PORT_BASE: String(otherBase), LATCHKEY_DATA: dataFolder }
  const start = () => endAfterwards(run('npm', ['start'], { cwd: houseFolder, env }), dataFolder)

  const first = start()
  await waitUntilUp(first, otherBase)
  await until(() => first.output().includes(originsAt(otherBase).playground), {
    what: 'the table is printed',
  })
  expect(first.output()).toContain(originsAt(otherBase).gateway)

  signalGroup(first, 'SIGINT')
  await until(() => first.hasExited(), { what: 'it has ended after Ctrl-C', within: 20_000 })
  expect(processesUsing(dataFolder)).toEqual([])
  const open = await Promise.all(Object.values(ports(otherBase)).map(isListening))
  expect(open).toEqual(open.map(() => false))

  const began = performance.now()
  const second = start()
  await waitUntilUp(second, otherBase)
  // Told, not asserted: a busy machine may be slow, and what would make it slow by design is refused below.
  console.info(
    `the second start was up in ${((performance.now() - began) / 1000).toFixed(1)} s (aim: under 15 s)`,
  )
  expect(second.output()).not.toMatch(/Installing|✓ @latchkey/)
  signalGroup(second, 'SIGINT')
  await until(() => second.hasExited(), { what: 'the second has ended after Ctrl-C', within: 20_000 })
}, 300_000)

test('a second copy on the same folder is refused, by name, and the first goes on', async ({ origins }) => {
  const dataFolder = inject('dataFolder')
  const second = startWorld({ base: otherBase, dataFolder })
  const output = await refusal(second)
  expect(output).toContain(dataFolder)
  expect(output).toContain('LATCHKEY_DATA')
  expect(await isUp(origins)).toBe(true)
})

test('a taken port is named, with the way to other ports', async () => {
  const port = otherBase + 1
  const blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void blocker.close(() => resolve())))
  const dataFolder = ownFolder()
  const output = await refusal(endAfterwards(startWorld({ base: otherBase, dataFolder }), dataFolder))
  expect(output).toContain(String(port))
  expect(output).toContain('LATCHKEY_PORT_BASE')
  expect(processesUsing(dataFolder)).toEqual([])
})

test('a port base that is none is refused', async () => {
  const dataFolder = ownFolder()
  const wrong = startWorld({ base: otherBase, dataFolder, env: { LATCHKEY_PORT_BASE: '80x' } })
  expect(await refusal(endAfterwards(wrong, dataFolder))).toContain('LATCHKEY_PORT_BASE')
})

test('a copy that was killed outright does not lock the folder for good', async () => {
  const dataFolder = ownFolder()
  const killed = endAfterwards(startWorld({ base: otherBase, dataFolder }), dataFolder)
  await waitUntilUp(killed, otherBase)
  signalGroup(killed, 'SIGKILL')
  await killed.exited
  // Its parts notice that it is gone and follow by themselves.
  await until(() => processesUsing(dataFolder).length === 0, { what: 'no part is left', within: 30_000 })

  const next = endAfterwards(startWorld({ base: otherBase, dataFolder }), dataFolder)
  await waitUntilUp(next, otherBase)
  signalGroup(next, 'SIGINT')
  await until(() => next.hasExited(), { what: 'it has ended', within: 20_000 })
  expect(processesUsing(dataFolder)).toEqual([])
}, 300_000)
