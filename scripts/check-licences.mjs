/** Gate: every package in the lockfile has a licence that we may depend upon, and none is behind the licence wall. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platformOf } from './check-arch.mjs'
import { isMain, report } from './gate.mjs'
import { root } from './install.mjs'
import { developmentOnly, isAfter, isPermissive, wall } from './licences.mjs'
import { workspaces } from './workspaces.mjs'

/**
 * @typedef {import('./check-arch.mjs').LockedPackage & { name?: string, license?: string }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 * @typedef {{ path: string, name: string, version: string, isShipped: boolean, licence: string | undefined }} Dependency
 */

/**
 * @param {string} folder
 * @returns {string | undefined} what the installed package itself says; older ones say it in two other ways
 */
function licenceInside(folder) {
  /** @type {{ license?: string | { type?: string }, licenses?: { type?: string }[] }} */
  let manifest
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    return undefined
  }
  const { license, licenses } = manifest
  if (typeof license === 'string') return license
  if (license?.type) return license.type
  return licenses?.map(({ type }) => type ?? 'UNKNOWN').join(' OR ')
}

/**
 * @param {Lockfile} lockfile
 * @param {string} folder
 * @returns {Dependency[]}
 */
export function dependencies(lockfile, folder) {
  const entries = Object.entries(lockfile.packages)
  /** @param {string} name a binary for another platform is not here: its licence is that of what it belongs to */
  const licenceOfOwner = (name) => {
    if (!platformOf(name)) return undefined
    const owner = entries.find(([, { optionalDependencies }]) => optionalDependencies?.[name])
    return owner && (licenceInside(join(folder, owner[0])) ?? owner[1].license)
  }
  return entries.flatMap(([path, locked]) => {
    const [, installedAs] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
    if (!installedAs || locked.link) return []
    const name = locked.name ?? installedAs
    const licence = licenceInside(join(folder, path)) ?? locked.license ?? licenceOfOwner(name)
    return [{ path, name, version: locked.version ?? '', isShipped: !locked.dev, licence }]
  })
}

/**
 * @param {readonly Dependency[]} found
 * @returns {string[]}
 */
export function licenceBreaches(found) {
  const judged = found.flatMap(({ name, version, licence, isShipped }) => {
    const behind = wall.find(({ names, last }) => names.test(name) && isAfter(version, last))
    if (behind)
      return [`${name}@${version} is behind the licence wall: ${behind.last} is the last one allowed`]
    if (licence && isPermissive(licence)) return []
    const exception = developmentOnly[name]
    if (!exception || exception.licence !== licence)
      return [`${name}@${version}: ${licence ?? 'no licence'} is not permissive`]
    return isShipped
      ? [`${name}@${version} (${licence}) is for development only, but something shipped needs it`]
      : []
  })
  const names = new Set(found.map(({ name }) => name))
  const stale = Object.keys(developmentOnly).filter((name) => found.length > 0 && !names.has(name))
  return [...judged, ...stale.map((name) => `licences.mjs excuses ${name}, which is not in the lockfile`)]
}

/** @param {string} folder */
function ourBreaches(folder) {
  return workspaces(folder).flatMap(({ path, folder: room }) =>
    licenceInside(room) === 'MIT' ? [] : [`${path}/package.json does not say MIT`],
  )
}

/** @param {readonly Dependency[]} found */
function summary(found) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { licence = 'none' } of found) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const sorted = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${count} ${licence}`)
  const shipped = found.filter(({ isShipped }) => isShipped).length
  return `${found.length} packages (${shipped} shipped): ${sorted.join(', ')}`
}

if (isMain(import.meta.url)) {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = dependencies(lockfile, root)
  report([...licenceBreaches(found), ...ourBreaches(root)], summary(found))
}
