/**
 * Gate: counts the rules of SPEC.md that the title of a test names (`[S2-08] …`) and fails when there are fewer than
 * the floor in spec-coverage.json. `--list` prints the rules without a test, `--raise` lifts the floor to what is there.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { sourcesAndTestsBelow } from '../scripts/fingerprint.mjs'
import { isMain, report } from '../scripts/gate.mjs'
import { root } from '../scripts/install.mjs'

/**
 * @typedef {object} Rules
 * @property {ReadonlyMap<string, string>} defined id → what the rule says
 * @property {ReadonlySet<string>} exempt ids listed as rules that no test could hold
 * @property {readonly string[]} breaches
 *
 * @typedef {{ file: string, titles: readonly string[] }} TestFile
 * @typedef {{ tested: readonly string[], missing: readonly string[], breaches: readonly string[] }} Coverage
 */

const idPattern = /^[A-Z]\d*-\d+$/
const threatPattern = /^(?:[AI]-\d+|F-[A-T])$/
const exemptHeading = '## Rules without a test'
const testFile = /\.test\.(ts|tsx|mts|mjs)$|^test\/.+\.ts$|(^|\/)conformance\.ts$/
const testFunctions = new Set(['test', 'it'])
const suiteFunctions = new Set(['describe', 'suite'])
/** A title behind one of these promises nothing: the test does not run, or is meant to fail. */
const idle = new Set(['skip', 'todo', 'fails'])

/**
 * @param {string} text SPEC.md
 * @returns {Rules}
 */
export function rulesOf(text) {
  const [body = '', exemptions = ''] = text.split(exemptHeading)
  /** @type {Map<string, string>} */
  const defined = new Map()
  /** @type {string[]} */
  const breaches = []
  for (const [, id = '', says = ''] of body.matchAll(/^- `([A-Z]\d*-\d+)` (.+)$/gm)) {
    if (defined.has(id)) breaches.push(`SPEC.md defines ${id} twice`)
    defined.set(id, says)
  }
  const exempt = new Set([...exemptions.matchAll(/^- ([A-Z]\d*-\d+) \S/gm)].map(([, id = '']) => id))
  for (const id of exempt) {
    if (!defined.has(id)) breaches.push(`SPEC.md exempts ${id}, which it does not define`)
  }
  if (defined.size === 0) breaches.push('SPEC.md defines no rule')
  return { defined, exempt, breaches }
}

/**
 * The titles of the tests that run, found with a real parser so that comments, strings and data do not count.
 *
 * @param {string} file decides the language by its extension
 * @param {string} text
 * @returns {string[]}
 */
export function titlesOf(file, text) {
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)
  /** @type {string[]} */
  const titles = []
  let idleSuites = 0
  new Visitor({
    CallExpression(call) {
      const { name, modifiers } = calleeOf(call.callee)
      const isIdle = modifiers.some((modifier) => idle.has(modifier))
      if (suiteFunctions.has(name) && isIdle) idleSuites += 1
      // A test without a body is a note; `test.each(table)` on its own has no title yet.
      if (!testFunctions.has(name) || isIdle || idleSuites > 0 || call.arguments.length < 2) return
      const title = titleOf(call.arguments[0])
      if (title !== undefined) titles.push(title)
    },
    'CallExpression:exit'(call) {
      const { name, modifiers } = calleeOf(call.callee)
      if (suiteFunctions.has(name) && modifiers.some((modifier) => idle.has(modifier))) idleSuites -= 1
    },
  }).visit(program)
  return titles
}

/**
 * `test`, `test.each(table)`, `test.concurrent.for(cases)` and the like, down to their root.
 *
 * @param {import('oxc-parser').Expression | import('oxc-parser').Super} callee
 * @returns {{ name: string, modifiers: string[] }}
 */
function calleeOf(callee) {
  if (callee.type === 'Identifier') return { name: callee.name, modifiers: [] }
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    const { name, modifiers } = calleeOf(callee.object)
    return { name, modifiers: [...modifiers, callee.property.name] }
  }
  if (callee.type === 'CallExpression') return calleeOf(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return calleeOf(callee.tag)
  return { name: '', modifiers: [] }
}

/**
 * @param {import('oxc-parser').Argument | undefined} node
 * @returns {string | undefined} the fixed text of the title; what is computed cannot be counted
 */
function titleOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return node.quasis.map((part) => part.value.cooked ?? '').join('…')
  return undefined
}

/**
 * `[S5-02][S9-01] …` and `[S5-02, S9-01] …`; brackets that hold no id at all are prose. The attacks, faults and
 * invariants of the embedded wallet (`[A-44]`, `[F-Q]`, `[I-2]`) are numbered by its design, not by SPEC.md.
 *
 * @param {string} title
 * @returns {string[]}
 */
export function idsIn(title) {
  return [...title.matchAll(/\[([^\]]*)\]/g)]
    .map(([, inside = '']) => inside.split(/[\s,]+/).filter((word) => !threatPattern.test(word)))
    .filter((words) => words.some((word) => idPattern.test(word)))
    .flat()
}

/**
 * @param {Rules} rules
 * @param {readonly TestFile[]} files
 * @param {number} floor
 * @returns {Coverage}
 */
export function coverageOf(rules, files, floor) {
  const breaches = [...rules.breaches]
  /** @type {Set<string>} */
  const named = new Set()
  for (const { file, titles } of files) {
    for (const id of titles.flatMap(idsIn)) {
      if (!rules.defined.has(id)) breaches.push(`${file} names ${id}, which SPEC.md does not define`)
      else if (rules.exempt.has(id))
        breaches.push(`${file} names ${id}, which SPEC.md lists as a rule without a test`)
      else named.add(id)
    }
  }
  const counted = [...rules.defined.keys()].filter((id) => !rules.exempt.has(id))
  const tested = counted.filter((id) => named.has(id))
  const missing = counted.filter((id) => !named.has(id))
  if (tested.length < floor) breaches.push(`${tested.length} rules have a test; the floor is ${floor}`)
  return { tested, missing, breaches }
}

/**
 * @param {string} folder
 * @returns {TestFile[]}
 */
export function testFilesBelow(folder) {
  return sourcesAndTestsBelow(folder).flatMap((path) => {
    const file = relative(folder, path).split(sep).join('/')
    if (!testFile.test(file)) return []
    return [{ file, titles: titlesOf(path, readFileSync(path, 'utf8')) }]
  })
}

/** @param {unknown} value what spec-coverage.json holds */
export function floorOf(value) {
  const floor = value instanceof Object && 'floor' in value ? value.floor : undefined
  if (typeof floor !== 'number' || !Number.isInteger(floor) || floor < 0) {
    throw new Error('spec-coverage.json needs a floor: { "floor": 120 }')
  }
  return floor
}

/** @param {readonly string[]} flags */
function main(flags) {
  const floorFile = join(root, 'test/spec-coverage.json')
  const floor = floorOf(JSON.parse(readFileSync(floorFile, 'utf8')))
  const rules = rulesOf(readFileSync(join(root, 'SPEC.md'), 'utf8'))
  const { tested, missing, breaches } = coverageOf(rules, testFilesBelow(root), floor)
  const total = tested.length + missing.length
  if (flags.includes('--list')) {
    for (const id of missing) process.stdout.write(`${id} ${rules.defined.get(id) ?? ''}\n`)
  }
  if (flags.includes('--raise') && tested.length > floor) {
    writeFileSync(floorFile, `{ "floor": ${tested.length} }\n`)
  }
  report(
    breaches,
    `${tested.length}/${total} rules have a test (floor ${floor}, ${rules.exempt.size} without one by nature)`,
  )
}

if (isMain(import.meta.url)) main(process.argv.slice(2))
