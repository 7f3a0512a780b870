/** Gate: the rules of the house that a linter cannot express: first lines, sizes, depths and names of files. */
import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { sourcesAndTestsBelow } from './fingerprint.mjs'
import { isMain, report } from './gate.mjs'
import { root } from './install.mjs'

const isCode = /\.(mts|ts|tsx|mjs)$/
const isDeclaration = /\.d\.ts$/
/** Written by a tool or read as data: nobody reads them from top to bottom. */
const isGenerated = /(^|\/)(artifacts|fixtures|generated|migrations|__snapshots__)\//

/** A test file is for the file beside it; its titles say the rest. */
const isTest = /\.test\.(ts|tsx|mjs)$/

const hardLimit = 300
/** Tables and tests may be longer than a file of logic: they are looked up, not read through. */
const mayBeLong = [
  isTest,
  /^packages\/spec\/src\/(views|entities|states|endpoints|frame|relay|errors|errorTable|errorTexts|limits|options)\.ts$/,
  /^local\/src\/evm\/abis\.ts$/,
  /^packages\/ui\/src\/copy\/\w+\.ts$/,
  /^packages\/ui\/src\/data\/\w+\.ts$/,
  /^packages\/ui\/src\/languages\/words\/[\w-]+\.ts$/,
]
const deepest = 3
const emptyWords = /(Controller|Manager|Helper|Util)s?(?=[A-Z.]|$)/
const emptyDeclaration =
  /\b(?:class|function|interface|type|const|let)\s+(?<name>\w*(?:Controller|Manager|Helper|Util)s?)\b/g
const enumDeclaration = /^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w+\s*\{/gm
/** Words of the platform that end the same way and mean something. */
const platformWords = new Set(['AbortController', 'ReadableStreamDefaultController'])

/** @param {string} file path relative to the house, with forward slashes */
function depthBelowSource(file) {
  const folders = file.split('/').slice(0, -1)
  const at = folders.indexOf('src')
  return at === -1 ? 0 : folders.length - at - 1
}

/**
 * @param {string} file path relative to the house, with forward slashes
 * @param {string} text
 * @returns {string[]}
 */
export function ruleBreaches(file, text) {
  if (!isCode.test(file) || isDeclaration.test(file) || isGenerated.test(file)) return []
  /** @type {string[]} */
  const breaches = []
  // A program's first line may be its interpreter; what it is for comes right after.
  const [first = ''] = text.replace(/^#!.*\n/, '').split('\n')
  if (!first.startsWith('/**') && !isTest.test(file)) {
    breaches.push(`${file}:1 says nothing about what the file is for (/** … */ on the first line)`)
  }
  const lines = text.trimEnd().split('\n').length
  if (lines > hardLimit && !mayBeLong.some((pattern) => pattern.test(file))) {
    breaches.push(`${file} has ${lines} lines; the limit is ${hardLimit}`)
  }
  if (depthBelowSource(file) > deepest) {
    breaches.push(`${file} lies more than ${deepest} folders below src`)
  }
  if (emptyWords.test(basename(file))) breaches.push(`${file} has a name that says nothing`)
  /** @param {number} offset */
  const lineAt = (offset) => text.slice(0, offset).split('\n').length
  for (const { index, 0: found } of text.matchAll(enumDeclaration)) {
    const line = lineAt(index + found.length)
    breaches.push(`${file}:${line} an enum; write a union of literals or a table \`as const\``)
  }
  for (const { groups, index } of text.matchAll(emptyDeclaration)) {
    const name = groups?.name ?? ''
    if (!platformWords.has(name) && emptyWords.test(name)) {
      breaches.push(`${file}:${lineAt(index)} ${name} is a name that says nothing`)
    }
  }
  return breaches
}

/** @param {string} [folder] */
export function checkRules(folder = root) {
  const files = sourcesAndTestsBelow(folder).map((file) => relative(folder, file).replaceAll('\\', '/'))
  const code = files.filter((file) => isCode.test(file) && !/(^|\/)\./.test(file))
  return {
    breaches: code.flatMap((file) => ruleBreaches(file, readFileSync(`${folder}/${file}`, 'utf8'))),
    files: code.length,
  }
}

if (isMain(import.meta.url)) {
  const { breaches, files } = checkRules()
  report(breaches, `${files} files keep the rules of the house`)
}
