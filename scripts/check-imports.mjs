/** Gate: no file imports what the law of `law.mjs` does not let it, and nobody imports past an entry point. */
import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { sourcesAndTestsBelow } from './fingerprint.mjs'
import { isMain, report } from './gate.mjs'
import { importsOf } from './imports.mjs'
import { root } from './install.mjs'
import { law as houseLaw, sharedByConfigs } from './law.mjs'
import { workspaces } from './workspaces.mjs'

/**
 * @typedef {import('./law.mjs').Law} Law
 * @typedef {import('./workspaces.mjs').Workspace} Workspace
 * @typedef {{ folder: string, path: string, law: Law, ours: Map<string, Workspace> }} Room
 * @typedef {{ file: string, isTest: boolean, isConfig: boolean }} Source `file` is relative to the house
 */

const isCode = /\.(m|c)?(t|j)sx?$/
const builtins = new Set(builtinModules)

/** @param {string} specifier `@a/b/c/d` → `@a/b` */
const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * @param {string} specifier
 * @param {Source} source
 * @param {Room} room
 * @returns {string | undefined} the breach
 */
function judge(specifier, source, room) {
  if (specifier.startsWith('.')) return judgeRelative(specifier, source, room)
  if (specifier.startsWith('node:')) {
    const isAllowed = room.law.runsOnNode || source.isTest || source.isConfig
    return isAllowed ? undefined : `${room.path} does not run on Node: ${specifier}`
  }
  const name = packageOf(specifier)
  if (builtins.has(name)) return `write node:${specifier}`
  const target = room.ours.get(name)
  return target ? judgeOurs(specifier, target, source, room) : judgeNpm(name, source, room)
}

/**
 * @param {string} specifier
 * @param {Source} source
 * @param {Room} room
 */
function judgeRelative(specifier, source, room) {
  const target = relative(room.folder, resolve(room.folder, dirname(source.file), specifier)).replaceAll(
    '\\',
    '/',
  )
  if (target === room.path || target.startsWith(`${room.path}/`)) return undefined
  // A test may hold the code against a document, such as SPEC.md at the root.
  if (source.isTest && /\.md(\?raw)?$/.test(target)) return undefined
  if (reaches(room.law, source.file, target)) return undefined
  if ((source.isConfig || source.isTest) && sharedByConfigs.includes(target)) return undefined
  if (room.law.usesScripts && target.startsWith('scripts/')) return undefined
  return `${specifier} leaves ${room.path}: import another room by its entry point`
}

/**
 * @param {Law} law
 * @param {string} file
 * @param {string} target
 */
function reaches({ reaches: reach }, file, target) {
  const isBelow = (/** @type {string} */ path) => (/** @type {string} */ folder) =>
    path.startsWith(`${folder}/`)
  return Boolean(reach?.from.some(isBelow(file)) && reach.to.some(isBelow(target)))
}

/**
 * @param {string} specifier
 * @param {Workspace} target
 * @param {Source} source
 * @param {Room} room
 */
function judgeOurs(specifier, target, source, room) {
  if (target.path.startsWith('apps/')) return `nothing imports an app: ${specifier}`
  const entry = `.${specifier.slice(target.name.length)}`
  const entries = Object.keys(target.manifest.exports ?? {})
  if (!entries.includes(entry)) {
    return `${specifier} is not an entry point of ${target.name} (${entries.join(' ') || 'it has none'})`
  }
  if (target.path === room.path) return undefined
  const { may, testsMay = [] } = room.law
  const allowed = source.isTest ? [...may, ...testsMay] : may
  if (allowed.includes(target.name) || allowed.includes(specifier)) return undefined
  return `${room.path} may not import ${specifier} (it may: ${allowed.join(', ') || 'nothing of ours'})`
}

/**
 * @param {string} name
 * @param {Source} source
 * @param {Room} room
 */
function judgeNpm(name, source, room) {
  if (source.isTest || source.isConfig) return undefined
  const { npm, never = [] } = room.law
  if (npm && !npm.includes(name))
    return `${room.path} may import only ${npm.join(', ')} from npm, not ${name}`
  return never.some((pattern) => pattern.test(name)) ? `${room.path} never imports ${name}` : undefined
}

/**
 * @param {{ folder?: string, law?: Readonly<Record<string, Law>> }} [options]
 * @returns {{ breaches: string[], files: number, imports: number }}
 */
export function checkImports({ folder = root, law = houseLaw } = {}) {
  const rooms = workspaces(folder)
  const ours = new Map(rooms.map((room) => [room.name, room]))
  const breaches = rooms.filter(({ path }) => !law[path]).map(({ path }) => `${path} has no line in law.mjs`)
  let files = 0
  let imports = 0
  for (const [path, roomLaw] of Object.entries(law)) {
    if (!existsSync(join(folder, path))) continue
    const room = { folder, path, law: roomLaw, ours }
    for (const absolute of sourcesAndTestsBelow(join(folder, path)).filter((file) => isCode.test(file))) {
      const file = relative(folder, absolute).replaceAll('\\', '/')
      // The gateway's harness is used by tests alone; other rooms export theirs.
      const isTest = /\.test\.\w+$/.test(file) || file.startsWith('apps/gateway/src/testing/')
      // Beside `src` lies what runs on the machine that builds or tests: configuration, plug-ins, drivers.
      const isConfig = !isTest && !file.startsWith(`${path}/src/`) && existsSync(join(folder, path, 'src'))
      files += 1
      for (const { specifier, line } of importsOf(file, readFileSync(absolute, 'utf8'))) {
        imports += 1
        const isLiteralDemanded = path.startsWith('packages/') && !isTest
        const breach =
          specifier === undefined
            ? isLiteralDemanded && 'import() takes a literal here, so that bundlers can follow it'
            : judge(specifier, { file, isTest, isConfig }, room)
        if (breach) breaches.push(`${file}:${line} ${breach}`)
      }
    }
  }
  return { breaches, files, imports }
}

if (isMain(import.meta.url)) {
  const { breaches, files, imports } = checkImports()
  report(breaches, `${imports} imports in ${files} files keep the law`)
}
