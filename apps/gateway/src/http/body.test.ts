import { expect, test } from 'vitest'
import { depthOf, endOfString } from './body.js'

test('depth is counted outside of strings only, and no further than needed', () => {
  expect(depthOf('{"a":[{"b":"[[[["}]}', 32)).toBe(3)
  expect(depthOf('"\\"[[["', 32)).toBe(0)
  expect(depthOf('['.repeat(100_000), 32)).toBe(33)
  expect(depthOf('[][][]', 32)).toBe(1)
})

test('a string ends at its first quote that is not escaped', () => {
  expect(endOfString('"a\\"b\\\\" ', 0)).toBe(7)
  expect(endOfString('"never', 0)).toBe(6)
})
