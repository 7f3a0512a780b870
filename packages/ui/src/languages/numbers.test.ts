/** Amounts, prices, percentages and dates in each of our languages: as people there write them, and to the last digit. */
import { fiatText, quantityText, readAmount, typedDecimal } from '@latchkey/core/screen'
import { limits } from '@latchkey/spec/limits'
import { formatUnits } from '@latchkey/spec/validation'
import { createNumbers } from '@latchkey/spec/words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as entry from './index.js'

const { chooseLanguage: _, ...languages } = entry
const spoken = [{ code: 'en', direction: 'ltr' } as const, ...Object.values(languages)]

const anyAmount = fc.record({
  value: fc.bigInt({ min: 0n, max: limits.maxUint256 }),
  decimals: fc.integer({ min: 0, max: 36 }),
})

describe.each(spoken)('$code', ({ code, direction }) => {
  const numbers = createNumbers(code, direction)
  const [mark = '.'] = numbers.typed('.')

  /** As somebody reads it: what stands behind the mark is the fraction, and groups are only for the eye. */
  function read(text: string): string {
    const [whole = '', fraction] = text.split(mark)
    const digits = whole.replaceAll(/\D/g, '')
    return fraction === undefined ? digits : `${digits}.${fraction.replaceAll(/\D/g, '')}`
  }

  test('[D-14] what is written reads back as the same decimal', () => {
    fc.assert(
      fc.property(anyAmount, ({ value, decimals }) => {
        const exact = formatUnits(value, decimals)
        expect(read(numbers.decimal(exact, { unit: 'ETH' }))).toBe(exact)
        expect(read(numbers.money(exact, 'USD'))).toBe(exact)
        expect(read(numbers.percent(exact))).toBe(exact)
      }),
      { numRuns: 100 },
    )
  })

  test('[D-14] what a field shows of an amount is taken back as the same amount', () => {
    fc.assert(
      fc.property(anyAmount, ({ value, decimals }) => {
        const exact = formatUnits(value, decimals)
        const shown = numbers.typed(exact)
        expect(typedDecimal(shown)).toBe(exact)
        expect(readAmount(shown, decimals)).toEqual({ status: 'ready', value })
      }),
      { numRuns: 100 },
    )
  })

  test('a group is never written as the mark, and digits are Latin', () => {
    const text = numbers.decimal('123456789.5')
    expect(text.split(mark)).toHaveLength(2)
    expect(text.replaceAll(/\D/g, '')).toBe('1234567895')
  })
})

const noon = Date.UTC(2026, 0, 15, 12, 30)
const day = { dateStyle: 'medium', timeZone: 'UTC' } as const

/** One of each. What cannot be seen is spelled out. */
test('an amount, a price, a percentage and a date look as they do in the language', () => {
  const written = spoken.map(({ code, direction }) => {
    const numbers = createNumbers(code, direction)
    const amount = quantityText(12_345_678_901_234n, { decimals: 6, symbol: 'ETH' }, numbers)
    const texts = [amount, fiatText('1234567.899', numbers), numbers.percent('2.5'), numbers.time(noon, day)]
    const seen = texts.join(' | ').replaceAll('\u00A0', '⍽').replaceAll('\u202F', '⍽')
    return `${code}: ${seen.replaceAll(/[\u200E\u200F]/g, '')}`
      .replaceAll('\u2066', '⟨')
      .replaceAll('\u2069', '⟩')
  })
  expect(written).toMatchInlineSnapshot(`
    [
      "en: 12,345,678.901 ETH | $1,234,567.89 | 2.5% | Jan 15, 2026",
      "ar: ⟨12,345,678.901 ETH⟩ | ⟨US$⍽1,234,567.89⟩ | ⟨2.5%⟩ | 15/01/2026",
      "zh-CN: 12,345,678.901 ETH | US$1,234,567.89 | 2.5% | 2026年1月15日",
      "fr: 12⍽345⍽678,901 ETH | 1⍽234⍽567,89⍽$US | 2,5⍽% | 15 janv. 2026",
      "de: 12.345.678,901 ETH | 1.234.567,89⍽$ | 2,5⍽% | 15.01.2026",
      "he: ⟨12,345,678.901 ETH⟩ | ⟨$⍽1,234,567.89⟩ | ⟨2.5%⟩ | 15 בינו׳ 2026",
      "hi: 1,23,45,678.901 ETH | $12,34,567.89 | 2.5% | 15 जन॰ 2026",
      "id: 12.345.678,901 ETH | US$1.234.567,89 | 2,5% | 15 Jan 2026",
      "it: 12.345.678,901 ETH | 1.234.567,89⍽USD | 2,5% | 15 gen 2026",
      "ja: 12,345,678.901 ETH | $1,234,567.89 | 2.5% | 2026/01/15",
      "ko: 12,345,678.901 ETH | US$1,234,567.89 | 2.5% | 2026. 1. 15.",
      "pt-BR: 12.345.678,901 ETH | US$⍽1.234.567,89 | 2,5% | 15 de jan. de 2026",
      "en-XA: 12,345,678.901 ETH | $1,234,567.89 | 2.5% | Jan 15, 2026",
      "ru: 12⍽345⍽678,901 ETH | 1⍽234⍽567,89⍽$ | 2,5⍽% | 15 янв. 2026 г.",
      "es: 12.345.678,901 ETH | 1.234.567,89⍽US$ | 2,5⍽% | 15 ene 2026",
      "tr: 12.345.678,901 ETH | $1.234.567,89 | %2,5 | 15 Oca 2026",
      "uk: 12⍽345⍽678,901 ETH | 1⍽234⍽567,89⍽USD | 2,5% | 15 січ. 2026 р.",
      "vi: 12.345.678,901 ETH | 1.234.567,89⍽US$ | 2,5% | 15 thg 1, 2026",
    ]
  `)
})
