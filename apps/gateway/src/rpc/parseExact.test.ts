import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExact } from './parseExact.js'

test('whole numbers that a float would round are read as their digits', () => {
  expect(parseExact('{"lamports":18446744073709551615,"slot":12,"neg":-9007199254740993}')).toEqual({
    lamports: '18446744073709551615',
    slot: 12,
    neg: '-9007199254740993',
  })
})

test('numbers inside texts, fractions and exponents are left alone', () => {
  expect(
    parseExact('["18446744073709551615 \\" 99999999999999999999",1.5,1e21,0.30000000000000004]'),
  ).toEqual(['18446744073709551615 " 99999999999999999999', 1.5, 1e21, 0.30000000000000004])
})

test('anything without large numbers reads as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const plain: unknown = JSON.parse(text)
      const hasLarge = /\d{16}/.test(text)
      if (!hasLarge) expect(parseExact(text)).toEqual(plain)
    }),
  )
})
