/**
 * Builds every workspace that has a `build` script, dependencies first, and skips what is fresh.
 * `node scripts/build.mjs` builds the product, `--all` the examples too; names build those and what they need.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { filesBelow, fingerprint, sourcesBelow } from './fingerprint.mjs'
import { isMain } from './gate.mjs'
import { root } from './install.mjs'
import { withLock } from './lock.mjs'
import { endWithSignals, run } from './run.mjs'
import { workspaces } from './workspaces.mjs'

/**
 * @typedef {import('./workspaces.mjs').Workspace} Workspace
 * @typedef {{ inputs: string, outputs: string }} Stamp
 * @typedef {{ name: string, state: 'built' | 'fresh' | 'failed' | 'skipped', ms: number }} BuildResult
 * @typedef {{ folder?: string, names?: readonly string[], all?: boolean, force?: boolean,
 *   log?: (line: string) => void }} BuildOptions
 */

/** What every build reads beside its own folder; the lockfile stands for the tools. */
const sharedInputs = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build-cdn.mjs',
  'scripts/build-package.mjs',
  'scripts/bundled-licences.mjs',
  'scripts/css-sheet.mjs',
  'scripts/loaded-chunks.mjs',
  'scripts/package-parts.mjs',
  'scripts/write-parts.mjs',
]

/** What one room reads outside its own folder and those it needs: the site is made of the documents of all rooms. */
const outsideInputs = /** @type {Record<string, RegExp | undefined>} */ ({ docs: /\.md$|^LICENSE$/ })

/**
 * @param {readonly Workspace[]} rooms
 * @param {readonly string[]} names
 */
function withNeeds(rooms, names) {
  const unknown = names.filter((name) => !rooms.some((room) => room.name === name || room.path === name))
  if (unknown.length > 0) throw new Error(`no workspace is called ${unknown.join(', ')}`)
  const wanted = new Set(names)
  // Dependencies come first in `rooms`, so one walk from the end finds all of them.
  for (const room of [...rooms].reverse()) {
    if (wanted.has(room.name) || wanted.has(room.path)) for (const need of room.needs) wanted.add(need)
  }
  return rooms.filter((room) => wanted.has(room.name) || wanted.has(room.path))
}

/**
 * @param {Workspace} room
 * @param {string} folder
 */
const stampFile = (room, folder) => join(folder, '.cache/build', `${room.name.replace(/^@.*\//, '')}.json`)

/**
 * @param {string} file
 * @returns {Stamp | undefined}
 */
function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {Workspace} room */
const outputsOf = (room) => fingerprint(room.folder, filesBelow(join(room.folder, 'dist')))

/**
 * The hash of each room's sources together with those of everything it needs.
 *
 * @param {readonly Workspace[]} rooms dependencies first
 * @param {string} folder
 */
function inputHashes(rooms, folder) {
  const shared = fingerprint(
    folder,
    sharedInputs.map((file) => join(folder, file)),
  )
  /** @type {Map<string, string>} */
  const hashes = new Map()
  for (const room of rooms) {
    const needs = room.needs.map((need) => `${need} ${hashes.get(need)}`)
    const wanted = outsideInputs[room.path]
    const outside = wanted ? sourcesBelow(folder).filter((file) => wanted.test(basename(file))) : []
    const files = [...sourcesBelow(room.folder), ...outside]
    hashes.set(room.name, fingerprint(folder, files, [shared, ...needs]))
  }
  return hashes
}

/** @param {number} width */
function createQueue(width) {
  /** @type {(() => void)[]} */
  const waiting = []
  let busy = 0
  /**
   * @template result
   * @param {() => Promise<result>} task
   */
  return async (task) => {
    if (busy >= width) await new Promise((resolve) => waiting.push(() => resolve(undefined)))
    busy += 1
    try {
      return await task()
    } finally {
      busy -= 1
      waiting.shift()?.()
    }
  }
}

/**
 * @param {Workspace} room
 * @param {string} folder
 */
function runBuild(room, folder) {
  const bins = [join(room.folder, 'node_modules/.bin'), join(folder, 'node_modules/.bin')]
  const PATH = [...bins, process.env.PATH].join(delimiter)
  // A build must not change with the shell it was started from: tests set NODE_ENV, terminals set colours.
  const env = { ...process.env, PATH, NODE_ENV: 'production', FORCE_COLOR: '0', NO_COLOR: '1' }
  return run('sh', ['-c', room.manifest.scripts?.build ?? 'true'], { cwd: room.folder, env })
}

/**
 * @param {BuildOptions} [options]
 * @returns {Promise<BuildResult[]>}
 */
export async function build({ folder = root, ...options } = {}) {
  const { log = console.log } = options
  return withLock(join(folder, '.cache/build.lock'), () => buildAll(folder, options), {
    onWait: (pid) => log(`Another process (${pid}) is building; waiting for it.`),
  })
}

/**
 * @param {string} folder
 * @param {Omit<BuildOptions, 'folder'>} options
 */
async function buildAll(folder, { names = [], all = false, force = false, log = console.log }) {
  const rooms = workspaces(folder)
  const hashes = inputHashes(rooms, folder)
  const isProduct = (/** @type {Workspace} */ room) => all || !room.path.startsWith('examples/')
  const chosen = names.length > 0 ? withNeeds(rooms, names) : rooms.filter(isProduct)
  const buildable = chosen.filter((room) => room.manifest.scripts?.build)
  const enqueue = createQueue(Math.max(2, availableParallelism()))
  mkdirSync(join(folder, '.cache/build'), { recursive: true })

  /** @type {Map<string, Promise<BuildResult>>} */
  const results = new Map()
  for (const room of buildable) results.set(room.name, buildRoom(room))
  return Promise.all(results.values())

  /**
   * @param {Workspace} room
   * @returns {Promise<BuildResult>}
   */
  async function buildRoom(room) {
    const needs = await Promise.all(room.needs.flatMap((need) => results.get(need) ?? []))
    const broken = needs.find((need) => need.state === 'failed' || need.state === 'skipped')
    if (broken) {
      log(`- ${room.name} skipped: it needs ${broken.name}`)
      return { name: room.name, state: 'skipped', ms: 0 }
    }
    const file = stampFile(room, folder)
    const inputs = hashes.get(room.name) ?? ''
    const stamp = force ? undefined : readStamp(file)
    if (stamp?.inputs === inputs && stamp.outputs === outputsOf(room)) {
      return { name: room.name, state: 'fresh', ms: 0 }
    }
    const { code, output, ms } = await enqueue(() => runBuild(room, folder))
    if (code !== 0) {
      log(`${output.trimEnd()}\n✗ ${room.name} did not build (exit code ${code})`)
      return { name: room.name, state: 'failed', ms }
    }
    writeFileSync(file, `${JSON.stringify({ inputs, outputs: outputsOf(room) })}\n`)
    log(`✓ ${room.name} ${(ms / 1000).toFixed(1)} s`)
    return { name: room.name, state: 'built', ms }
  }
}

if (isMain(import.meta.url)) {
  endWithSignals()
  const flags = process.argv.slice(2).filter((arg) => arg.startsWith('--'))
  const names = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
  const results = await build({ names, all: flags.includes('--all'), force: flags.includes('--force') })
  /** @param {BuildResult['state']} state */
  const count = (state) => results.filter((result) => result.state === state).length
  const failed = count('failed') + count('skipped')
  console.log(
    `${count('built')} built, ${count('fresh')} fresh${failed ? `, ${failed} failed or skipped` : ''}`,
  )
  process.exitCode = failed > 0 ? 1 : 0
}
