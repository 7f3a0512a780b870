/** No criterion is forgotten. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { criteriaBreaches } from './criteria.mjs'

const file = 'docs/guide/accessibility.md'
const page = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

test('a criterion without a row, with two, or without a word of how it stands is named', () => {
  expect(criteriaBreaches(file, page)).toEqual([])
  const without = page.replace(/^\| 3\.3\.4 .*\n/m, '')
  expect(criteriaBreaches(file, without)).toEqual([`${file}: 3.3.4 does not have one row`])
  const twice = page.replace(/^\| 4\.1\.3 .*\n/m, (row) => row + row)
  expect(criteriaBreaches(file, twice)).toEqual([`${file}: 4.1.3 does not have one row`])
  const silent = page.replace(/^(\| 3\.3\.4 [^|]*\|)[^|]*\|/m, '$1 |')
  expect(criteriaBreaches(file, silent)).toEqual([`${file}: 3.3.4 does not say how it stands`])
})
