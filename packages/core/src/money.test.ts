/** Amounts are exact to the last unit, whatever the token and however much of it. */
import { limits } from '@latchkey/spec/limits'
import { compareDecimal, formatUnits, multiplyDecimal } from '@latchkey/spec/validation'
import { createNumbers } from '@latchkey/spec/words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  exactText,
  fiatText,
  priceOf,
  quantityText,
  readAmount,
  sumDecimals,
  titleText,
  typedDecimal,
  unitsWorth,
  worthOf,
} from './money.js'

const numbers = createNumbers('en')
const anyDecimals = fc.integer({ min: 0, max: 36 })
const anyUint256 = fc.bigInt({ min: 0n, max: limits.maxUint256 })
const anyPrice = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([value, scale]) => formatUnits(value, scale))

describe('what is typed', () => {
  test('[D-14] every amount of 256 bits reads back to the last unit, at 0 to 36 decimals', () => {
    fc.assert(
      fc.property(anyUint256, anyDecimals, (value, decimals) => {
        expect(readAmount(formatUnits(value, decimals), decimals)).toEqual({ status: 'ready', value })
        expect(readAmount(exactText(value, { decimals }, numbers).replaceAll(',', ''), decimals)).toEqual({
          status: 'ready',
          value,
        })
      }),
      { numRuns: 1000 },
    )
  })

  test('[D-14] one unit finer than the token, or one more than 256 bits, is refused and not rounded', () => {
    fc.assert(
      fc.property(anyUint256, anyDecimals, (value, decimals) => {
        expect(readAmount(formatUnits(value * 10n + 1n, decimals + 1), decimals)).toEqual({
          status: 'too-fine',
        })
        expect(readAmount(formatUnits(limits.maxUint256 + 1n + value, decimals), decimals)).toEqual({
          status: 'invalid',
        })
      }),
    )
  })

  test('both marks mean the fraction, and a text on its way to an amount is kept', () => {
    const cases = {
      '': '',
      ' 1 ': '1',
      '1,5': '1.5',
      '.5': '0.5',
      ',': '0.',
      '1.': '1.',
      '007': '7',
      '0.00': '0.00',
      '00': '0',
    }
    for (const [text, kept] of Object.entries(cases)) expect(typedDecimal(text), text).toBe(kept)
    expect(readAmount('1.', 6)).toEqual({ status: 'ready', value: 1_000_000n })
    expect(readAmount('  ', 6)).toEqual({ status: 'empty' })
  })

  test('what can never become an amount is not taken', () => {
    for (const text of [
      '-1',
      '+1',
      '1e3',
      '1.2.3',
      '1,000.5',
      '1,000,000',
      '0x10',
      '١',
      'ten',
      '1'.repeat(161),
    ]) {
      expect(typedDecimal(text), text).toBeUndefined()
      expect(readAmount(text, 18), text).toEqual({ status: 'invalid' })
    }
  })
})

describe('fiat', () => {
  test('[D-14] the units that a worth buys never cost more than it, and one more would', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        anyPrice,
        anyDecimals,
        (cents, price, decimals) => {
          const worth = formatUnits(cents, 2)
          const units = unitsWorth({ worth, decimals, price })
          const cost = (value: bigint) => multiplyDecimal(formatUnits(value, decimals), price) ?? ''
          if (units === undefined) {
            // More than 256 bits hold.
            expect(compareDecimal(cost(limits.maxUint256 + 1n), worth)).not.toBe(1)
            return
          }
          expect(compareDecimal(cost(units), worth)).not.toBe(1)
          expect(compareDecimal(cost(units + 1n), worth)).toBe(1)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('[D-14] a worth is exact, and unknown without a price', () => {
    expect(worthOf({ value: 1n, decimals: 36, price: '3' })).toBe(`0.${'0'.repeat(35)}3`)
    expect(worthOf({ value: limits.maxUint256, decimals: 0, price: '1' })).toBe(limits.maxUint256.toString())
    expect(worthOf({ value: 1n, decimals: 18 })).toBeUndefined()
    expect(unitsWorth({ worth: '1', decimals: 6, price: undefined })).toBeUndefined()
    expect(unitsWorth({ worth: '1', decimals: 6, price: '0' })).toBeUndefined()
    expect(unitsWorth({ worth: 'x', decimals: 6, price: '1' })).toBeUndefined()
    expect(unitsWorth({ worth: '1.', decimals: 6, price: '3' })).toBe(333_333n)
  })

  test('a price of the wire becomes digits; 0 is none', () => {
    expect(priceOf(1e-7)).toBe('0.0000001')
    expect(priceOf(2500.5)).toBe('2500.5')
    for (const none of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(priceOf(none)).toBeUndefined()
  })

  test('[D-14] a sum is that of what is known', () => {
    expect(sumDecimals(['0.1', undefined, '0.2', 'x'])).toBe('0.3')
    expect(sumDecimals([])).toBe('0')
  })
})

describe('what is shown', () => {
  test('[S5-07] fiat has 2 decimals, cut and never rounded up', () => {
    expect(fiatText('1234567.899', numbers)).toBe('$1,234,567.89')
    expect(fiatText('0', numbers)).toBe('$0.00')
    expect(fiatText('0.0099', numbers)).toBe('<$0.01')
    expect(fiatText('999.999', numbers, 'EUR')).toBe('€999.99')
    expect(fiatText('x', numbers)).toBe('')
  })

  test('[S5-07] a quantity has 3 decimals, cut, and dust is not nothing', () => {
    expect(quantityText(1_234_567_899n, { decimals: 6 }, numbers)).toBe('1,234.567')
    expect(quantityText(0n, { decimals: 18 }, numbers)).toBe('0.000')
    expect(quantityText(1n, { decimals: 18, symbol: 'ETH' }, numbers)).toBe('<0.001 ETH')
    expect(quantityText(-5n, { decimals: 18 }, numbers)).toBe('0.000')
  })

  test('[D-14] what is signed is shown with every digit', () => {
    expect(exactText(1_000_000_000_000_000_000_001n, { decimals: 18 }, numbers)).toBe(
      '1,000.000000000000000001',
    )
    expect(exactText(12n, { decimals: 0, symbol: 'NFT' }, numbers)).toBe('12 NFT')
    expect(titleText(1_000_500_000n, { decimals: 6, symbol: 'USDC' })).toBe('1,000.5 USDC')
  })

  test('[S5-07] the marks are those of the language, and nothing else changes', () => {
    const german = createNumbers('de')
    expect(fiatText('1234567.899', german)).toBe('1.234.567,89\u00A0$')
    expect(fiatText('0.0099', german)).toBe('<0,01\u00A0$')
    expect(quantityText(1_234_567_899n, { decimals: 6 }, german)).toBe('1.234,567')
    expect(quantityText(1n, { decimals: 18 }, german)).toBe('<0,001')
  })
})
