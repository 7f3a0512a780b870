/** The table of attacks, faults and invariants in README.md names tests that exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const house = join(import.meta.dirname, '../..')
const rows = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, place] = /^\| ([AFI]-\w+) \|.*\| ([^|]*) \|$/.exec(line) ?? []
    return id && place ? [{ id, place }] : []
  })

test('the table has a line for every attack, fault and invariant', () => {
  const numbers = (count: number, letter: string) =>
    Array.from({ length: count }, (_, index) => `${letter}-${index + 1}`)
  const faults = [...'ABCDEFGHIJKLMNOPQRST'].map((letter) => `F-${letter}`)
  expect(rows.map(({ id }) => id)).toEqual([...numbers(69, 'A'), ...faults, ...numbers(24, 'I')])
})

test.each(rows)('$id is tested where the table says, or it says why not', ({ id, place }) => {
  const files = [...place.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '')
  for (const file of files) {
    expect(existsSync(join(house, file)), file).toBe(true)
    expect(readFileSync(join(house, file), 'utf8')).toContain(`[${id}]`)
  }
  if (files.length === 0) expect(place).toMatch(/^(open|by hand: .+|not here: .+)$/)
})
