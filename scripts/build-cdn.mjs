/**
 * Builds the files that a page without a bundler loads from a CDN: `dist/cdn/latchkey.js` and the parts that it asks for
 * later, React and viem included, with the hash of every file and the licences of what is inside.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'rolldown'
import { isMain } from './gate.mjs'
import { loadedChunks } from './loaded-chunks.mjs'

/**
 * What is loaded together. A page asks for few files this way, and its import map stays short; an app with a bundler
 * loads less.
 */
const parts = [
  { name: 'screens', test: /\/packages\/ui\/|\/node_modules\/(react|react-dom|scheduler|uqr)\// },
  { name: 'wallets', test: /\/packages\/(core|spec)\/|\/node_modules\/(valibot|zustand|@tanstack)\// },
  { name: 'solana', test: /\/adapters\/dist\/solana\// },
  { name: 'ethereum', test: /\/adapters\/|\/node_modules\// },
]

/** "use client" is for servers; parts hold what is asked for later; what cannot be found is looked at by `bundle`. */
const expected = new Set(['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT', 'UNRESOLVED_IMPORT'])

/**
 * @param {string} packageFolder of `latchkey`, whose rooms are built
 * @param {string} folder where the files go
 */
export async function buildCdn(packageFolder, folder) {
  const first = firstLoad(await bundle(packageFolder, { write: false }))
  const chunks = await bundle(packageFolder, {
    write: true,
    output: {
      dir: folder,
      codeSplitting: { groups: [{ name: 'first', test: (id) => first.has(id), priority: 1 }, ...parts] },
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
    input: { latchkey: 'cdn/entry.ts' },
    platform: 'browser',
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    output: {
      format: 'esm',
      minify: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'part-[hash].js',
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
  return chunks
}

/**
 * @param {readonly import('rolldown').OutputChunk[]} chunks
 * @returns {Set<string>} the modules that come with the entry
 */
function firstLoad(chunks) {
  const loaded = loadedChunks(
    chunks,
    chunks.filter(({ isEntry }) => isEntry),
  )
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds))
}

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
