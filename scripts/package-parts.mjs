/**
 * Which files of our packages load together. A bundler that is given one file per module cuts an app's first load into
 * a dozen requests, and the first opening into two dozen; so what always comes together is published as one file
 * (ADR 0120). Each package says in its `parts.json` what that is, and this finds it out.
 *
 *   node scripts/package-parts.mjs           tells whether each `parts.json` is true
 *   node scripts/package-parts.mjs --write   writes them
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { build } from 'rolldown'
import { cssSheet } from './css-sheet.mjs'
import { isMain, report } from './gate.mjs'
import { root } from './install.mjs'
import { loadedChunks } from './loaded-chunks.mjs'

/** @typedef {Record<string, string[]>} Parts name of a part → its files below `src`, in order */

/** What begins each part, in the order in which they load: what an earlier one has is not in a later one. */
const beginnings = [
  { part: 'first', modules: ['latchkey/src/index.ts'] },
  { part: 'window', modules: ['ui/src/shell/modalWindow.ts'] },
  { part: 'modal', modules: ['ui/src/shell/mount.tsx'] },
  { part: 'wallets', modules: ['core/src/walletActions.ts'] },
]

/** The packages that are published in parts. */
const packages = ['spec', 'core', 'ui']

/** The least app that there is: what it loads, every app loads. */
const leastApp = 'least-app'

/**
 * What many apps load first beside that. A bundler cannot take a file out of a part, so what these share with the first
 * part is a part before it, `base`, and what they share with later ones is `common`.
 */
const beside = [
  'latchkey/react',
  'latchkey/languages',
  'latchkey/compat/appkit/wagmi',
  'latchkey/eip155',
  'latchkey/eip155/wagmi',
  'latchkey/solana',
  'latchkey/bip122',
  'latchkey/polkadot',
]

/**
 * What is loaded alone: without our screens, or on a server. What these share with the first part is in `base` too, and
 * what they share with the modal in `common`. What they share with the last part is `shared`, or a page would load it
 * first that has neither them nor a wallet.
 */
const alone = ['@latchkey/core/relay', 'latchkey/signIn']

/** What an app without our screens may use of it first: nothing of this is in a later part but in those. */
const withoutScreens = ['@latchkey/core']

/** @returns {Promise<Record<string, Parts>>} package → its parts, as its sources are now */
export async function findParts(folder = root) {
  const app = await bundle(folder, [leastApp])
  const neighbours = await bundle(folder, beside)
  const loners = await bundle(folder, alone)
  const core = await bundle(folder, withoutScreens)
  const inFirst = app.loadedWith(['latchkey/src/index.ts'])
  const isOther = (/** @type {string} */ path) => neighbours.first.has(path) || loners.first.has(path)
  // Bundlers keep all that a file may ever import, so one that imports something later is shared by itself.
  const apart = inFirst.filter((path) => isOther(path) && app.importsLater.has(path))
  // What such a file needs comes before it, or the first part and the file would need each other.
  const beforeApart = app.importedBy(apart)
  /** @param {string} path @param {string} part that it comes with */
  const partFor = (path, part) => {
    if (part === 'first' && beforeApart.has(path)) return 'base'
    const isShared = isOther(path) || (part !== 'first' && core.first.has(path))
    if (!isShared) return part
    if (app.importsLater.has(path)) return undefined
    if (part === 'first') return 'base'
    return part === 'wallets' && !neighbours.first.has(path) ? 'shared' : 'common'
  }

  /** @type {Set<string>} */
  const taken = new Set()
  /** @type {Record<string, Parts>} */
  const found = Object.fromEntries(packages.map((name) => [name, {}]))
  for (const { part, modules } of beginnings) {
    for (const path of app.loadedWith(modules)) {
      if (taken.has(path)) continue
      taken.add(path)
      const [, name = '', file = ''] = /^([^/]+)\/src\/(.+)$/.exec(path) ?? []
      const target = partFor(path, part)
      if (target) ((found[name] ?? {})[target] ??= []).push(asSource(file))
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, parts]) => [name, inOrder(parts)]))
}

/**
 * @typedef {object} App modules by their path below `packages`
 * @property {Set<string>} first what loads at first
 * @property {Set<string>} importsLater what imports something later
 * @property {(modules: readonly string[]) => string[]} loadedWith these, and what loads with them
 * @property {(modules: readonly string[]) => Set<string>} importedBy what these import statically, and what that imports
 *
 * @param {string} folder of a clone
 * @param {readonly string[]} entries that it imports whole
 * @returns {Promise<App>}
 */
async function bundle(folder, entries) {
  const cwd = join(folder, 'packages/latchkey')
  const appFile = join(cwd, `${leastApp}.js`)
  /** @param {string} id */
  const pathOf = (id) => relative(join(folder, 'packages'), id).replaceAll(sep, '/')
  /** @type {Set<string>} */
  const importsLater = new Set()
  /** @type {Map<string, string[]>} */
  const imports = new Map()
  const { output } = await build({
    input: [...entries],
    cwd,
    platform: 'browser',
    external: (id) => /^[^./\0]/.test(id) && !/^(?:least-app|latchkey|@latchkey)(?:\/|$)/.test(id),
    resolve: { conditionNames: ['@latchkey/source', 'import', 'default'] },
    write: false,
    // Chunks as they are needed, none put into an entry that has most of it.
    experimental: { chunkOptimization: false },
    onLog() {},
    output: { format: 'esm' },
    plugins: [
      {
        name: leastApp,
        resolveId: (id) => (id === leastApp ? appFile : undefined),
        load: (id) => (id === appFile ? `export { createLatchkey } from 'latchkey'` : undefined),
        moduleParsed: ({ id, importedIds, dynamicallyImportedIds }) => {
          imports.set(pathOf(id), importedIds.map(pathOf))
          if (dynamicallyImportedIds.length > 0) importsLater.add(pathOf(id))
        },
      },
      cssSheet(),
    ],
  })
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  /** @param {readonly import('rolldown').OutputChunk[]} beginning */
  const loadedBy = (beginning) =>
    [...loadedChunks(chunks, beginning)].flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [pathOf(id)] : [])),
    )
  /** @param {string} module */
  const chunkWith = (module) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => pathOf(id) === module))
    if (!found) throw new Error(`no app loads ${module}`)
    return found
  }
  return {
    first: new Set(loadedBy(chunks.filter(({ isEntry }) => isEntry))),
    importsLater,
    loadedWith: (modules) => loadedBy(modules.map(chunkWith)),
    importedBy(modules) {
      const found = new Set(modules.flatMap((module) => imports.get(module) ?? []))
      for (const module of found) for (const needed of imports.get(module) ?? []) found.add(needed)
      return found
    },
  }
}

/** @param {Parts} parts @returns {Parts} always in the same order */
function inOrder(parts) {
  const sorted = Object.entries(parts).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(sorted.map(([part, files]) => [part, [...files].sort()]))
}

/** @param {string} module as the bundler calls it: sheets are modules beside their files */
const asSource = (module) => module.replace(/\.css\.js$/, '.css')

/** @param {string} file */
export const moduleOf = (file) => file.replace(/\.css$/, '.css.js')

/**
 * @param {string} packageFolder
 * @returns {Parts} as it says; none where it says nothing
 */
export function readParts(packageFolder) {
  const file = join(packageFolder, 'parts.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

if (isMain(import.meta.url)) {
  const stale = Object.entries(await findParts()).filter(
    ([name, parts]) => JSON.stringify(readParts(join(root, 'packages', name))) !== JSON.stringify(parts),
  )
  if (process.argv.includes('--write')) {
    for (const [name, parts] of stale)
      writeFileSync(join(root, 'packages', name, 'parts.json'), `${JSON.stringify(parts, null, 2)}\n`)
    console.log(`${stale.length} written`)
  } else {
    const breaches = stale.map(
      ([name]) => `packages/${name}/parts.json is out of date: npm run parts writes it`,
    )
    report(breaches, 'Every parts.json says what loads together.')
  }
}
