/**
 * Puts files of a built package together into its parts (ADR 0120). A file that lies in a part keeps its path and hands
 * on what it exports, so whoever imports it finds it where it was; bundlers see through that.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { cssSheet } from './css-sheet.mjs'
import { moduleOf, readParts } from './package-parts.mjs'

/**
 * @typedef {object} BuiltFile a module, and what was made of it
 * @property {string} id
 * @property {string} file below `dist`
 * @property {string} code
 * @property {readonly string[]} exports
 *
 * @typedef {Pick<BuiltFile, 'id' | 'file'> & Exports & { names: ReadonlyMap<string, string> }} Member of a part; `names`:
 *   what it exports of its own → what that is called in the part
 * @typedef {{ own: readonly string[], handsOn: ReadonlyMap<string, { name: string, from: string }> }} Exports what a file
 *   exports of its own, and of others
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
        built.set(id, { id, file, code, exports: chunk.exports })
      }
    },
  }
}

/**
 * @param {BuiltFile} built
 * @returns {Exports}
 */
function readExports({ file, code, exports }) {
  /** @type {Map<string, { name: string, from: string }>} */
  const imported = new Map()
  /** @type {Map<string, { name: string, from: string }>} */
  const handsOn = new Map()
  for (const statement of parseAst(code).body) {
    if (statement.type === 'ExportAllDeclaration' || ('directive' in statement && statement.directive))
      throw new Error(`${file} lies in a part: it may have no directive, and hands on by name`)
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ImportSpecifier' || !('name' in specifier.imported)) continue
        imported.set(specifier.local.name, { name: specifier.imported.name, from: statement.source.value })
      }
    }
    if (statement.type !== 'ExportNamedDeclaration') continue
    for (const { local, exported } of statement.specifiers) {
      if (!('name' in local && 'name' in exported)) continue
      const from = statement.source?.value
      const origin = from === undefined ? imported.get(local.name) : { name: local.name, from }
      if (origin) handsOn.set(exported.name, origin)
    }
  }
  return { own: exports.filter((name) => !handsOn.has(name)), handsOn }
}

/**
 * @param {string} packageFolder
 * @param {ReadonlyMap<string, BuiltFile>} built
 */
export async function writeParts(packageFolder, built) {
  const taken = new Set([...built.values()].map(({ file }) => file))
  const parts = Object.entries(readParts(packageFolder)).map(([part, files]) => {
    if (taken.has(`${part}.js`)) throw new Error(`parts.json: there is a file ${part}.js already`)
    const members = files.map((file) => {
      const found = built.get(moduleOf(resolve(packageFolder, 'src', file)))
      if (!found) throw new Error(`parts.json: ${part} has ${file}, which is not among what is built`)
      return found
    })
    return { part, members: nameMembers(members) }
  })
  /** What stands at the place of a member, by its module, as seen from the root of `dist`. */
  const handing = new Map(
    parts.flatMap(({ part, members }) => members.map((each) => [each.id, handOn(part, each, '.')])),
  )
  for (const { part, members } of parts) await buildPart(packageFolder, { part, members, handing, built })
  for (const { part, members } of parts)
    for (const member of members) {
      const path = join(packageFolder, 'dist', member.file)
      writeFileSync(path, handOn(part, member, dirname(member.file)))
      rmSync(`${path}.map`, { force: true })
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
  return files.map((built) => {
    const { id, file } = built
    const { own, handsOn } = readExports(built)
    const names = own.map((name) => {
      const said = name === 'default' ? `${file.replace(/^.*\//, '').replace(/\W.*$/, '')}Default` : name
      const time = (times.get(said) ?? 0) + 1
      times.set(said, time)
      return /** @type {const} */ ([name, time === 1 ? said : `${said}${time}`])
    })
    return { id, file, own, handsOn, names: new Map(names) }
  })
}

/**
 * @param {string} packageFolder
 * @param {{ part: string, members: readonly Member[], handing: ReadonlyMap<string, string>,
 *   built: ReadonlyMap<string, BuiltFile> }} input
 */
async function buildPart(packageFolder, { part, members, handing, built }) {
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
        async resolveId(id, importer, { kind }) {
          if (id === entry || inside.has(id)) return id
          // What stands at the place of a member of another part is written as seen from the root.
          if (importer?.startsWith(elsewhere)) return { id, external: true }
          const found = importer === undefined ? null : await this.resolve(id, importer, { skipSelf: true })
          if (!found || inside.has(found.id)) return found
          // Straight from the other part: by way of its file, parts would need each other in a circle.
          if (handing.has(found.id) && kind === 'import-statement')
            return { id: elsewhere + found.id, moduleSideEffects: false }
          const file = built.get(found.id)?.file
          return { id: file ? `./${file}` : id, external: true }
        },
        load(id) {
          if (id === entry) return source.join('\n')
          return id.startsWith(elsewhere) ? handing.get(id.slice(elsewhere.length)) : undefined
        },
      },
      cssSheet(),
    ],
  })
}

const elsewhere = '\0elsewhere:'

/**
 * What stands at the place of a member: all that it exported.
 *
 * @param {string} part
 * @param {Member} member
 * @param {string} folder below `dist` that it is seen from
 */
function handOn(part, { file, names, handsOn }, folder) {
  /** @type {Map<string, string[]>} */
  const byOrigin = new Map()
  /** @param {string} from @param {string} theirs @param {string} name */
  const add = (from, theirs, name) =>
    byOrigin.set(from, [...(byOrigin.get(from) ?? []), theirs === name ? name : `${theirs} as ${name}`])
  /** @param {string} path below `dist` */
  const seen = (path) => {
    const way = relative(folder, path).replaceAll(sep, '/')
    return way.startsWith('.') ? way : `./${way}`
  }
  for (const [name, inPart] of names) add(seen(`${part}.js`), inPart, name)
  for (const [name, { name: theirs, from }] of handsOn)
    add(from.startsWith('.') ? seen(join(dirname(file), from)) : from, theirs, name)
  return [...byOrigin].map(([from, list]) => `export { ${list.join(', ')} } from '${from}'\n`).join('')
}
