/** Which names are written as ENSIP-15 wants them: what is seen at a glance, and what its tables say. */
import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { expect, test } from 'vitest'
import { isNormal, readZone } from './zone.js'

function isNormalByTables(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

test('what is seen at a glance agrees with the tables', () => {
  const sign = fc.constantFrom(...'az09--..', 'A', '_', '’', 'é', 'ß', '👍', '\u200d')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 12 }), (name) => {
      expect(isNormal(name)).toBe(isNormalByTables(name))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['latch.id', true],
  ['a-b.c--d.id', true],
  ['ab--cd.id', false],
  ['latch.xn--id', false],
  ['latch..id', false],
  ['latch.id.', false],
  ['Latch.id', false],
])('%s is written as names are: %s', (name, expected) => {
  expect(isNormal(name)).toBe(expected)
  expect(isNormalByTables(name)).toBe(expected)
})

test('a zone is a domain that is written so', () => {
  expect(readZone('latch.id')).toBe('latch.id')
  expect(() => readZone('latch.xn--id')).toThrow('is not a domain')
  expect(() => readZone('latch')).toThrow('is not a domain')
})
