/** A lock on a folder of the clone, so that `npm start` and `npm test` side by side never install or build twice. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const retryDelay = 250

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to somebody else.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string} file */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string} file */
function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Runs `task` while holding the lock file; a lock left behind by a dead process is taken over.
 *
 * @template result
 * @param {string} file
 * @param {() => Promise<result>} task
 * @param {{ onWait?: (pid: number) => void }} [options]
 * @returns {Promise<result>}
 */
export async function withLock(file, task, { onWait } = {}) {
  mkdirSync(dirname(file), { recursive: true })
  let told = false
  while (!tryTake(file)) {
    const pid = holderOf(file)
    if (pid === undefined) continue
    // A process that was just created has an empty file for an instant: 0 is not a process.
    if (pid > 0 && !isAlive(pid)) {
      rmSync(file, { force: true })
      continue
    }
    if (!told) onWait?.(pid)
    told = true
    await wait(retryDelay)
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await task()
  } finally {
    process.off('exit', release)
    release()
  }
}
