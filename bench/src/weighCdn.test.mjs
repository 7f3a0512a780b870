import { expect, test } from 'vitest'
import { makeHouse } from '../../scripts/testing.mjs'
import { weighCdn } from './weighCdn.mjs'

test('files of a CDN are weighed as a page loads them: the entry, then the opening, the rest when asked', () => {
  const root = makeHouse({
    'cdn/latchkey.js': `import{a}from"./part-base-1.js";const o=()=>import("./part-opening-2.js")`,
    'cdn/part-base-1.js': 'export const a=1',
    'cdn/part-opening-2.js': `import"./part-base-1.js";import{b}from"./part-shared-3.js"`,
    'cdn/part-shared-3.js': 'export const b=1',
    'cdn/part-swap-4.js': 'export const c=1',
  })
  const [first, ahead, other] = weighCdn({ folder: 'cdn', first: 1, ahead: 2, part: 3 }, root)
  expect([first?.most, ahead?.most, other?.most]).toEqual([1, 2, 3])
  for (const weight of [first, ahead, other]) expect(weight?.bytes).toBeGreaterThan(20)
  expect(other?.name).toContain('of 1 other parts (part-swap-4.js)')
})

test('a build without an opening of its own is no build for a CDN', () => {
  const root = makeHouse({ 'cdn/latchkey.js': '' })
  expect(() => weighCdn({ folder: 'cdn', first: 1, ahead: 1, part: 1 }, root)).toThrow('part for the opening')
})
