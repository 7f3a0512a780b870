import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licencesOf, partsOf } from './build-cdn.mjs'
import { makeHouse } from './testing.mjs'

test('what is inside keeps its licence, also what was written into a package of ours before', () => {
  const folder = makeHouse({
    'node_modules/given/package.json': JSON.stringify({ name: 'given', version: '1.2.3', license: 'MIT' }),
    'node_modules/given/LICENSE': 'Take it.',
    'node_modules/given/index.js': '',
    'dist/kit.bundled.js': '',
    'dist/kit.bundled.LICENSE.txt': 'written-in 4.5.6 (MIT)\n\nTake this too.\n',
    'dist/ours.js': '',
  })
  const files = ['node_modules/given/index.js', 'dist/kit.bundled.js', 'dist/ours.js']
  const text = licencesOf(files.map((file) => join(folder, file)))
  expect(text).toContain('given 1.2.3\n\nTake it.')
  expect(text).toContain('written-in 4.5.6 (MIT)\n\nTake this too.')
  expect(text.split('-'.repeat(80))).toHaveLength(2)
})

/**
 * @param {string} fileName
 * @param {string[]} moduleIds
 * @param {{ imports?: string[], isEntry?: boolean }} more
 */
const chunk = (fileName, moduleIds, { imports = [], isEntry = false } = {}) => ({
  fileName,
  moduleIds,
  imports,
  isEntry,
  isDynamicEntry: !isEntry,
  facadeModuleId: moduleIds[0] ?? null,
})

test('a module comes with the journey that asks for it, what several ask for comes by itself, the entry first', () => {
  const chunks = [
    chunk('latchkey.js', ['/core/dist/kit.js'], { isEntry: true }),
    chunk('mount.js', ['/ui/dist/shell/mount.js', '/node_modules/react/index.js'], {
      imports: ['latchkey.js'],
    }),
    chunk('swap.js', ['/ui/dist/views/swap/Swap.js'], { imports: ['mount.js', 'field.js', 'viem.js'] }),
    chunk('send.js', ['/ui/dist/views/send/WalletSend.js'], { imports: ['mount.js', 'field.js', 'viem.js'] }),
    { ...chunk('field.js', ['/ui/dist/parts/Field.js']), isDynamicEntry: false },
    { ...chunk('viem.js', ['/node_modules/viem/index.js']), isDynamicEntry: false },
    chunk('he.js', ['/ui/dist/languages/words/he.js']),
    chunk('he-errors.js', ['/ui/dist/languages/errors/he.js']),
  ]
  expect(Object.fromEntries(partsOf(chunks))).toEqual({
    '/core/dist/kit.js': 'first',
    '/ui/dist/shell/mount.js': 'opening',
    '/node_modules/react/index.js': 'opening',
    '/ui/dist/views/swap/Swap.js': 'swap',
    '/ui/dist/views/send/WalletSend.js': 'send',
    '/ui/dist/parts/Field.js': 'shared-screens',
    '/node_modules/viem/index.js': 'shared-libraries',
    '/ui/dist/languages/words/he.js': 'language-he',
    '/ui/dist/languages/errors/he.js': 'language-he',
  })
})
