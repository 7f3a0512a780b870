/** Whatever accent an app picks, text on it and text in it can be read. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseColor, readableAs } from './accentText.js'
import { contrast, type Rgb, readableOn } from './contrast.js'

const channel = fc.integer({ min: 0, max: 255 })
const color: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel)
const enough = 4.5

test('text on any accent has the contrast of WCAG AA', () => {
  fc.assert(fc.property(color, (accent) => contrast(readableOn(accent), accent) >= enough))
})

test('an accent used as text has the contrast of WCAG AA on both surfaces', () => {
  const surfaces: Rgb[] = [
    [21, 22, 27],
    [255, 255, 255],
  ]
  fc.assert(
    fc.property(color, fc.constantFrom(...surfaces), (accent, surface) => {
      expect(contrast(readableAs(accent, surface), surface)).toBeGreaterThanOrEqual(enough)
    }),
  )
})

test('an accent that can be read already stays as it is', () => {
  expect(readableAs([65, 66, 216], [255, 255, 255])).toEqual([65, 66, 216])
})

test('hexadecimal colours are read, short and long; nonsense is not', () => {
  expect(parseColor('#5b5cff')).toEqual([91, 92, 255])
  expect(parseColor(' #FA0 ')).toEqual([255, 170, 0])
  expect(parseColor('')).toBeUndefined()
  expect(parseColor('#12345')).toBeUndefined()
})
