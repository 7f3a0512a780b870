/** Numbers for the eye. */
import { createNumbers } from '@latchkey/spec/words'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText, fiatParts, priceText } from './amounts.js'

const numbers = createNumbers('en')

test('[S5-07] a quantity has three decimals, cut', () => {
  expect(['1.2345', '1234567.9999', '0', '0.0009'].map((each) => decimalText(each, numbers))).toEqual([
    '1.234',
    '1,234,567.999',
    '0.000',
    '<0.001',
  ])
})

test('a price below a dollar keeps four digits, and none is rounded up', () => {
  expect(
    ['2995.2299', '0.99999', '0.5', '0.00012345', '0.000000000000000001', '0'].map((each) =>
      priceText(each, numbers),
    ),
  ).toEqual(['$2,995.22', '$0.9999', '$0.50', '$0.0001234', '$0.000000000000000001', undefined])
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
      const shown = decimalText(text, numbers)
      if (shown.startsWith('<')) return
      const [whole = '', fraction = ''] = shown.replaceAll(',', '').split('.')
      const [exactWhole = '', exactFraction = ''] = text.split('.')
      expect(BigInt(whole)).toBe(BigInt(exactWhole))
      expect(exactFraction.padEnd(3, '0').startsWith(fraction)).toBe(true)
    }),
  )
})

test('dollars and cents come apart, wherever the sign stands', () => {
  expect([fiatParts('1234.567', numbers), fiatParts('0', numbers)]).toEqual([
    { whole: '$1,234', cents: '.56', rest: '' },
    { whole: '$0', cents: '.00', rest: '' },
  ])
  expect(fiatParts('1234.567', createNumbers('de'))).toEqual({
    whole: '1.234',
    cents: ',56',
    rest: '\u00A0$',
  })
  expect(Object.values(fiatParts('0.001', createNumbers('ar', 'rtl'))).join('')).toBe(
    '\u2066<US$\u00A00.01\u2069',
  )
})

test('[S5-07] in German the marks are German', () => {
  const german = createNumbers('de')
  expect(decimalText('1234567.9999', german, { symbol: 'ETH' })).toBe('1.234.567,999 ETH')
  expect(['2995.2299', '0.00012345'].map((each) => priceText(each, german))).toEqual([
    '2.995,22\u00A0$',
    '0,0001234\u00A0$',
  ])
})
