/**
 * Builds the files that a page without a bundler loads from a CDN: `dist/cdn/latchkey.js`, and the parts that it asks
 * for when they are needed, React and viem included, with the hash of every file and the licences of what is inside.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'rolldown'
import { isMain } from './gate.mjs'
import { loadedChunks } from './loaded-chunks.mjs'

/**
 * What is loaded together after the entry, in the order of asking: a module comes with the first part whose journey
 * asks for it alone, and with `shared` where several do. A page asks for few files this way, and its import map stays
 * short; what nobody does on a page is not loaded by it. `begins` is looked for in what is imported when needed.
 */
const journeys = [
  { name: 'phone', begins: /\/core\/dist\/(relay|links)\/|\/ConnectingWalletConnect/ },
  { name: 'names', begins: /\/names\/|\/ens/ },
  { name: 'bitcoin', begins: /\/adapters\/dist\/bip122\/|btc-signer/ },
  { name: 'polkadot', begins: /\/adapters\/dist\/polkadot\// },
  { name: 'solana', begins: /\/adapters\/dist\/solana\// },
  { name: 'ethereum', begins: /\/adapters\// },
  { name: 'wallets', begins: /directory|AllWallets|\/topWallet/ },
  { name: 'embedded', begins: /embedded/i },
  { name: 'signin', begins: /signin|siwe|siwx/i },
  { name: 'swap', begins: /swap/i },
  { name: 'pay', begins: /\/pay/i },
  { name: 'buy', begins: /onramp|fund/i },
  { name: 'send', begins: /send|receive/i },
  { name: 'account', begins: /account|tokens|nfts|activity|transactions|profile/i },
  { name: 'ethereum', begins: /\/viem\/|\/@noble\// },
  { name: 'screens', begins: /\/ui\// },
  { name: 'data', begins: /\/core\/|\/@tanstack\// },
]

/** Whoever reads one language loads no other: its words and its errors are a part. */
const language = /\/ui\/dist\/languages\/(?:words|errors)\/([\w-]+)\.js$/
const languages = /\/ui\/dist\/languages\/index\.js$/

/** Where several journeys meet: what draws is apart from what does not, and libraries from both. */
const meetings = [
  { name: 'shared-screens', has: /\/ui\/|\/uqr\// },
  { name: 'shared-libraries', has: /\/node_modules\// },
]

/**
 * @typedef {Pick<import('rolldown').OutputChunk,
 *   'fileName' | 'imports' | 'moduleIds' | 'isEntry' | 'isDynamicEntry' | 'facadeModuleId'>} Chunk
 */

/** What the kit needs to act, and what is on the screen when the modal opens: React, the window, the first view. */
const actions = /\/core\/dist\/walletActions\.js$/
const opening = /\/ui\/dist\/shell\/(modalWindow|mount)\.js$/

/** "use client" is for servers; parts hold what is asked for later; what cannot be found is looked at by `bundle`. */
const expected = new Set(['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT', 'UNRESOLVED_IMPORT'])

/**
 * @param {string} packageFolder of `latchkey`, whose rooms are built
 * @param {string} folder where the files go
 */
export async function buildCdn(packageFolder, folder) {
  const partOf = partsOf(await bundle(packageFolder, { write: false }))
  const names = [...new Set(partOf.values())]
  const chunks = await bundle(packageFolder, {
    write: true,
    output: {
      dir: folder,
      codeSplitting: {
        // Otherwise the first part would take along what it shares with the others.
        includeDependenciesRecursively: false,
        groups: names.map((name) => ({ name, test: (id) => partOf.get(id) === name })),
      },
    },
  })
  const files = chunks.map(({ fileName }) => fileName).sort()
  const hashes = files.map((file) => [file, hashOf(readFileSync(join(folder, file)))])
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`)
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(chunks.flatMap(({ moduleIds }) => moduleIds)))
}

/**
 * @param {string} packageFolder
 * @param {import('rolldown').BuildOptions} options
 */
async function bundle(packageFolder, { output, ...options }) {
  const built = await build({
    ...options,
    cwd: packageFolder,
    // Parts may be asked for what their modules do not export: they ask each other, nobody else does.
    preserveEntrySignatures: 'allow-extension',
    input: { latchkey: 'cdn/entry.ts' },
    platform: 'browser',
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    output: {
      format: 'esm',
      minify: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'part-[name]-[hash].js',
      ...output,
    },
    onLog(level, log, report) {
      if (!expected.has(log.code ?? '')) report(level, log)
    },
  })
  const chunks = built.output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const files = new Set(chunks.map(({ fileName }) => fileName))
  // A bundler makes an external module of what it cannot find; a page could not load it.
  const missing = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .find((file) => !files.has(file))
  if (missing !== undefined) throw new Error(`${missing} is not among the files for the CDN`)
  // In a circle one file would run before what it is made of.
  const circle = chunks.find((chunk) =>
    chunk.imports.some((file) =>
      [
        ...loadedChunks(
          chunks,
          chunks.filter((one) => one.fileName === file),
        ),
      ].includes(chunk),
    ),
  )
  if (circle) throw new Error(`${circle.fileName} imports what imports it`)
  return chunks
}

/**
 * @param {readonly Chunk[]} chunks cut as an app's bundler cuts them
 * @returns {Map<string, string>} module → the part that it comes with; the rest are files of their own
 */
export function partsOf(chunks) {
  /** @param {(chunk: Chunk) => boolean} isMeant */
  const loadedWith = (isMeant) =>
    [...loadedChunks(chunks, chunks.filter(isMeant))].flatMap(({ moduleIds }) => moduleIds)
  /** @param {RegExp} pattern */
  const having =
    (pattern) =>
    /** @param {Chunk} chunk */
    ({ moduleIds }) =>
      moduleIds.some((id) => pattern.test(id))
  /** @type {Map<string, string>} */
  const partOf = new Map()
  /** @param {Iterable<string>} modules @param {string} name */
  const claim = (modules, name) => {
    for (const id of modules) if (!partOf.has(id)) partOf.set(id, name)
  }
  claim(
    loadedWith(({ isEntry }) => isEntry),
    'first',
  )
  // A page may choose its language before it makes the kit.
  claim(loadedWith(having(languages)), 'languages')
  claim(loadedWith(having(actions)), 'actions')
  claim(loadedWith(having(opening)), 'opening')
  /** @type {Map<string, Set<string>>} */
  const wanted = new Map()
  for (const chunk of chunks.filter(({ isDynamicEntry }) => isDynamicEntry)) {
    const begin = chunk.facadeModuleId ?? chunk.moduleIds.at(-1) ?? ''
    const [, spoken] = language.exec(begin) ?? []
    const journey = spoken === undefined ? nameOf(begin) : `language-${spoken}`
    for (const id of loadedWith((one) => one === chunk))
      wanted.set(id, (wanted.get(id) ?? new Set()).add(journey))
  }
  for (const [id, [only = '', ...others]] of wanted)
    claim([id], others.length === 0 ? only : (meetings.find(({ has }) => has.test(id))?.name ?? 'shared'))
  return partOf
}

/** @param {string} begin the module that is imported when it is needed */
const nameOf = (begin) => journeys.find(({ begins }) => begins.test(begin))?.name ?? 'rest'

/** @param {Buffer} bytes */
const hashOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/**
 * Our own is in the package; what is built in keeps its own words.
 *
 * @param {readonly string[]} modules absolute paths
 */
export function licencesOf(modules) {
  const folders = new Set(modules.flatMap((file) => packageOf(file) ?? []))
  const texts = [...folders].sort().flatMap((folder) => {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
    /** @type {{ name: string, version: string, license: string }} */
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : license
    return [`${name} ${version}\n\n${text}\n`]
  })
  // What was written into a package of ours has its licences beside it.
  const written = modules.filter((file) => file.endsWith('.bundled.js')).sort()
  texts.push(...written.map((file) => readFileSync(file.replace(/\.js$/, '.LICENSE.txt'), 'utf8')))
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

/** @param {string} file @returns {string | undefined} the folder of the npm package that it is in */
function packageOf(file) {
  if (!file.includes('/node_modules/')) return undefined
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    // A folder of a package may have a manifest that only says how to read its files.
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return folder
  }
  return undefined
}

if (isMain(import.meta.url)) {
  await buildCdn(process.cwd(), join(process.cwd(), 'dist/cdn'))
}
