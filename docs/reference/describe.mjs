/** One declaration as Markdown: how it is written, or what it is made up of; and which names it speaks of. */
import { Visitor } from 'oxc-parser'
import { docBefore } from './declarations.mjs'

/**
 * @typedef {import('./declarations.mjs').Declaration} Declaration
 * @typedef {import('./declarations.mjs').Statement} Statement
 * @typedef {import('oxc-parser').TSSignature} Signature
 * @typedef {import('oxc-parser').ClassElement} ClassElement
 * @typedef {{ start: number, end: number }} Span
 * @typedef {{ name: string, type: string, about: string }} Member
 */

/** Rule ids are for those who work on the house; the page is for those who use it. @param {string} text */
export const withoutRules = (text) =>
  text
    .replaceAll(/ ?\((?:[SD]\d*-\d+(?:, )?)+\)/g, '')
    .replace(/^(?:[SD]\d*-\d+(?:, )?)+(?:[:;.] ?|$)/, '')
    .replace(/^./, (letter) => letter.toUpperCase())

/** Under which heading it is listed. @param {Declaration} declaration */
export function kindOf({ name, parts }) {
  const is = (/** @type {Statement['type'][]} */ ...types) =>
    parts.some(({ node }) => types.includes(node.type))
  if (is('ClassDeclaration')) return 'Classes'
  if (!is('VariableDeclaration', 'FunctionDeclaration', 'TSDeclareFunction')) return 'Types'
  if (/^use[A-Z]/.test(name)) return 'Hooks'
  // A type and a value of one name are a class, however it was made.
  if (/^[A-Z]/.test(name)) return parts.length > 1 ? 'Classes' : 'Components'
  return parts.some(({ node }) => isCallable(node)) ? 'Functions' : 'Values'
}

/** @param {Statement} node */
const isCallable = (node) =>
  node.type !== 'VariableDeclaration' ||
  node.declarations.some(({ id }) => id.typeAnnotation?.typeAnnotation.type === 'TSFunctionType')

/** The names of types and values that it speaks of. @param {Declaration} declaration */
export function namesIn({ parts, text }) {
  /** @type {Set<string>} */
  const names = new Set()
  /** @type {Set<string>} */
  const own = new Set()
  const add = (/** @type {Span} */ { start, end }) => names.add(text.slice(start, end))
  const visitor = new Visitor({
    TSTypeParameter: ({ name }) => void own.add(name.name),
    TSTypeReference: ({ typeName }) => void add(typeName),
    TSInterfaceHeritage: ({ expression }) => void add(expression),
    TSTypeQuery: ({ exprName }) => void add(exprName),
  })
  const body = parts.map(({ node }) => node)
  visitor.visit({ type: 'Program', body, sourceType: 'module', hashbang: null, start: 0, end: text.length })
  return [...names].filter((name) => !own.has(name))
}

/** @param {Declaration} declaration */
export function describe(declaration) {
  return declaration.parts.map((part) => describePart(declaration, part.node)).join('\n\n')
}

/** @param {Declaration} declaration @param {Statement} node */
function describePart(declaration, node) {
  const { text } = declaration
  const body = membersNode(node)
  if (body === undefined || body.length === 0) return fenced(written(text, node))
  // Everything up to the first brace of the body: the name, its parameters and what it extends.
  const head = text.slice(node.start, text.lastIndexOf('{', body[0]?.start)).trim()
  const members = body.flatMap((member) => memberOf(declaration, member))
  const rows = members.map(
    ({ name, type, about }) => `| ${inCode(name)} | ${inCode(type)} | ${inCell(about)} |`,
  )
  return [fenced(`${tidy(head)} { … }`), ['| name | type | |', '|---|---|---|', ...rows].join('\n')].join(
    '\n\n',
  )
}

/** @param {Statement} node @returns {readonly (Signature | ClassElement)[] | undefined} */
function membersNode(node) {
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'ClassDeclaration') return node.body.body
  if (node.type !== 'TSTypeAliasDeclaration') return undefined
  return node.typeAnnotation.type === 'TSTypeLiteral' ? node.typeAnnotation.members : undefined
}

/** @param {Declaration} declaration @param {Signature | ClassElement} member @returns {Member[]} */
function memberOf({ text, docs }, member) {
  const about = withoutRules(docBefore(member, docs, text)?.text ?? '')
  const slice = (/** @type {Span} */ { start, end }) => text.slice(start, end)
  if ('accessibility' in member && member.accessibility === 'private') return []
  if ('key' in member && 'typeAnnotation' in member) {
    const value = 'value' in member ? member.value : null
    const type = member.typeAnnotation?.typeAnnotation ?? value
    return [
      { name: `${slice(member.key)}${member.optional ? '?' : ''}`, type: type ? slice(type) : '', about },
    ]
  }
  if ('key' in member)
    return [{ name: `${slice(member.key)}()`, type: text.slice(member.key.end, member.end), about }]
  return [{ name: slice(member), type: '', about }]
}

/** The source of a statement as people write it. @param {string} text @param {Statement} node */
function written(text, node) {
  if (node.type !== 'TSTypeAliasDeclaration' || node.typeAnnotation.type !== 'TSUnionType')
    return tidy(text.slice(node.start, node.end))
  const { types } = node.typeAnnotation
  const whole = tidy(text.slice(node.start, node.end))
  if (whole.length < 100) return whole
  const head = tidy(text.slice(node.start, node.typeAnnotation.start)).trim()
  return [head, ...types.map(({ start, end }) => `  | ${tidy(text.slice(start, end))}`)].join('\n')
}

/** @param {string} code as the compiler prints it */
const tidy = (code) =>
  code
    .replace(/^(export )?declare /, '')
    .replaceAll(/\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*/g, '')
    .replaceAll(/import\(["'][^"']+["']\)\./g, '')
    .replaceAll(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
    .replaceAll(/;$/gm, '')

/** @param {string} code */
const fenced = (code) => `\`\`\`ts\n${code}\n\`\`\``

/** On one line. @param {string} code */
function inCode(code) {
  const line = tidy(code.replaceAll(/;\s+(?=\})/g, ' ').replaceAll(';\n', '; '))
  return line === '' ? '' : `\`${inCell(line.replaceAll(/\s+/g, ' '))}\``
}

/** @param {string} text */
const inCell = (text) => text.replaceAll('|', '\\|')
