/** Reads declaration files as a compiler would look names up: what a file exports, and where a name was declared. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

/**
 * @typedef {import('oxc-parser').Program['body'][number]} Statement
 * @typedef {{ node: Statement, comment: string }} Part
 * @typedef {{ end: number, text: string }} Doc
 * @typedef {{ file: string, name: string, text: string, docs: readonly Doc[], about: string, parts: Part[] }} Declaration
 * `parts` are several where a type and a value share a name, or a function has overloads
 *
 * @typedef {{ from: string, name: string }} Elsewhere
 * @typedef {object} Module
 * @property {string} file
 * @property {string} text
 * @property {readonly Doc[]} docs the comments in it
 * @property {string} comment what the file is for
 * @property {Map<string, Part[]>} declared by their own name
 * @property {Map<string, string | Elsewhere>} exported by the name outside: the own name, or where it is from
 * @property {Map<string, Elsewhere>} imported
 * @property {string[]} stars modules of which everything is exported
 */

/** @param {string} text of a comment between its marks */
const plain = (text) =>
  text
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim()

/**
 * @template {Doc} doc
 * @param {{ start: number }} node
 * @param {readonly doc[]} docs
 * @param {string} text
 */
export const docBefore = ({ start }, docs, text) =>
  docs.findLast(({ end }) => end <= start && text.slice(end, start).trim() === '')

/**
 * What the source of a declaration file says of itself. The compiler takes that away together with the import behind it,
 * and the first words that are left are about something else.
 *
 * @param {string} file
 */
function beginningOf(file) {
  const source = ['.ts', '.tsx']
    .map((ending) => file.replace(/([\\/])dist([\\/])/, '$1src$2').replace(/\.d\.ts$/, ending))
    .find((path) => path !== file && existsSync(path))
  const [, words] = /^\/\*(\*.*?)\*\//s.exec(source === undefined ? '' : readFileSync(source, 'utf8')) ?? []
  return words === undefined ? undefined : plain(words)
}

/** The name of an export or import; modules may use strings there, ours do not. @param {{ type: string }} node */
const nameOf = (node) => ('name' in node ? String(node.name) : '')

/** @param {Statement} node */
function namesDeclaredBy(node) {
  if (node.type === 'VariableDeclaration') return node.declarations.map(({ id }) => nameOf(id))
  return 'id' in node && node.id ? [nameOf(node.id)] : []
}

/** Files are read once each. */
export function createReader() {
  /** @type {Map<string, Module>} */
  const modules = new Map()

  /** @param {string} file @returns {Module} */
  function read(file) {
    const known = modules.get(file)
    if (known) return known
    const text = readFileSync(file, 'utf8')
    const { program, comments, errors } = parseSync(file, text)
    if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`)
    const docs = comments
      .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
      .map(({ start, end, value }) => ({ start, end, text: plain(value) }))
    const began = beginningOf(file)
    const first = docs.find(({ start, text: words }) =>
      began === undefined ? text.slice(0, start).trim() === '' : words === began,
    )
    /** @type {Module} */
    const module = {
      file,
      text,
      docs,
      comment: began ?? first?.text ?? '',
      declared: new Map(),
      exported: new Map(),
      imported: new Map(),
      stars: [],
    }
    modules.set(file, module)
    for (const statement of program.body) {
      const doc = docBefore(statement, docs, text)
      // The first words of a file are about the file, also where no import stands between.
      note(module, statement, doc && doc !== first ? doc.text : '')
    }
    return module
  }

  /** @param {string} file @param {string} specifier @returns {string | undefined} nothing for packages of others */
  function find(file, specifier) {
    if (specifier.startsWith('.')) return resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts'))
    const [, own, entry = ''] = /^(@latchkey\/[a-z]+|latchkey)(\/.+)?$/.exec(specifier) ?? []
    return own === undefined ? undefined : typesOf(own, `.${entry}`)
  }

  /** Where a name that is exported was declared. @param {string} file @param {string} name @returns {Declaration | undefined} */
  function exportOf(file, name) {
    const module = read(file)
    const target = module.exported.get(name)
    if (typeof target === 'string') return lookUp(file, target)
    if (target) return follow(file, target)
    for (const star of module.stars) {
      const from = find(file, star)
      const found = from === undefined ? undefined : exportOf(from, name)
      if (found) return found
    }
    return undefined
  }

  /** @param {string} file @param {Elsewhere} target */
  function follow(file, { from, name }) {
    const next = find(file, from)
    return next === undefined ? undefined : exportOf(next, name)
  }

  /** What a name means inside a file. @param {string} file @param {string} name @returns {Declaration | undefined} */
  function lookUp(file, name) {
    const module = read(file)
    const parts = module.declared.get(name)
    if (parts)
      return { file, name, text: module.text, docs: module.docs, about: aboutOf(module, name, parts), parts }
    const target = module.imported.get(name)
    return target && follow(file, target)
  }

  /** @param {string} file @returns {string[]} in the order of the file */
  function exportsOf(file) {
    const module = read(file)
    const starred = module.stars.flatMap((star) => {
      const from = find(file, star)
      return from === undefined ? [] : exportsOf(from)
    })
    return [...new Set([...module.exported.keys(), ...starred])]
  }

  return { exportOf, exportsOf, lookUp, commentOf: (/** @type {string} */ file) => read(file).comment }
}

/** @typedef {ReturnType<typeof createReader>} Reader */

/**
 * A file that is named after what it declares may speak of it in its first line.
 *
 * @param {Module} module
 * @param {string} name
 * @param {readonly Part[]} parts
 */
const aboutOf = (module, name, parts) =>
  parts.find(({ comment }) => comment !== '')?.comment ??
  (basename(module.file, '.d.ts') === name ? module.comment : '')

/** @param {Module} module @param {Statement} statement @param {string} comment */
function note(module, statement, comment) {
  const declare = (/** @type {Statement} */ node, /** @type {boolean} */ isExported) => {
    for (const name of namesDeclaredBy(node)) {
      module.declared.set(name, [...(module.declared.get(name) ?? []), { node, comment }])
      if (isExported) module.exported.set(name, name)
    }
  }
  switch (statement.type) {
    case 'ExportAllDeclaration':
      module.stars.push(statement.source.value)
      break
    case 'ImportDeclaration':
      for (const one of statement.specifiers) {
        const name = one.type === 'ImportSpecifier' ? nameOf(one.imported) : '*'
        module.imported.set(one.local.name, { from: statement.source.value, name })
      }
      break
    case 'ExportNamedDeclaration':
      if (statement.declaration) declare(statement.declaration, true)
      for (const { local, exported } of statement.specifiers) {
        const from = statement.source?.value
        const target = from === undefined ? nameOf(local) : { from, name: nameOf(local) }
        module.exported.set(nameOf(exported), target)
      }
      break
    default:
      declare(statement, false)
  }
}

const require = createRequire(import.meta.url)

/** The declarations of an entry point of ours. @param {string} name @param {string} entry */
function typesOf(name, entry) {
  const file = require.resolve(`${name}/package.json`)
  /** @type {{ exports: Record<string, { types?: string }> }} */
  const { exports } = JSON.parse(readFileSync(file, 'utf8'))
  const types = exports[entry]?.types
  if (types === undefined) throw new Error(`${name} has no entry point ${entry}`)
  return join(dirname(file), types)
}

/** What of `name` can be imported, with the file that declares it. @param {string} name */
export function entriesOf(name) {
  const file = require.resolve(`${name}/package.json`)
  /** @type {{ exports: Record<string, { types?: string }> }} */
  const { exports } = JSON.parse(readFileSync(file, 'utf8'))
  return Object.entries(exports).flatMap(([entry, { types }]) =>
    types === undefined ? [] : [{ entry: `${name}${entry.slice(1)}`, file: join(dirname(file), types) }],
  )
}
