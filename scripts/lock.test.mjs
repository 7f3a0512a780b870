import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withLock } from './lock.mjs'
import { makeHouse } from './testing.mjs'

const lockFile = () => join(makeHouse({}), 'deep/er/lock')

test('two tasks never hold the lock at once, and both run', async () => {
  const file = lockFile()
  let inside = 0
  let most = 0
  const task = async () => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise(setImmediate)
    inside -= 1
    return 'done'
  }
  /** @type {number[]} */
  const waited = []
  const onWait = (/** @type {number} */ pid) => void waited.push(pid)
  const results = await Promise.all([withLock(file, task, { onWait }), withLock(file, task, { onWait })])
  expect(results).toEqual(['done', 'done'])
  expect(most).toBe(1)
  expect(waited).toEqual([process.pid])
})

test('the file names its holder and is gone afterwards, also when the task fails', async () => {
  const file = lockFile()
  const failing = withLock(file, async () => {
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(existsSync(file)).toBe(false)
})

test('a lock left behind by a process that died is taken over', async () => {
  const file = lockFile()
  await withLock(file, async () => {})
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(file, String(pid))
  await expect(withLock(file, async () => 'mine')).resolves.toBe('mine')
})
