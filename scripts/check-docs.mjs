/**
 * Gate: the code in the guides, in README.md and of the phone compiles. Every fenced block is a module of its own; what it uses without
 * declaring it (`kit`, `address`, …) is in `docs/guide/snippets`. Of a component of Vue or Svelte the script is read, and
 * the expressions of its markup; of HTML the module scripts, and our elements with their attributes. A block marked `cdn`
 * is of a page without a bundler, where `latchkey` is the file of the CDN.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isMain, report } from './gate.mjs'
import { root } from './install.mjs'
import { endWithSignals, run } from './run.mjs'

const fence = /^```(?<language>tsx?|vue|svelte|js|html)(?: (?<kind>\w+))?\n(?<body>.*?)^```$/gms
const component = /^<script[^>]* lang="ts">\n(?<script>.*?)^<\/script>\n(?<markup>.*)/ms

/** `{{ text }}`, `:bound="value"`, `@event="call"` and `v-if="fact"` of Vue, `{text}` and `attribute={value}` of Svelte. */
const inMarkup =
  /\{\{(?<text>.+?)\}\}|\s(?:[:@]|v-(?!for))[\w-]+="(?<bound>[^"]+)"|\{(?<held>[^#:/@{}][^{}]*)\}/g

/**
 * @typedef {{ line: number, language: string, code: string, isOfCdn?: boolean }} Snippet
 *
 * @param {string} markdown
 * @returns {Snippet[]}
 */
export function snippets(markdown) {
  return [...markdown.matchAll(fence)].flatMap(
    ({ index, groups: { language = '', kind = '', body = '' } = {} }) => {
      const line = markdown.slice(0, index).split('\n').length + 1
      if (language.startsWith('ts')) return [{ line, language, code: body }]
      if (language === 'js')
        return [{ line, language: 'ts', code: body, ...(kind === 'cdn' && { isOfCdn: true }) }]
      if (language === 'html') return ofPage(body, line)
      const { script, markup = '' } = component.exec(body)?.groups ?? {}
      // The expressions of the markup stand on their own lines, so that a name that is not there is told with its line.
      return script === undefined
        ? []
        : [{ line: line + 1, language: 'ts', code: `${script}\n${markup.replaceAll(/.+/g, expressionsOf)}` }]
    },
  )
}

const moduleScript = /<script type="module">\n?(?<script>.*?)<\/script>/gs
const element = /<(?<tag>latchkey-[\w-]*)(?<attributes>(?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g
const attribute = /(?<name>[\w-]+)(?:="(?<value>[^"]*)")?/g
/** What every element may have, and not by these names in JSX. */
const everywhere = new Set(['class', 'style', 'slot', 'id'])

/**
 * An element of ours becomes an object that the types of JSX hold: a name that they do not know does not compile.
 *
 * @param {string} html
 * @param {number} line
 * @returns {Snippet[]}
 */
function ofPage(html, line) {
  const lineOf = (/** @type {number} */ index) => line + html.slice(0, index).split('\n').length - 1
  const scripts = [...html.matchAll(moduleScript)].map(
    ({ index, 0: whole, groups: { script = '' } = {} }) => ({
      line: lineOf(index + whole.indexOf(script)),
      language: 'ts',
      code: script,
    }),
  )
  const elements = [...html.matchAll(element)].map(
    ({ index, groups: { tag = '', attributes = '' } = {} }) => ({
      line: lineOf(index),
      language: 'ts',
      code: `void ({${propsOf(attributes)}} satisfies import('latchkey/react').LatchkeyElementProps['${tag}'])\n`,
    }),
  )
  return [...scripts, ...elements]
}

/** @param {string} attributes */
const propsOf = (attributes) =>
  [...attributes.matchAll(attribute)]
    .filter(({ groups: { name = '' } = {} }) => !everywhere.has(name))
    .map(({ groups: { name, value } = {} }) => `'${name}': ${propOf(value)}`)
    .join(', ')

/** @param {string | undefined} value */
const propOf = (value) => (value === undefined ? true : /^\d+$/.test(value) ? value : JSON.stringify(value))

/** @param {string} line of markup */
const expressionsOf = (line) =>
  [...line.matchAll(inMarkup)]
    .map(({ groups: { text, bound, held } = {} }) => text ?? bound ?? held ?? '')
    // `$address` of Svelte is what the store `address` holds.
    .map((expression) => `void (${expression.trim().replaceAll(/\$(?=[a-z])/g, '')})`)
    .join('; ')

/** What stands between the quotes of an import by a path. */
const byPath = /(?<=^import .*from ')\.\.?\/[^']+(?=')/gm

/** @param {string} work @param {string} page @param {string} path */
const seenFrom = (work, page, path) => relative(work, join(dirname(page), path))

/**
 * @param {string} guide the folder of the pages
 * @param {string} work a folder below the root, where packages are found; emptied and left behind for whoever looks
 * @param {readonly string[]} [others] pages elsewhere; what they import by a path is looked for from their own folder
 * @returns {Promise<{ breaches: string[], count: number }>}
 */
export async function checkSnippets(guide, work, others = []) {
  rmSync(work, { recursive: true, force: true })
  cpSync(join(guide, 'snippets'), work, { recursive: true })
  const toRoot = relative(work, root)
  const config = {
    extends: join(toRoot, 'tsconfig.base.json'),
    compilerOptions: {
      lib: ['es2023', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      noUnusedLocals: false,
      moduleDetection: 'force',
    },
    include: ['*'],
  }
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(config))
  let count = 0
  const pages = readdirSync(guide).filter((name) => name.endsWith('.md'))
  for (const page of [...pages.map((name) => join(guide, name)), ...others]) {
    for (const { line, language, code, isOfCdn } of snippets(readFileSync(page, 'utf8'))) {
      count += 1
      const placed = others.includes(page)
        ? code.replaceAll(byPath, (path) => seenFrom(work, page, path))
        : code
      const own = isOfCdn
        ? code.replaceAll("'latchkey'", `'${toRoot}/packages/latchkey/cdn/entry.js'`)
        : placed
      // Padded, so that the compiler speaks of the lines of the page.
      const name = `${basename(page)}.${line}.${count}.${language}`
      writeFileSync(join(work, name), '\n'.repeat(line - 1) + own)
    }
  }
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
  const { code, output } = await run(process.execPath, [tsc, '--project', work], { cwd: work })
  const lines = output.trimEnd().replaceAll(/^(\S+\.md)\.\d+\.\d+\.tsx?\((\d+),\d+\)/gm, '$1:$2')
  return { breaches: code === 0 ? [] : lines.split('\n'), count }
}

if (isMain(import.meta.url)) {
  endWithSignals()
  const { breaches, count } = await checkSnippets(join(root, 'docs/guide'), join(root, '.cache/snippets'), [
    join(root, 'README.md'),
    join(root, 'apps/phone/README.md'),
  ])
  report(breaches, `${count} snippets compile`)
}
