/**
 * Gate: the lockfile names every per-platform package, and those of linux x64 and arm64 with an integrity.
 * `npm install` drops a platform package that the registry cannot give at that moment, without a word; the next
 * machine then fails, either in `npm ci` or with a missing binary. `--fix` writes the dropped ones back,
 * `--registry` asks the registry whether those of linux exist.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, report } from './gate.mjs'
import { root } from './install.mjs'
import { npmCommand, run } from './run.mjs'

/**
 * @typedef {import('./install.mjs').LockedPackage & {
 *   dev?: boolean, devOptional?: boolean, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, hasInstallScript?: boolean, resolved?: string,
 * }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 * @typedef {{ os?: string[], cpu: string[], libc?: string[] }} Platform
 * @typedef {{ name: string, version: string, platform: Platform, owner: string, isOptional: boolean }} PlatformPackage
 */

const systems = 'aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows|wasm32'
const processors = 'arm64|arm|x64|x86_64|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasi'
const platformName = new RegExp(
  `[-/.](?<system>${systems})-(?<processor>${processors})(?:-(?<abi>gnu|musl|msvc|eabi|gnueabihf|musleabihf))?$`,
)

/**
 * What npm would read from the package itself, told from its name.
 *
 * @param {string} name
 * @returns {Platform | undefined}
 */
export function platformOf(name) {
  const { system, processor, abi } = platformName.exec(name)?.groups ?? {}
  if (!system || !processor) return undefined
  if (system === 'wasm32') return { cpu: ['wasm32'] }
  const libc = abi?.startsWith('gnu') ? 'glibc' : abi?.startsWith('musl') ? 'musl' : undefined
  return {
    os: [system === 'windows' ? 'win32' : system],
    cpu: [processor === 'x86_64' ? 'x64' : processor],
    // npm knows the C library of 64-bit systems only by what the package says; the 32-bit ones say nothing.
    ...(libc && processor !== 'arm' ? { libc: [libc] } : {}),
  }
}

/**
 * @param {Lockfile} lockfile
 * @returns {PlatformPackage[]}
 */
export function platformPackages({ packages }) {
  return Object.entries(packages).flatMap(([owner, { dependencies, optionalDependencies }]) => {
    const all = { ...dependencies, ...optionalDependencies }
    return Object.entries(all).flatMap(([name, version]) => {
      const platform = platformOf(name)
      return platform ? [{ name, version, platform, owner, isOptional: !dependencies?.[name] }] : []
    })
  })
}

/**
 * The lock entry that a package at `owner` gets when it asks for `name`: the nearest `node_modules` wins.
 *
 * @param {Lockfile} lockfile
 * @param {string} owner
 * @param {string} name
 */
export function lockEntry({ packages }, owner, name) {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    const entry = packages[path]
    if (entry) return { path, entry }
    if (!folder) return undefined
  }
}

/** @param {Platform} platform */
const isOurs = ({ os, cpu, libc }) =>
  os?.[0] === 'linux' && (cpu[0] === 'x64' || cpu[0] === 'arm64') && libc?.[0] !== 'musl'

/**
 * @param {Lockfile} lockfile
 * @returns {string[]} one sentence per breach
 */
export function archBreaches(lockfile) {
  const wanted = platformPackages(lockfile)
  const absent = wanted.flatMap(({ name, version, platform, owner }) => {
    const found = lockEntry(lockfile, owner, name)?.entry
    if (!found) return [`${name}@${version} (wanted by ${owner}) has no entry: run with --fix`]
    if (isOurs(platform) && !found.integrity) return [`${name}@${version} has no integrity`]
    const isExact = /^\d/.test(version)
    return !isExact || found.version === version
      ? []
      : [`${name}: ${owner} wants ${version}, locked is ${found.version}`]
  })
  const lonely = [...new Set(wanted.map(({ owner }) => owner))].flatMap((owner) => {
    const linux = wanted.filter((one) => one.owner === owner && isOurs(one.platform))
    const missing = ['x64', 'arm64'].filter((cpu) => !linux.some(({ platform }) => platform.cpu[0] === cpu))
    // A workspace that lists one platform package by hand is judged like a package that lists them all.
    return missing.map((cpu) => `${owner || 'the root package'} has no linux ${cpu} binary`)
  })
  return [...absent, ...lonely]
}

/**
 * Adds what `npm install` dropped. npm installs it only on its own platform, so nothing changes on this one.
 *
 * @param {Lockfile} lockfile
 * @returns {{ lockfile: Lockfile, added: string[] }}
 */
export function completeLockfile(lockfile) {
  const packages = { ...lockfile.packages }
  /** @type {string[]} */
  const added = []
  for (const { name, version, platform, owner, isOptional } of platformPackages(lockfile)) {
    if (!isOptional || lockEntry({ packages }, owner, name)) continue
    const { dev, devOptional } = packages[owner] ?? {}
    const { cpu, libc, os } = platform
    packages[`node_modules/${name}`] = {
      version,
      cpu,
      ...(dev ? { dev } : devOptional ? { devOptional } : {}),
      ...(libc ? { libc } : {}),
      optional: true,
      ...(os ? { os } : {}),
    }
    added.push(`${name}@${version}`)
  }
  // The order in which npm writes them, so that the next `npm install` shows no difference.
  const order = new Intl.Collator('en').compare
  const sorted = Object.entries(packages).sort(([a], [b]) => order(a, b))
  return { lockfile: { ...lockfile, packages: Object.fromEntries(sorted) }, added }
}

/**
 * @param {Lockfile} lockfile
 * @param {{ allowScripts?: Record<string, boolean> }} manifest the root package.json
 * @returns {string[]} packages that want to run a script on installation and about which nobody decided
 */
export function scriptBreaches({ packages }, { allowScripts = {} }) {
  return Object.entries(packages).flatMap(([path, { hasInstallScript }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const isDecided = !hasInstallScript || name in allowScripts
    return isDecided ? [] : [`${name} wants to run a script on installation: decide in allowScripts`]
  })
}

/**
 * @param {Lockfile} lockfile
 * @returns {string[]} packages whose contents nobody could tell from others: no digest, a weak one, or not of a registry
 */
export function digestBreaches({ packages }) {
  return Object.entries(packages).flatMap(([path, { integrity, link, resolved, optional }]) => {
    if (!path.includes('node_modules/') || link) return []
    // Written back by `--fix` for other platforms: npm asks the registry for its digest when it installs it there.
    if (!integrity) return optional ? [] : [`${path} has no integrity`]
    if (!integrity.startsWith('sha512-')) return [`${path} has a weak digest`]
    return resolved && !resolved.endsWith('.tgz') ? [`${path} does not come from a registry`] : []
  })
}

/** @param {Lockfile} lockfile */
async function registryBreaches(lockfile) {
  const npm = npmCommand()
  const ours = platformPackages(lockfile).filter(({ platform }) => isOurs(platform))
  const answers = await Promise.all(
    ours.map(async ({ name, version }) => {
      const spec = `${name}@${version}`
      const { code, output } = await run(npm.command, [...npm.args, 'view', spec, 'version', '--json'])
      return code === 0 && output.includes(`"${version}"`) ? [] : [`${spec} is not in the registry`]
    }),
  )
  return answers.flat()
}

if (isMain(import.meta.url)) {
  const file = join(root, 'package-lock.json')
  /** @type {Lockfile} */
  let lockfile = JSON.parse(readFileSync(file, 'utf8'))
  if (process.argv.includes('--fix')) {
    const completed = completeLockfile(lockfile)
    lockfile = completed.lockfile
    if (completed.added.length > 0) writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`)
    console.log(`added ${completed.added.length} platform packages to package-lock.json`)
  }
  const online = process.argv.includes('--registry') ? await registryBreaches(lockfile) : []
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const count = platformPackages(lockfile).length
  const breaches = [
    ...archBreaches(lockfile),
    ...digestBreaches(lockfile),
    ...scriptBreaches(lockfile, manifest),
    ...online,
  ]
  report(breaches, `${count} platform packages, linux x64 and arm64 complete`)
}
