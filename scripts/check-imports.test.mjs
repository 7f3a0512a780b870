import { expect, test } from 'vitest'
import { checkImports } from './check-imports.mjs'
import { law } from './law.mjs'
import { makeHouse } from './testing.mjs'

const manifests = {
  'package.json': { name: 'house', workspaces: ['packages/*', 'apps/*'] },
  'packages/spec/package.json': {
    name: '@latchkey/spec',
    exports: { '.': './src/index.ts', './limits': './src/limits.ts' },
  },
  'packages/core/package.json': { name: '@latchkey/core', exports: { '.': './src/index.ts' } },
  'packages/ui/package.json': {
    name: '@latchkey/ui',
    exports: { '.': './src/index.ts', './parts': './src/parts.ts' },
  },
  'apps/gateway/package.json': { name: '@latchkey/gateway', exports: { '.': './src/main.ts' } },
  'apps/wallet/package.json': { name: '@latchkey/wallet' },
}

/** @param {Record<string, string>} files */
const breachesOf = (files) => checkImports({ folder: makeHouse({ ...manifests, ...files }) }).breaches

test('a house that keeps the law has no breach', () => {
  const folder = makeHouse({
    ...manifests,
    'packages/spec/src/limits.ts': "import * as v from 'valibot'\n",
    'packages/core/src/index.ts':
      "import { limits } from '@latchkey/spec/limits'\nexport * from './kit.js'\n",
    'packages/core/src/kit.test.ts':
      "import { readFileSync } from 'node:fs'\nimport spec from '../../../SPEC.md?raw'\n",
    'packages/ui/src/index.ts': "const load = () => import('./shell/Modal.js')\n",
    'packages/ui/vite.config.ts': "import { cssSheet } from '../../scripts/css-sheet.mjs'\n",
    'apps/gateway/src/main.ts': "import { createServer } from 'node:http'\nimport '@latchkey/spec'\n",
    'apps/wallet/src/main.ts': "import { Button } from '@latchkey/ui/parts'\n",
  })
  expect(checkImports({ folder })).toEqual({ breaches: [], files: 7, imports: 10 })
})

test.each([
  ['core imports ui', 'packages/core/src/a.ts', "import '@latchkey/ui'", 'may not import @latchkey/ui'],
  ['spec imports core', 'packages/spec/src/a.ts', "import '@latchkey/core'", 'may not import @latchkey/core'],
  ['spec imports another schema library', 'packages/spec/src/a.ts', "import 'zod'", 'only valibot'],
  [
    'ui imports a chain SDK',
    'packages/ui/src/a.ts',
    "import { createClient } from 'viem'",
    'never imports viem',
  ],
  ['ui imports a scoped one', 'packages/ui/src/a.ts', "import '@solana/kit'", 'never imports @solana/kit'],
  ['core imports a framework', 'packages/core/src/a.ts', "import 'react'", 'never imports react'],
  [
    'the wallet sees core',
    'apps/wallet/src/a.ts',
    "import '@latchkey/core'",
    'may not import @latchkey/core',
  ],
  [
    'the wallet sees all of ui',
    'apps/wallet/src/a.ts',
    "import '@latchkey/ui'",
    'may not import @latchkey/ui',
  ],
  [
    'the gateway sees core',
    'apps/gateway/src/a.ts',
    "import '@latchkey/core'",
    'may not import @latchkey/core',
  ],
  [
    'somebody imports an app',
    'packages/core/src/a.ts',
    "import '@latchkey/gateway'",
    'nothing imports an app',
  ],
  [
    'a test imports an app',
    'packages/core/src/a.test.ts',
    "import '@latchkey/gateway'",
    'nothing imports an app',
  ],
  [
    'past an entry point',
    'packages/core/src/a.ts',
    "import '@latchkey/spec/src/limits'",
    'not an entry point',
  ],
  [
    'across rooms by path',
    'packages/core/src/a.ts',
    "import '../../spec/src/limits.js'",
    'leaves packages/core',
  ],
  [
    'a type import',
    'packages/core/src/a.ts',
    "type A = import('@latchkey/ui').A",
    'may not import @latchkey/ui',
  ],
  ['a re-export', 'packages/core/src/a.ts', "export * from '@latchkey/ui'", 'may not import @latchkey/ui'],
  [
    'a lazy import',
    'packages/core/src/a.ts',
    "const a = () => import('@latchkey/ui')",
    'may not import @latchkey/ui',
  ],
  ['an import nobody can follow', 'packages/core/src/a.ts', 'const a = (b) => import(b)', 'takes a literal'],
  ['Node in a page', 'packages/core/src/a.ts', "import 'node:fs'", 'does not run on Node'],
  ['Node without its prefix', 'apps/gateway/src/a.ts', "import 'fs'", 'write node:fs'],
])('%s: a breach', (_, file, text, expected) => {
  const breaches = breachesOf({ [file]: `/** A file. */\n${text}\n` })
  expect(breaches).toHaveLength(1)
  expect(breaches[0]).toContain(`${file}:2 `)
  expect(breaches[0]).toContain(expected)
})

test('a room without a law is a breach, so that nobody builds outside it', () => {
  const breaches = breachesOf({ 'apps/shed/package.json': JSON.stringify({ name: 'shed' }) })
  expect(breaches).toEqual(['apps/shed has no line in law.mjs'])
})

test('the law names what house.md forbids: apps are nobody’s, secrets never see core', () => {
  const apps = ['gateway', 'wallet', 'phone', 'playground'].map((app) => `@latchkey/${app}`)
  for (const { may, testsMay = [] } of Object.values(law)) {
    expect([...may, ...testsMay].filter((one) => apps.includes(one))).toEqual([])
  }
  expect(law['apps/wallet']?.may).not.toContain('@latchkey/core')
  expect(law['apps/gateway']?.may).toEqual(['@latchkey/spec', '@latchkey/verify', '@latchkey/accounts'])
})
