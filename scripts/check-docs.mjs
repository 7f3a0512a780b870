/**
 * Gate: the TypeScript in the guides compiles. Every fenced block of `docs/guide` is a module of its own; what it uses
 * without declaring it (`kit`, `address`, …) is in `docs/guide/snippets`. Of a component of Vue or Svelte the script
 * is read, and the expressions of its markup.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isMain, report } from './gate.mjs'
import { root } from './install.mjs'
import { endWithSignals, run } from './run.mjs'

const fence = /^```(?<language>tsx?|vue|svelte)\n(?<body>.*?)^```$/gms
const component = /^<script[^>]* lang="ts">\n(?<script>.*?)^<\/script>\n(?<markup>.*)/ms

/** `{{ text }}`, `:bound="value"`, `@event="call"` and `v-if="fact"` of Vue, `{text}` and `attribute={value}` of Svelte. */
const inMarkup =
  /\{\{(?<text>.+?)\}\}|\s(?:[:@]|v-(?!for))[\w-]+="(?<bound>[^"]+)"|\{(?<held>[^#:/@{}][^{}]*)\}/g

/**
 * @param {string} markdown
 * @returns {{ line: number, language: string, code: string }[]}
 */
export function snippets(markdown) {
  return [...markdown.matchAll(fence)].flatMap(({ index, groups: { language = '', body = '' } = {} }) => {
    const line = markdown.slice(0, index).split('\n').length + 1
    if (language.startsWith('ts')) return [{ line, language, code: body }]
    const { script, markup = '' } = component.exec(body)?.groups ?? {}
    // The expressions of the markup stand on their own lines, so that a name that is not there is told with its line.
    return script === undefined
      ? []
      : [{ line: line + 1, language: 'ts', code: `${script}\n${markup.replaceAll(/.+/g, expressionsOf)}` }]
  })
}

/** @param {string} line of markup */
const expressionsOf = (line) =>
  [...line.matchAll(inMarkup)]
    .map(({ groups: { text, bound, held } = {} }) => text ?? bound ?? held ?? '')
    // `$address` of Svelte is what the store `address` holds.
    .map((expression) => `void (${expression.trim().replaceAll(/\$(?=[a-z])/g, '')})`)
    .join('; ')

/**
 * @param {string} guide the folder of the pages
 * @param {string} work a folder below the root, where packages are found; emptied and left behind for whoever looks
 * @returns {Promise<{ breaches: string[], count: number }>}
 */
export async function checkSnippets(guide, work) {
  rmSync(work, { recursive: true, force: true })
  cpSync(join(guide, 'snippets'), work, { recursive: true })
  const config = {
    extends: join(relative(work, root), 'tsconfig.base.json'),
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
  for (const page of readdirSync(guide).filter((name) => name.endsWith('.md'))) {
    for (const { line, language, code } of snippets(readFileSync(join(guide, page), 'utf8'))) {
      count += 1
      // Padded, so that the compiler speaks of the lines of the page.
      writeFileSync(join(work, `${page}.${line}.${language}`), '\n'.repeat(line - 1) + code)
    }
  }
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
  const { code, output } = await run(process.execPath, [tsc, '--project', work], { cwd: work })
  const lines = output.trimEnd().replaceAll(/^(\S+\.md)\.\d+\.tsx?\((\d+),\d+\)/gm, '$1:$2')
  return { breaches: code === 0 ? [] : lines.split('\n'), count }
}

if (isMain(import.meta.url)) {
  endWithSignals()
  const { breaches, count } = await checkSnippets(join(root, 'docs/guide'), join(root, '.cache/snippets'))
  report(breaches, `${count} snippets compile`)
}
