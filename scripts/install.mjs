/** Installs the dependencies when `node_modules` does not hold what the lockfile says. Uses nothing but Node. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMain } from './gate.mjs'
import { withLock } from './lock.mjs'
import { npmCommand, run } from './run.mjs'

export const root = resolve(fileURLToPath(import.meta.url), '../..')
const nodeFloor = [20, 19]

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, extraneous?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile
 * @typedef {{ os: string, cpu: string, libc: 'glibc' | 'musl' }} Platform
 */

/** A reason to stop that the person at the terminal can act upon; its text is all they need to see. */
export class SetupError extends Error {}

/** @param {string} [version] */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [floorMajor = 0, floorMinor = 0] = nodeFloor
  if (major > floorMajor || (major === floorMajor && minor >= floorMinor)) return
  throw new SetupError(
    `Latchkey needs Node ${nodeFloor.join('.')} or newer; this is ${version}.\n` +
      'Install a newer one (for example `nvm install` in this folder) and run the command again.',
  )
}

/** @returns {Platform} */
function thisPlatform() {
  const header = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport())
  return {
    os: process.platform,
    cpu: process.arch,
    libc: header?.header?.glibcVersionRuntime ? 'glibc' : 'musl',
  }
}

/**
 * @param {readonly string[] | undefined} allowed npm's list: `linux`, or `!win32` for all but one
 * @param {string} value
 */
function allows(allowed, value) {
  if (!allowed?.length || allowed.includes(value)) return true
  return allowed.every((entry) => entry.startsWith('!')) && !allowed.includes(`!${value}`)
}

/**
 * @param {LockedPackage} locked
 * @param {Platform} platform
 */
function isForPlatform(locked, { os, cpu, libc }) {
  return allows(locked.os, os) && allows(locked.cpu, cpu) && (os !== 'linux' || allows(locked.libc, libc))
}

/**
 * The packages that the lockfile wants here and `node_modules` does not hold in that version.
 *
 * @param {Lockfile} wanted package-lock.json
 * @param {Lockfile} found node_modules/.package-lock.json, which npm writes last
 * @param {Platform} platform
 */
export function missingPackages(wanted, found, platform) {
  return Object.entries(wanted.packages ?? {}).flatMap(([path, locked]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return []
    const installed = found.packages?.[path]
    if (locked.link) return installed?.link ? [] : [path]
    // An optional package without a platform of its own (a WebAssembly fallback's parts) may rightly be absent.
    const isDemanded = !locked.optional || (locked.os !== undefined && isForPlatform(locked, platform))
    if (!installed) return isDemanded ? [path] : []
    return installed.version === locked.version && installed.integrity === locked.integrity ? [] : [path]
  })
}

/**
 * @param {string} file
 * @returns {Lockfile | undefined}
 */
function readLockfile(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string} folder */
export function isInstalled(folder = root) {
  const wanted = readLockfile(join(folder, 'package-lock.json'))
  const found = readLockfile(join(folder, 'node_modules/.package-lock.json'))
  if (!wanted || !found) return false
  return missingPackages(wanted, found, thisPlatform()).length === 0 || isSettled(folder)
}

/** @param {string} folder */
const settledFile = (folder) => join(folder, 'node_modules/.latchkey-settled')

/** @param {string} folder */
const lockHash = (folder) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')

/**
 * True when `npm ci` has run on this very lockfile and left packages out all the same: a lockfile may hold packages
 * that nobody asks for any more, and installing again would not bring them.
 *
 * @param {string} folder
 */
function isSettled(folder) {
  try {
    return readFileSync(settledFile(folder), 'utf8') === lockHash(folder)
  } catch {
    return false
  }
}

/**
 * Makes `node_modules` match the lockfile, with a line on the terminal only when there is something to do.
 *
 * @param {{ folder?: string, log?: (line: string) => void }} [options]
 */
export async function ensureInstalled({ folder = root, log = console.log } = {}) {
  checkNode()
  if (isInstalled(folder)) return
  await withLock(join(folder, '.cache/install.lock'), () => install(folder, log), {
    onWait: (pid) => log(`Another process (${pid}) is installing; waiting for it.`),
  })
}

/**
 * @param {string} folder
 * @param {(line: string) => void} log
 */
async function install(folder, log) {
  if (isInstalled(folder)) return
  log('Installing dependencies (npm ci); the first time takes a minute or two …')
  const npm = npmCommand()
  // Whatever the user's npm is set to omit, the tools and the binaries of this platform are needed here.
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output, ms } = await run(npm.command, [...npm.args, 'ci', ...options], { cwd: folder })
  if (code !== 0) {
    throw new SetupError(
      `npm ci failed (exit code ${code}):\n\n${output.trim()}\n\n` +
        'Without a network, install once where there is one; if package.json and package-lock.json disagree, run `npm install`.',
    )
  }
  if (!isInstalled(folder)) writeFileSync(settledFile(folder), lockHash(folder))
  log(`Installed in ${(ms / 1000).toFixed(1)} s.`)
}

if (isMain(import.meta.url)) {
  try {
    await ensureInstalled()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
