import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLines, cleanText } from './cleanText.js'

const characters = new Intl.Segmenter()
const countOf = (text: string) => Array.from(characters.segment(text)).length

test('[A-54] what turns, hides or stacks letters is gone, and the rest is short', () => {
  expect(cleanText('safe\u202Emoc.live\u202C').text).toBe('safemoc.live')
  expect(cleanText('USD\u200BC').text).toBe('USDC')
  expect(cleanText('a\u0000b\u0007').text).toBe('ab')
  expect(cleanText('two\nlines\tand  blanks').text).toBe('two lines and blanks')
  expect(cleanText(`Z${'\u0301'.repeat(50)}`).text.length).toBeLessThanOrEqual(3)
  expect(cleanText('x'.repeat(10_000)).text).toBe(`${'x'.repeat(60)}…`)
  expect(countOf(cleanText('👩‍👩‍👧‍👦'.repeat(200)).text)).toBeLessThanOrEqual(61)
  expect(cleanText('<img src=x onerror=alert(1)>').text).toBe('<img src=x onerror=alert(1)>')
})

test('a word of two scripts is told, a text of two languages is not', () => {
  expect(cleanText('USD\u0421').isMixed).toBe(true)
  expect(cleanText('wallet кошелёк').isMixed).toBe(false)
})

test('[A-54] a message keeps its lines, and what was hidden in it is seen', () => {
  expect(cleanLines('one\r\ntwo', 100).text).toBe('one\ntwo')
  expect(cleanLines('pay \u202E1', 100).text).toBe('pay \uFFFD1')
})

test('[A-54] no text whatever keeps a character that hides or turns', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 100 }), (points) => {
      const { text } = cleanText(String.fromCodePoint(...points))
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      expect(countOf(text)).toBeLessThanOrEqual(61)
    }),
  )
})
