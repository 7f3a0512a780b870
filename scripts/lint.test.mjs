import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'
import { run } from './run.mjs'
import { makeHouse } from './testing.mjs'

const config = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
const tsconfig = {
  compilerOptions: { strict: true, target: 'es2022', lib: ['es2023', 'dom'], jsx: 'react-jsx', types: [] },
}

/**
 * Lints the files as they would be linted in the house.
 *
 * @param {Record<string, string | object>} files
 * @returns {Promise<string[]>} the rules that were broken
 */
async function lint(files) {
  const folder = makeHouse({ '.oxlintrc.json': config, 'tsconfig.json': tsconfig, ...files })
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  const { output } = await run(oxlint, ['--type-aware', '--deny-warnings', '--format', 'json'], {
    cwd: folder,
  })
  /** @type {{ diagnostics: { code: string }[] }} */
  const { diagnostics } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  return [...new Set(diagnostics.map(({ code }) => code))].sort()
}

test.each([
  [
    'a promise nobody waits for',
    'const go = async () => 1\nexport const a = () => { go() }',
    'typescript(no-floating-promises)',
  ],
  ['any', 'export const a = (b: any): unknown => b', 'typescript(no-explicit-any)'],
  ['a default export', 'const a = 1\nexport default a', 'import(no-default-export)'],
  ['console', "export const a = () => console.log('a')", 'eslint(no-console)'],
  ['a thrown text', "export const a = () => { throw 'a' }", 'typescript(only-throw-error)'],
  [
    'a forgotten case',
    "export const a = (b: 1 | 2) => { switch (b) { case 1: return 'one' } return '' }",
    'typescript(switch-exhaustiveness-check)',
  ],
])('%s is refused', async (_, text, rule) => {
  expect(await lint({ 'packages/core/src/a.ts': text })).toEqual([rule])
})

test.each([
  ['fetch', "export const a = () => fetch('/')", 'eslint(no-restricted-globals)'],
  ['window', 'export const a = () => window', 'eslint(no-restricted-globals)'],
  ['document', 'export const a = () => document', 'eslint(no-restricted-globals)'],
  ['setTimeout', 'export const a = () => setTimeout(() => {}, 1)', 'eslint(no-restricted-globals)'],
  ['setInterval', 'export const a = () => setInterval(() => {}, 1)', 'eslint(no-restricted-globals)'],
  ['Date.now', 'export const a = () => Date.now()', 'eslint(no-restricted-properties)'],
])('spec is data: %s is refused there and nowhere else', async (_, text, rule) => {
  expect(await lint({ 'packages/spec/src/a.ts': text })).toEqual([rule])
  expect(await lint({ 'packages/core/src/a.ts': text })).toEqual([])
})

test('a hook behind a condition is refused in the rooms that draw', async () => {
  const text = `import { useState } from 'react'
    export function View({ isOpen }: { isOpen: boolean }) {
      if (isOpen) useState(1)
      return null
    }`
  const react = {
    'node_modules/react/package.json': { name: 'react' },
    'node_modules/react/index.d.ts': 'export declare function useState(a: number): number',
  }
  expect(await lint({ ...react, 'packages/ui/src/View.tsx': text })).toContain('react-hooks(rules-of-hooks)')
})

test('scripts may print, and tools get the default export they want', async () => {
  const files = {
    'scripts/a.mjs': "console.log('a')\n",
    'apps/phone/vite.config.ts': 'const a = {}\nexport default a\n',
  }
  expect(await lint(files)).toEqual([])
})
