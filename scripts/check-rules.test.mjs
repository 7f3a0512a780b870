import { expect, test } from 'vitest'
import { checkRules, ruleBreaches } from './check-rules.mjs'
import { makeHouse } from './testing.mjs'

const good = '/** Counts sheep. */\nexport const count = 1\n'

test('a file that says what it is for, is short and well named keeps the rules', () => {
  expect(ruleBreaches('packages/core/src/a/b/c/count.ts', good)).toEqual([])
})

test('a file without a first line that says what it is for is a breach', () => {
  expect(ruleBreaches('packages/core/src/count.ts', 'export const count = 1\n')).toEqual([
    'packages/core/src/count.ts:1 says nothing about what the file is for (/** … */ on the first line)',
  ])
  expect(ruleBreaches('packages/core/src/count.ts', '// Counts sheep.\n')).toHaveLength(1)
})

test('a program may name its interpreter first, a test file has its titles', () => {
  expect(ruleBreaches('scripts/count.mjs', `#!/usr/bin/env node\n${good}`)).toEqual([])
  expect(ruleBreaches('packages/core/src/count.test.ts', "test('[S1-01] …')\n")).toEqual([])
})

test('a file of more than 300 lines is a breach, a table or a test is not', () => {
  const long = `/** Long. */\n${'//\n'.repeat(300)}`
  expect(ruleBreaches('packages/core/src/long.ts', long)).toEqual([
    'packages/core/src/long.ts has 301 lines; the limit is 300',
  ])
  expect(ruleBreaches('packages/spec/src/endpoints.ts', long)).toEqual([])
  expect(ruleBreaches('packages/core/src/long.test.ts', long)).toEqual([])
})

test('four folders below src are a breach', () => {
  expect(ruleBreaches('packages/core/src/a/b/c/d/deep.ts', good)).toEqual([
    'packages/core/src/a/b/c/d/deep.ts lies more than 3 folders below src',
  ])
})

test.each(['Controller', 'Manager', 'Helper', 'Util', 'Utils'])(
  'the word %s in a name is a breach',
  (word) => {
    expect(ruleBreaches(`packages/core/src/wallet${word}.ts`, good)).toHaveLength(1)
    expect(ruleBreaches('packages/core/src/a.ts', `${good}export class Wallet${word} {}\n`)).toEqual([
      `packages/core/src/a.ts:3 Wallet${word} is a name that says nothing`,
    ])
  },
)

test('words of the platform and mere uses are not', () => {
  const text = `${good}const abort = new AbortController()\nexport type Utility = 1\n`
  expect(ruleBreaches('packages/core/src/a.ts', text)).toEqual([])
})

test('an enum is a breach', () => {
  expect(ruleBreaches('packages/core/src/a.ts', `${good}export const enum Side { Left }\n`)[0]).toContain(
    ':3 an enum',
  )
})

test('the walk finds breaches in a house and leaves out what is built or installed', () => {
  const folder = makeHouse({
    'packages/a/src/a.ts': 'export {}\n',
    'packages/a/dist/a.mjs': 'export {}\n',
    'node_modules/b/b.mjs': 'export {}\n',
    'packages/a/.try/c.mjs': 'export {}\n',
    'README.md': '# House\n',
  })
  expect(checkRules(folder)).toEqual({
    breaches: [expect.stringContaining('packages/a/src/a.ts:1')],
    files: 1,
  })
})
