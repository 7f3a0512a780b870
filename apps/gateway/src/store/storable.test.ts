import { expect, test } from 'vitest'
import { storableRecord, storableText } from './storable.js'

test.each([
  ['plain', 'plain'],
  ['pair \u{1F511}', 'pair \u{1F511}'],
  ['a\0b', 'a\uFFFDb'],
  ['\ud800x', '\uFFFDx'],
  ['x\udc00', 'x\uFFFD'],
])('%j is kept as %j', (text, kept) => {
  expect(storableText(text)).toBe(kept)
})

test('keys and values at any depth are made fit, and other values are left as they are', () => {
  const record = { 'a\0': [{ b: '\ud800' }, null, 1, true], c: {} }
  expect(storableRecord(record, 10)).toEqual({ 'a\uFFFD': [{ b: '\uFFFD' }, null, 1, true], c: {} })
})

test('a cut through a pair of surrogates leaves no half of it', () => {
  expect(storableRecord({ key: 'ab\u{1F511}c' }, 3)).toEqual({ key: 'ab\uFFFD' })
})
