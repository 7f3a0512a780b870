/** Licences beside code of other packages: each text once, and nothing without one. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licenceText } from './bundled-licences.mjs'
import { makeHouse } from './testing.mjs'

/** @param {string} name @param {string} [text] */
function packageOf(name, text) {
  const manifest = JSON.stringify({ name, version: '1.0.0', license: 'MIT' })
  return join(
    makeHouse({ [`${name}/package.json`]: manifest, ...(text && { [`${name}/LICENSE`]: `${text}\n` }) }),
    name,
  )
}

test('packages with the same text are named above it once', () => {
  const folders = [
    packageOf('one', 'Do as you like.'),
    packageOf('two', 'Do as you like.'),
    packageOf('three', 'Ask.'),
  ]
  expect(licenceText(folders)).toBe(
    'one 1.0.0 (MIT)\ntwo 1.0.0 (MIT)\n\nDo as you like.\n\n---\n\nthree 1.0.0 (MIT)\n\nAsk.\n',
  )
})

test('a package without a text cannot be shipped', () => {
  expect(() => licenceText([packageOf('silent')])).toThrow('silent')
})
