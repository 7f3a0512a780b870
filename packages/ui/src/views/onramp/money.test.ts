/** Amounts of a purchase as text. */
import { expect, test } from 'vitest'
import { fiatOf, tokenOf, wholeTokenOf } from './money.js'

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
  expect(tokenOf(amount)).toBe(shown)
  expect(wholeTokenOf(amount)).toBe(whole)
})

test('[S5-07] money has two decimals and the sign of its currency, or its code', () => {
  expect(fiatOf('7500.00', 'USD')).toBe('$7,500.00')
  expect(fiatOf('98.109', 'EUR')).toBe('€98.10')
  expect(fiatOf('10', 'CHF')).toBe('CHF 10.00')
})
