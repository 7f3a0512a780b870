/**
 * Puts files of a built package together into its parts (ADR 0120). A file that lies in a part keeps its path and hands
 * on what it exports, so whoever imports it finds it where it was; bundlers see through that.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { cssSheet } from './css-sheet.mjs'
import { moduleOf, readParts } from './package-parts.mjs'

/**
 * @typedef {object} BuiltFile a module, and what was made of it
 * @property {string} id
 * @property {string} file below `dist`
 * @property {readonly string[]} exports of its own
 * @property {ReadonlyMap<string, { name: string, from: string }>} handsOn what it exports of others
 * @typedef {BuiltFile & { names: ReadonlyMap<string, string> }} Member of a part; `names`: what it exports → what that
 *   is called in the part
 */

/**
 * @param {Map<string, BuiltFile>} built filled while the package is built, one file per module
 * @returns {import('rolldown').Plugin}
 */
export function noteFiles(built) {
  return {
    name: 'note-files',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.facadeModuleId) continue
        const { facadeModuleId: id, fileName: file, code } = chunk
        built.set(id, { id, file, ...readExports(code, chunk.exports) })
      }
    },
  }
}

/**
 * @param {string} code of a built file, whose imports stand by name
 * @param {readonly string[]} names that it exports
 * @returns {Pick<BuiltFile, 'exports' | 'handsOn'>}
 */
function readExports(code, names) {
  /** @type {Map<string, { name: string, from: string }>} */
  const imported = new Map()
  /** @type {BuiltFile['handsOn'] & Map<string, { name: string, from: string }>} */
  const handsOn = new Map()
  for (const statement of parseAst(code).body) {
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ImportSpecifier' || !('name' in specifier.imported)) continue
        imported.set(specifier.local.name, { name: specifier.imported.name, from: statement.source.value })
      }
    }
    if (statement.type !== 'ExportNamedDeclaration') continue
    for (const { local, exported } of statement.specifiers) {
      const origin = 'name' in local ? imported.get(local.name) : undefined
      if (origin && 'name' in exported) handsOn.set(exported.name, origin)
    }
  }
  return { exports: names.filter((name) => !handsOn.has(name)), handsOn }
}

/**
 * @param {string} packageFolder
 * @param {ReadonlyMap<string, BuiltFile>} built
 */
export async function writeParts(packageFolder, built) {
  for (const [part, files] of Object.entries(readParts(packageFolder))) {
    const members = nameMembers(
      files.map((file) => {
        const found = built.get(moduleOf(resolve(packageFolder, 'src', file)))
        if (!found) throw new Error(`parts.json: ${part} has ${file}, which is not among what is built`)
        return found
      }),
    )
    await buildPart(packageFolder, part, members, built)
    for (const member of members) handOn(join(packageFolder, 'dist'), part, member)
  }
}

/**
 * Two files may export the same name; the second one's is numbered in the part.
 *
 * @param {readonly BuiltFile[]} files
 * @returns {Member[]}
 */
function nameMembers(files) {
  /** @type {Map<string, number>} */
  const times = new Map()
  return files.map((file) => {
    const names = file.exports.map((name) => {
      const own = name === 'default' ? `${file.file.replace(/^.*\//, '').replace(/\W.*$/, '')}Default` : name
      const time = (times.get(own) ?? 0) + 1
      times.set(own, time)
      return /** @type {const} */ ([name, time === 1 ? own : `${own}${time}`])
    })
    return { ...file, names: new Map(names) }
  })
}

/**
 * @param {string} packageFolder
 * @param {string} part
 * @param {readonly Member[]} members
 * @param {ReadonlyMap<string, BuiltFile>} built
 */
async function buildPart(packageFolder, part, members, built) {
  const entry = join(packageFolder, `${part}.part.js`)
  const inside = new Set(members.map(({ id }) => id))
  const source = members.map(({ id, names }) => {
    const list = [...names].map(([name, own]) => (name === own ? name : `${name} as ${own}`))
    return `export { ${list.join(', ')} } from ${JSON.stringify(id)}`
  })
  await build({
    input: { [part]: entry },
    cwd: packageFolder,
    platform: 'neutral',
    transform: { target: 'es2022' },
    // What a file of the part only hands on is not imported by the part.
    treeshake: { moduleSideEffects: [{ external: true, sideEffects: false }] },
    output: {
      dir: 'dist',
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      codeSplitting: false,
    },
    plugins: [
      {
        name: 'part',
        async resolveId(id, importer) {
          if (id === entry || inside.has(id)) return id
          const found = importer === undefined ? null : await this.resolve(id, importer, { skipSelf: true })
          if (!found || inside.has(found.id)) return found
          const file = built.get(found.id)?.file
          return { id: file ? `./${file}` : id, external: true }
        },
        load: (id) => (id === entry ? source.join('\n') : undefined),
      },
      cssSheet(),
    ],
  })
}

/**
 * @param {string} dist
 * @param {string} part
 * @param {Member} member
 */
function handOn(dist, part, { file, names, handsOn }) {
  const path = join(dist, file)
  const target = relative(dirname(path), join(dist, `${part}.js`))
  /** @type {Map<string, string[]>} */
  const byOrigin = new Map()
  /** @param {string} from @param {string} theirs @param {string} name */
  const add = (from, theirs, name) =>
    byOrigin.set(from, [...(byOrigin.get(from) ?? []), theirs === name ? name : `${theirs} as ${name}`])
  for (const [name, inPart] of names) add(target.startsWith('.') ? target : `./${target}`, inPart, name)
  for (const [name, { name: theirs, from }] of handsOn) add(from, theirs, name)
  const lines = [...byOrigin].map(([from, list]) => `export { ${list.join(', ')} } from '${from}'\n`)
  writeFileSync(path, lines.join(''))
  rmSync(`${path}.map`, { force: true })
}
