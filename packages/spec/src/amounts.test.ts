import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDecimal,
  compareDecimal,
  decimalOfNumber,
  formatFiat,
  formatQuantity,
  formatUnits,
  isDecimal,
  multiplyDecimal,
  parseUnits,
  scaleAmount,
  truncateDecimal,
} from './amounts.js'
import { limits } from './limits.js'

const anyDecimals = fc.integer({ min: 0, max: 36 })
const anyUint256 = fc.bigInt({ min: 0n, max: limits.maxUint256 })

describe('units', () => {
  test('[D-14] go to text and back without loss over 256 bits and 0 to 36 decimals', () => {
    fc.assert(
      fc.property(anyUint256, anyDecimals, (value, decimals) => {
        expect(parseUnits(formatUnits(value, decimals), decimals)).toBe(value)
      }),
      { numRuns: 1000 },
    )
    expect(parseUnits(formatUnits(limits.maxUint256, 36), 36)).toBe(limits.maxUint256)
  })

  test('are written without trailing zeros and with a leading one', () => {
    expect(formatUnits(1_500_000n, 6)).toBe('1.5')
    expect(formatUnits(1n, 18)).toBe('0.000000000000000001')
    expect(formatUnits(0n, 18)).toBe('0')
    expect(formatUnits(42n, 0)).toBe('42')
    expect(formatUnits(-1_500_000n, 6)).toBe('-1.5')
  })

  test('are not read from, or written as, texts that are longer than any amount', () => {
    const zeros = (count: number) => '0'.repeat(count)
    expect(parseUnits(`0.${zeros(1022)}`, 18)).toBe(0n)
    for (const text of [`0.${zeros(1023)}`, `0.${zeros(500_000)}1`, zeros(500_000)]) {
      expect(isDecimal(text)).toBe(false)
      expect(parseUnits(text, 18)).toBeUndefined()
      expect(truncateDecimal(text)).toBeUndefined()
      expect(addDecimal(text, '1')).toBeUndefined()
    }
    expect(parseUnits('1', 500_000)).toBeUndefined()
    expect(() => formatUnits(1n, 500_000)).toThrow(RangeError)
    const longest = `0.${zeros(1021)}1`
    expect(multiplyDecimal(longest, longest)).toBe(`0.${zeros(2043)}1`)
  })

  test('are not read from anything but digits with an optional fraction', () => {
    for (const text of [
      '',
      '.',
      '1.',
      '.5',
      '-1',
      '+1',
      '1e3',
      '1,5',
      ' 1',
      '1 ',
      '0x10',
      '１',
      'NaN',
      '1\n',
    ]) {
      expect(isDecimal(text)).toBe(false)
      expect(parseUnits(text, 18)).toBeUndefined()
    }
  })

  test('refuse more decimals than the token has, unless they are zeros', () => {
    expect(parseUnits('1.0000001', 6)).toBeUndefined()
    expect(parseUnits('1.0000000', 6)).toBe(1_000_000n)
    expect(parseUnits('7.0', 0)).toBe(7n)
  })
})

describe('display', () => {
  test('[S5-07] cuts a balance to 3 decimals', () => {
    expect(formatQuantity(1_234_567_890_000_000_000n, 18)).toBe('1.234')
    expect(formatQuantity(1_999_999n, 6)).toBe('1.999')
    expect(formatQuantity(5n, 0)).toBe('5.000')
    expect(formatQuantity(1n, 18)).toBe('0.000')
  })

  test('[S5-07] shows fiat with 2 decimals, and other numbers with 2 unless asked', () => {
    expect(formatFiat(1_500_000n, 6, '2.019')).toBe('3.02')
    expect(formatFiat(10n ** 18n, 18, '3120.559')).toBe('3120.55')
    expect(formatFiat(1n, 18, 'a lot')).toBeUndefined()
    expect(truncateDecimal('7.999')).toBe('7.99')
    expect(truncateDecimal('007.9', 0)).toBe('7')
    expect(truncateDecimal('none')).toBeUndefined()
  })

  test('[D-14] never shows more than there is, and never misses by a whole last place', () => {
    fc.assert(
      fc.property(anyUint256, anyDecimals, (value, decimals) => {
        const shown = formatQuantity(value, decimals)
        expect(shown).toMatch(/^\d+\.\d{3}$/)
        expect(compareDecimal(shown, formatUnits(value, decimals))).not.toBe(1)
        const next = addDecimal(shown, '0.001') ?? ''
        expect(compareDecimal(next, formatUnits(value, decimals))).toBe(1)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('decimal arithmetic', () => {
  const anyDecimal = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), anyDecimals)
    .map(([value, decimals]) => formatUnits(value, decimals))

  test('adds and multiplies like rational numbers', () => {
    const scale = 36
    const exact = (decimal: string) => parseUnits(decimal, scale) ?? -1n
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(exact(addDecimal(a, b) ?? '')).toBe(exact(a) + exact(b))
        expect(parseUnits(multiplyDecimal(a, b) ?? '', scale * 2)).toBe(exact(a) * exact(b))
      }),
    )
  })

  test('compares by worth, not by spelling', () => {
    expect(compareDecimal('1.50', '1.5')).toBe(0)
    expect(compareDecimal('9', '10')).toBe(-1)
    expect(compareDecimal('0.10', '0.09')).toBe(1)
    expect(compareDecimal('x', '1')).toBeUndefined()
    expect(addDecimal('1', '')).toBeUndefined()
    expect(multiplyDecimal('', '1')).toBeUndefined()
  })

  test('scales by a ratio and rounds down', () => {
    expect(scaleAmount(100n, limits.gasMultiplier)).toBe(120n)
    expect(scaleAmount(21_001n, limits.gasMultiplier)).toBe(25_201n)
  })
})

describe('numbers from other servers', () => {
  test('become plain digits of the same worth', () => {
    expect(decimalOfNumber(1e-7)).toBe('0.0000001')
    expect(decimalOfNumber(1.5e21)).toBe('1500000000000000000000')
    expect(decimalOfNumber(3120.55)).toBe('3120.55')
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalOfNumber(value)
        expect(isDecimal(text)).toBe(true)
        expect(Number(text)).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})
