/** Amounts of a purchase as text. */
import { fiatText } from '@latchkey/core/screen'
import { createNumbers } from '@latchkey/spec/words'
import { expect, test } from 'vitest'
import { tokenOf, usualFee, wholeTokenOf } from './money.js'

const english = createNumbers('en')

test.each([
  ['0.032862311713030951', '0.032862', '0.032862311713030951'],
  ['0.9999999', '0.999999', '0.9999999'],
  ['1098.500000', '1,098.5', '1,098.5'],
  ['0.0000001', '0.0000001', '0.0000001'],
  ['0.000001999999999999', '0.0000019999', '0.000001999999999999'],
  ['0.000000000123456789', '0.00000000012345', '0.000000000123456789'],
  ['0', '0', '0'],
  ['1234567.000000000000000001', '1,234,567', '1,234,567.000000000000000001'],
  ['?', '?', '?'],
])('[D-14] %s is shown cut and never rounded up, and whole where it is asked for', (amount, shown, whole) => {
  expect(tokenOf(amount, english)).toBe(shown)
  expect(wholeTokenOf(amount, english)).toBe(whole)
})

test('[S5-07] money has two decimals and the sign of its currency, or its code', () => {
  expect(fiatText('7500.00', english, 'USD')).toBe('$7,500.00')
  expect(fiatText('98.109', english, 'EUR')).toBe('€98.10')
  expect(fiatText('10', english, 'CHF')).toBe('CHF\u00A010.00')
})

test('a purchase is told in the numbers of the language', () => {
  const french = createNumbers('fr')
  expect(tokenOf('1098.500000', french)).toBe('1\u202F098,5')
  expect(usualFee(french)).toEqual({ min: '1\u00A0%', max: '2\u00A0%' })
})
