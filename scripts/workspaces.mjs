/** The rooms of the house as npm sees them: every workspace with its manifest, dependencies before dependents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './install.mjs'

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} [version]
 * @property {boolean} [private]
 * @property {string[]} [workspaces]
 * @property {Record<string, string>} [scripts]
 * @property {Record<string, unknown>} [exports]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 *
 * @typedef {{ name: string, path: string, folder: string, manifest: Manifest, needs: string[] }} Workspace
 * `path` is relative to the root with forward slashes, `needs` names the workspaces it depends on
 */

/**
 * @param {string} folder
 * @returns {Manifest}
 */
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/**
 * @param {string} folder
 * @param {string} pattern a folder, or all folders below one: `packages/*`
 */
function expand(folder, pattern) {
  if (!pattern.endsWith('/*')) return [join(folder, pattern)]
  const parent = join(folder, pattern.slice(0, -2))
  if (!existsSync(parent)) return []
  const entries = readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.map((entry) => join(parent, entry.name)).sort()
}

/**
 * @param {string} [folder]
 * @returns {Workspace[]}
 */
export function workspaces(folder = root) {
  const patterns = readManifest(folder).workspaces ?? []
  const folders = patterns
    .flatMap((pattern) => expand(folder, pattern))
    .filter((one) => existsSync(join(one, 'package.json')))
  const found = folders.map((one) => ({ folder: one, manifest: readManifest(one) }))
  const names = new Set(found.map(({ manifest }) => manifest.name))
  const rooms = found.map((room) => {
    const { name, dependencies, devDependencies, peerDependencies } = room.manifest
    const asked = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
    const path = relative(folder, room.folder).replaceAll('\\', '/')
    return { ...room, name, path, needs: asked.filter((one) => names.has(one)) }
  })
  return inOrder(rooms)
}

/** @param {readonly Workspace[]} rooms */
function inOrder(rooms) {
  const byName = new Map(rooms.map((room) => [room.name, room]))
  /** @type {Set<Workspace>} */
  const ordered = new Set()
  /**
   * @param {Workspace} room
   * @param {readonly string[]} path
   */
  const visit = (room, path) => {
    if (path.includes(room.name))
      throw new Error(`a circle of workspaces: ${[...path, room.name].join(' → ')}`)
    if (ordered.has(room)) return
    for (const need of room.needs) {
      const needed = byName.get(need)
      if (needed) visit(needed, [...path, room.name])
    }
    ordered.add(room)
  }
  for (const room of rooms) visit(room, [])
  return [...ordered]
}
