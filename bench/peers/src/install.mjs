/** Installs each app alone, as somebody who follows its quick start would, and counts what that brings. */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { dependencies } from '../../../scripts/check-licences.mjs'
import { isAfter, wall } from '../../../scripts/licences.mjs'
import { npmCommand, run } from '../../../scripts/run.mjs'
import { workspaces } from '../../../scripts/workspaces.mjs'
import { workshop } from './apps.mjs'

/** @typedef {{ packages: number, megabytes: number, installScripts: number }} Footprint */

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function npm(args, cwd) {
  const { command, args: before } = npmCommand()
  const { code, output } = await run(command, [...before, ...args, '--loglevel=error'], { cwd })
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${output.slice(-2000)}`)
  return output
}

/**
 * The packages of ours that an app names, and those that they need in turn. Commands for developers are not among them.
 *
 * @param {readonly string[]} names what the app depends on
 * @param {readonly import('../../../scripts/workspaces.mjs').Workspace[]} rooms
 */
export function neededOf(names, rooms) {
  const needed = new Set(names)
  for (const name of needed) {
    const { dependencies = {} } = rooms.find((room) => room.name === name)?.manifest ?? {}
    for (const next of Object.keys(dependencies)) needed.add(next)
  }
  return rooms.filter(({ name }) => needed.has(name))
}

/**
 * Our own packages as npm would publish them; they must be built.
 *
 * @param {readonly import('./apps.mjs').App[]} apps
 * @returns {Promise<Record<string, string>>} package → address of its archive
 */
async function packOurs(apps) {
  const destination = join(workshop, 'packed')
  rmSync(destination, { recursive: true, force: true })
  mkdirSync(destination, { recursive: true })
  const published = workspaces().filter(({ manifest }) => !manifest.private)
  const named = apps.flatMap(({ manifest }) => Object.keys(manifest.dependencies))
  const packed = neededOf(named, published).map(async ({ name, folder }) => {
    const output = await npm(['pack', '--ignore-scripts', `--pack-destination=${destination}`], folder)
    const file = output.trim().split('\n').at(-1) ?? ''
    return [name, `file:${join(destination, basename(file))}`]
  })
  return Object.fromEntries(await Promise.all(packed))
}

/**
 * @param {string} folder
 * @param {string} name
 */
function refuseBehindWall(folder, name) {
  const lockfile = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const behind = dependencies(lockfile, folder).filter((found) =>
    wall.some(({ names, last }) => names.test(found.name) && isAfter(found.version, last)),
  )
  if (behind.length === 0) return lockfile
  const list = behind.map((found) => `${found.name} ${found.version}`).join(', ')
  throw new Error(`${name} would install what its licence keeps from us: ${list}.`)
}

/** @param {string} folder @returns {number} bytes */
function weighFolder(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + weighFolder(path)
    return entry.isSymbolicLink() ? sum : sum + lstatSync(path).size
  }, 0)
}

/**
 * @param {readonly import('./apps.mjs').App[]} apps
 * @returns {Promise<Map<string, Footprint>>} by the name of the app
 */
export async function installApps(apps) {
  const ours = apps.some(({ kind }) => kind === 'ours') ? await packOurs(apps) : {}
  /** @type {Map<string, Footprint>} */
  const footprints = new Map()
  // One after the other: npm is at its fastest alone, and its cache is shared.
  for (const app of apps) footprints.set(app.name, await installApp(app, ours))
  return footprints
}

/**
 * @param {import('./apps.mjs').App} app
 * @param {Record<string, string>} ours
 * @returns {Promise<Footprint>}
 */
async function installApp({ name, folder: source, manifest, kind }, ours) {
  const folder = join(workshop, 'apps', name)
  const pinned = kind === 'ours' ? { ...manifest.dependencies, ...ours } : manifest.dependencies
  const wanted = `${JSON.stringify({ ...manifest, dependencies: pinned }, null, 2)}\n`
  const manifestPath = join(folder, 'package.json')
  const isHere = existsSync(join(folder, 'node_modules')) && readFileSync(manifestPath, 'utf8') === wanted
  // Ours may have been built again under the same version.
  if (!isHere || kind === 'ours') {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(manifestPath, wanted)
    // First only the list, so that what stands behind the licence wall is never fetched.
    await npm(['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
    refuseBehindWall(folder, name)
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
  }
  cpSync(join(source, 'main.jsx'), join(folder, 'main.jsx'))
  const lockfile = refuseBehindWall(folder, name)
  const installed = Object.entries(lockfile.packages).filter(
    ([path]) => path && existsSync(join(folder, path)),
  )
  return {
    packages: installed.length,
    megabytes: weighFolder(join(folder, 'node_modules')) / 1e6,
    installScripts: installed.filter(([, locked]) => locked.hasInstallScript).length,
  }
}
