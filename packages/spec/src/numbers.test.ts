/** What a language does to an amount, and what it never does. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits } from './amounts.js'
import { createNumbers } from './numbers.js'

const codes = ['en', 'de', 'de-CH', 'fr', 'hi', 'ar', 'he', 'es', 'pl', 'fa', 'en-XA', 'ne', 'no language']
const anyDecimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }))
  .map(([value, decimals]) => formatUnits(value, decimals))

/** As a person reads it: the last mark that is no group begins the fraction. */
function read(text: string, mark: string): string {
  const [whole = '', fraction] = text.split(mark)
  const digits = whole.replaceAll(/\D/g, '')
  return fraction === undefined ? digits : `${digits}.${fraction.replaceAll(/\D/g, '')}`
}

test.each(codes)('[D-14] in %s every digit of every amount is there, and in Latin digits', (code) => {
  const numbers = createNumbers(code)
  const mark = numbers.typed('0.5').slice(1, 2)
  fc.assert(
    fc.property(anyDecimal, (decimal) => {
      expect(read(numbers.decimal(decimal), mark)).toBe(decimal)
      expect(read(numbers.money(decimal, 'EUR'), mark)).toBe(decimal)
      expect(read(numbers.percent(decimal), mark)).toBe(decimal)
    }),
    { numRuns: 200 },
  )
})

test('groups are as long as the language makes them', () => {
  const written = (code: string) => createNumbers(code).decimal('123456789.5')
  expect(['en', 'de', 'hi'].map(written)).toEqual(['123,456,789.5', '123.456.789,5', '12,34,56,789.5'])
})

test('a sign stands where the language has it, and zeros that were written stay', () => {
  expect(createNumbers('en').money('1234.50', 'USD', { before: '<' })).toBe('<$1,234.50')
  expect(createNumbers('de').money('1234.50', 'USD')).toBe('1.234,50\u00A0$')
  expect(createNumbers('en').money('5', 'CHF')).toBe('CHF\u00A05')
  expect(createNumbers('tr').percent('0.5')).toBe('%0,5')
})

test('money whose code is none is an amount without a sign', () => {
  expect(createNumbers('de').money('5.5', '')).toBe('5,5')
  expect(createNumbers('de').sign('dollars')).toBe('')
})

test('among words that run from right to left an amount stays in one piece, its sign on the left', () => {
  const arabic = createNumbers('ar', 'rtl')
  expect(arabic.decimal('1234.5', { before: '<', unit: 'ETH' })).toBe('\u2066<1,234.5 ETH\u2069')
  expect(arabic.money('1234.5', 'EUR')).toBe('\u2066€\u00A01,234.5\u2069')
  expect(createNumbers('he', 'rtl').percent('1.5')).toBe('\u20661.5%\u2069')
})

test('what is typed has the mark of the language and no groups', () => {
  expect(['', '1.', '1234.5', '7'].map((text) => createNumbers('de').typed(text))).toEqual([
    '',
    '1,',
    '1234,5',
    '7',
  ])
  expect(createNumbers('ar').typed('1234.5')).toBe('1234.5')
})

test('what is no decimal stays as it is', () => {
  for (const text of ['', '–', '1e3', '-1', 'unlimited']) expect(createNumbers('de').decimal(text)).toBe(text)
})

test('moments have Latin digits too, and what is made for one way of writing is kept', () => {
  const how = { dateStyle: 'medium', timeZone: 'UTC' } as const
  expect(createNumbers('fa').time(0, { ...how, calendar: 'gregory' })).toMatch(/1970/)
  const german = createNumbers('de')
  expect([german.time(0, how), german.time(86_400_000, how)]).toEqual(['01.01.1970', '02.01.1970'])
})
