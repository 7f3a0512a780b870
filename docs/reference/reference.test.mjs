/** What the reference makes of declarations. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createReader } from './declarations.mjs'
import { describe, kindOf, namesIn, withoutRules } from './describe.mjs'
import { referencePages } from './pages.mjs'

/**
 * @param {Record<string, string>} files by name, without their ending
 * @returns {(name: string) => string} the path of one
 */
function declarations(files) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-reference-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = (/** @type {string} */ name) => join(folder, `${name}.d.ts`)
  for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text)
  return path
}

/** @param {string} text of one file @param {string} name */
function read(text, name) {
  const declaration = createReader().exportOf(declarations({ entry: text })('entry'), name)
  if (!declaration) throw new Error(`nothing is called ${name}`)
  return declaration
}

test('a name is followed through renames, stars and files; an own export hides one of a star', () => {
  const path = declarations({
    index: "export * from './kit.js';\nexport declare function create(): void;\n",
    kit: "export { make as create, type Kit } from './make.js';\nexport type { Lost } from 'elsewhere';\n",
    make: 'export declare function make(): Kit;\nexport interface Kit { readonly id: string; }\n',
  })
  const reader = createReader()
  expect(reader.exportsOf(path('index'))).toEqual(['create', 'Kit', 'Lost'])
  expect(reader.exportOf(path('index'), 'create')?.file).toBe(path('index'))
  expect(reader.exportOf(path('kit'), 'create')).toMatchObject({ file: path('make'), name: 'make' })
  expect(reader.exportOf(path('index'), 'Kit')?.name).toBe('Kit')
  expect(reader.exportOf(path('index'), 'Lost')).toBeUndefined()
  expect(reader.lookUp(path('make'), 'Kit')?.file).toBe(path('make'))
})

test('the words of a declaration are its own; those of the file are taken where it has the name', () => {
  const own = read('/** The file. */\n/** The thing. */\nexport declare const thing: number;\n', 'thing')
  expect(own.about).toBe('The thing.')
  expect(read('/** The file. */\nexport declare const thing: number;\n', 'thing').about).toBe('')
  expect(read('/** Opens\n * it. */\nexport declare const entry: number;\n', 'entry').about).toBe('Opens it.')
})

test('members are a table: optional ones marked, private ones left out, on one line each', () => {
  const { about, ...declaration } = read(
    `export interface Options extends Base {
    /** Where to look (S2-04). */
    readonly url?: 'a' | 'b';
    open(input: {
        readonly deep: boolean;
    }): void;
}
`,
    'Options',
  )
  expect(about).toBe('')
  expect(describe({ ...declaration, about })).toBe(
    [
      '```ts\ninterface Options extends Base { … }\n```',
      '',
      '| name | type | |',
      '|---|---|---|',
      "| `url?` | `'a' \\| 'b'` | Where to look. |",
      '| `open()` | `(input: { readonly deep: boolean }): void` |  |',
    ].join('\n'),
  )
  expect(describe(read('export declare class A { private x; readonly name = "A"; }\n', 'A'))).not.toContain(
    '`x`',
  )
})

test('what is called is shown as it is written, and a long union has a line for each', () => {
  const text = 'export declare function on(listener: (event: import("./x.js").Event) => void): void;\n'
  expect(describe(read(text, 'on'))).toBe('```ts\nfunction on(listener: (event: Event) => void): void\n```')
  const long = ['a', 'b', 'c'].map((letter) => `'${letter.repeat(40)}'`)
  expect(describe(read(`export type Name = ${long.join(' | ')};\n`, 'Name'))).toBe(
    `\`\`\`ts\ntype Name =\n${long.map((name) => `  | ${name}`).join('\n')}\n\`\`\``,
  )
})

test('hooks, components, classes, functions, values and types are told apart', () => {
  const text = `export declare const useThing: () => void;
export declare function Button(): void;
export declare function make(): void;
export declare const made: () => void;
export declare const list: readonly string[];
export declare class Failure {}
export type Both = string;
export declare const Both: new () => object;
export interface Only {}
`
  const kinds = ['useThing', 'Button', 'make', 'made', 'list', 'Failure', 'Both', 'Only'].map((name) =>
    kindOf(read(text, name)),
  )
  expect(kinds).toEqual([
    'Hooks',
    'Components',
    'Functions',
    'Functions',
    'Values',
    'Classes',
    'Classes',
    'Types',
  ])
})

test('the names that a declaration speaks of are types, bases and values, not its own parameters', () => {
  const text = 'export interface A<T extends B> extends C<T> { readonly d: typeof e; f(): D<T>; }\n'
  expect(namesIn(read(text, 'A')).sort()).toEqual(['B', 'C', 'D', 'e'])
})

test('rule ids are left out where they stand by themselves', () => {
  expect(withoutRules('D-01: the gateway (S2-04, S2-05).')).toBe('The gateway.')
  expect(withoutRules('S9-13')).toBe('')
  expect(withoutRules('As S9-13 says')).toBe('As S9-13 says')
})

test('what a file is for is read from its source, which the compiler may have taken away', () => {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-reference-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'src'))
  mkdirSync(join(root, 'dist'))
  const source = "/** The file. */\nimport { a } from './a.js'\n\n/** The thing. */\nexport const thing = a\n"
  writeFileSync(join(root, 'src/shake.ts'), source)
  const declaration =
    '/** The thing. */\nexport declare const thing: number;\nexport declare const shake: number;\n'
  writeFileSync(join(root, 'dist/shake.d.ts'), declaration)
  const about = (/** @type {string} */ name) =>
    createReader().exportOf(join(root, 'dist/shake.d.ts'), name)?.about
  expect(about('thing')).toBe('The thing.')
  expect(about('shake')).toBe('The file.')
})

test('what two entry points have is described with the first, and linked from the other', () => {
  const path = declarations({
    front: "export { same } from './core.js';\n",
    core: '/** The file. */\n/** Both. */\nexport declare const same: number;\n/** One. */\nexport declare const own: number;\n',
  })
  const entry = (/** @type {string} */ name) => ({ entry: name, file: path(name) })
  const pages = referencePages([[entry('front')], [entry('core'), { entry: 'again', file: path('front') }]])
  const markdownOf = (/** @type {string} */ title) =>
    pages.find((page) => page.title === title)?.markdown ?? ''
  expect(markdownOf('front')).toContain('### same\n\nBoth.')
  expect(markdownOf('core')).not.toContain('### same')
  expect(markdownOf('core')).toContain('### own\n\nOne.')
  expect(markdownOf('core')).toContain('[`same`](front.md#same)')
  // It has nothing of its own, and so no page.
  expect(markdownOf('again')).toBe('')
})
