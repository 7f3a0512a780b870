import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licencesOf } from './build-cdn.mjs'
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
