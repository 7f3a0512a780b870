/** A table of a page is written by its command, and nothing else of the page changes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { betweenMarks } from './between-marks.mjs'
import { root } from './install.mjs'

test('a text goes between its marks, again and again, and nothing else changes', () => {
  const page = 'a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb\n'
  const once = betweenMarks(page, 'x', 'new\n')
  expect(once).toBe('a\n<!-- x:begin -->\n\nnew\n\n<!-- x:end -->\nb\n')
  expect(betweenMarks(once, 'x', 'new')).toBe(once)
  expect(() => betweenMarks(page, 'y', 'new')).toThrow('no marks <!-- y:begin -->')
})

/** Each command that writes into a page, and the place that it writes to. */
const places = [
  ['scripts/test-faults.mjs', 'docs/reliability.md', 'faults'],
  ['scripts/test-crash.mjs', 'docs/reliability.md', 'crash'],
  ['scripts/test-endurance.mjs', 'docs/reliability.md', 'endurance'],
  ['bench/src/load.mjs', 'docs/reliability.md', 'load'],
  ['bench/peers/src/peers.mjs', 'docs/guide/compared.md', 'peers'],
]

test.each(places)('%s finds its place in %s', (command, page, name) => {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
  expect(read(command)).toContain(`writeBetweenMarks(join(root, '${page}'), '${name}', `)
  expect(betweenMarks(read(page), name, 'a table')).toContain(`<!-- ${name}:begin -->\n\na table\n\n`)
})
