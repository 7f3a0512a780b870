/** The gate over the snippets of the guides. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkSnippets, snippets } from './check-docs.mjs'
import { root } from './install.mjs'

/** @param {string} markdown */
function guideWith(markdown) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'page.md'), markdown)
  mkdirSync(join(folder, 'snippets'))
  // A stand-in for our elements; to compile the real ones takes longer than everything else here.
  const elements = "{ 'latchkey-button': { size?: 'md'; 'loading-label'?: string } }"
  const react = `declare module 'latchkey/react' { export interface LatchkeyElementProps ${elements} }`
  const prelude = `/** What is there. */\ndeclare const known: number\n${react}\n`
  writeFileSync(join(folder, 'snippets/prelude.d.ts'), prelude)
  return folder
}

test('only TypeScript is read, with the line it begins at', () => {
  const found = snippets('# A\n\n```ts\nconst a = 1\n```\n\n```sh\nls\n```\n\n```tsx\n<p />\n```\n')
  expect(found).toEqual([
    { line: 4, language: 'ts', code: 'const a = 1\n' },
    { line: 12, language: 'tsx', code: '<p />\n' },
  ])
})

test('of a component the script is read, and the expressions of its markup on their lines', () => {
  const script = '<script setup lang="ts">\nconst a = 1\n</script>\n'
  const vue = `${script}<p :title="a" @click="go">{{ a + 1 }}</p>\n`
  const svelte = `${script.replace(' setup', '')}{#if $a}\n<p title={a}>{$a ?? 'none'}</p>\n{/if}\n`
  expect(snippets(`\`\`\`vue\n${vue}\`\`\`\n\n\`\`\`svelte\n${svelte}\`\`\`\n`)).toEqual([
    { line: 3, language: 'ts', code: 'const a = 1\n\nvoid (a); void (go); void (a + 1)\n' },
    { line: 10, language: 'ts', code: "const a = 1\n\n\nvoid (a); void (a ?? 'none')\n\n" },
  ])
})

test('a snippet that does not compile is named by page and line; each is a module of its own', async () => {
  const fine = '```ts\nconst a: number = known\n```\n'
  const folder = guideWith(`# Page\n\n${fine}\n${fine}\n\`\`\`ts\nconst b: string = known\n\`\`\`\n`)
  const { breaches, count } = await checkSnippets(folder, join(folder, 'work'))
  expect(count).toBe(3)
  expect(breaches).toEqual([expect.stringMatching(/^page\.md:12: error TS2322/)])
})

test('a name in the markup of a component that its script does not have is named by its line', async () => {
  const folder = guideWith('```svelte\n<script lang="ts">\nconst a = 1\n</script>\n\n<p>{b}</p>\n```\n')
  const { breaches } = await checkSnippets(folder, join(folder, 'work'))
  expect(breaches).toEqual([expect.stringMatching(/^page\.md:6: error TS2304/)])
})

test('of HTML the module scripts are read, and our elements as the types of JSX know them', () => {
  const html = `<latchkey-button
  size="md" disabled></latchkey-button>
<script type="module">
const a = 1
</script>
`
  const types = "satisfies import('latchkey/react').LatchkeyElementProps['latchkey-button']"
  expect(snippets(`\`\`\`html\n${html}\`\`\`\n`)).toEqual([
    { line: 5, language: 'ts', code: 'const a = 1\n' },
    { line: 2, language: 'ts', code: `void ({'size': "md", 'disabled': true} ${types})\n` },
  ])
})

test('a block of a page without a bundler says so', () => {
  const code = "import { eip155 } from 'latchkey'\n"
  expect(snippets(`\`\`\`js cdn\n${code}\`\`\`\n\n\`\`\`js\n${code}\`\`\`\n`)).toEqual([
    { line: 2, language: 'ts', code, isOfCdn: true },
    { line: 6, language: 'ts', code },
  ])
})

test('a page elsewhere imports by paths from its own folder', async () => {
  const folder = guideWith('# Nothing\n')
  mkdirSync(join(folder, 'room/deep'), { recursive: true })
  const page = join(folder, 'room/deep/README.md')
  writeFileSync(join(folder, 'room/driver.ts'), 'export const drive = (word: string) => word\n')
  writeFileSync(page, "```ts\nimport { drive } from '../driver.js'\n\ndrive('a')\ndrive(1)\n```\n")
  const { breaches } = await checkSnippets(folder, join(folder, 'work'), [page])
  expect(breaches).toEqual([expect.stringMatching(/^README\.md:5: error TS2345/)])
})

test('an element or an attribute that does not exist is named by its line', async () => {
  const html = '<latchkey-button size="md" loading-label="…"></latchkey-button>'
  const wrong = '<latchkey-buton></latchkey-buton>\n<latchkey-button loading-labl="…"></latchkey-button>'
  const folder = guideWith(`\`\`\`html\n${html}\n${wrong}\n\`\`\`\n`)
  const { breaches, count } = await checkSnippets(folder, join(folder, 'work'))
  expect(count).toBe(3)
  expect(breaches.map((breach) => /^page\.md:\d+/.exec(breach)?.[0])).toEqual(['page.md:3', 'page.md:4'])
})
