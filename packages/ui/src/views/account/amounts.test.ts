/** Numbers for the eye. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText, fiatParts, priceText } from './amounts.js'

test('[S5-07] a quantity has three decimals, cut', () => {
  expect(['1.2345', '1234567.9999', '0', '0.0009'].map(decimalText)).toEqual([
    '1.234',
    '1,234,567.999',
    '0.000',
    '<0.001',
  ])
})

test('a price below a dollar keeps four digits, and none is rounded up', () => {
  expect(['2995.2299', '0.99999', '0.5', '0.00012345', '0.000000000000000001', '0'].map(priceText)).toEqual([
    '$2,995.22',
    '$0.9999',
    '$0.50',
    '$0.0001234',
    '$0.000000000000000001',
    undefined,
  ])
})

test('[D-14] what is shown is never more than what there is', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }))
    .map(([value, decimals]) => {
      const digits = value.toString().padStart(decimals + 1, '0')
      return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
    })
  fc.assert(
    fc.property(decimal, (text) => {
      const shown = decimalText(text)
      if (shown.startsWith('<')) return
      const [whole = '', fraction = ''] = shown.replaceAll(',', '').split('.')
      const [exactWhole = '', exactFraction = ''] = text.split('.')
      expect(BigInt(whole)).toBe(BigInt(exactWhole))
      expect(exactFraction.padEnd(3, '0').startsWith(fraction)).toBe(true)
    }),
  )
})

test('dollars and cents come apart', () => {
  expect([fiatParts('1234.567'), fiatParts('0')]).toEqual([
    { whole: '$1,234', rest: '.56' },
    { whole: '$0', rest: '.00' },
  ])
})
