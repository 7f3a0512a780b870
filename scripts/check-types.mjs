/** Gate: every room type-checks on its own, with the native compiler, as many at a time as there are processors. */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { filesBelow } from './fingerprint.mjs'
import { isMain, report } from './gate.mjs'
import { root } from './install.mjs'
import { endWithSignals, run } from './run.mjs'
import { workspaces } from './workspaces.mjs'

/** @param {string} folder */
export function typedRooms(folder = root) {
  const rooms = [...workspaces(folder).map(({ path }) => path), 'scripts', '.']
  return rooms.filter((room) => existsSync(join(folder, room, 'tsconfig.json')))
}

/** @param {string} folder a room whose code is still to come has nothing to check */
const hasSource = (folder) =>
  filesBelow(folder, (name, isFolder) =>
    isFolder ? !['node_modules', 'dist'].includes(name) : /\.(m?ts|tsx|mjs)$/.test(name),
  ).length > 0

/**
 * @param {readonly string[]} rooms
 * @param {string} [folder]
 * @returns {Promise<string[]>} one breach per room that does not type-check
 */
export async function typeBreaches(rooms, folder = root) {
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
  const waiting = rooms.filter((room) => hasSource(join(folder, room)))
  /** @type {string[]} */
  const breaches = []
  const worker = async () => {
    for (let room = waiting.shift(); room; room = waiting.shift()) {
      const { code, output } = await run(process.execPath, [tsc, '--project', room], { cwd: folder })
      if (code !== 0) breaches.push(`${room} does not type-check:\n${output.trimEnd()}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return breaches.sort()
}

if (isMain(import.meta.url)) {
  endWithSignals()
  const asked = process.argv.slice(2)
  const rooms = asked.length > 0 ? asked : typedRooms()
  report(await typeBreaches(rooms), `${rooms.length} rooms type-check`)
}
