import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mixesAlphabets, safeLine, safeLines } from './safeText.js'

describe('one line', () => {
  test('keeps names of any language as they are', () => {
    for (const name of ['Uniswap', 'Größe', 'Кошелёк', '財布', '👩‍💻 Tools'.replace('‍', '')])
      expect(safeLine(name)).toBe(name)
  })

  test('drops what turns the direction of reading or cannot be seen', () => {
    expect(safeLine('pay\u202Egnp.exe')).toBe('paygnp.exe')
    expect(safeLine('Uni\u200Bswap\u0000')).toBe('Uniswap')
    expect(safeLine('a\n\n\tb')).toBe('a b')
  })

  test('is bounded in letters, however many characters each has', () => {
    expect(safeLine('x'.repeat(500))).toBe(`${'x'.repeat(59)}…`)
    expect(safeLine(`z${'\u0301'.repeat(300)}`)).toHaveLength('ź'.length + 4)
  })

  test('is empty for what is no text', () => {
    for (const value of [undefined, null, 7, {}, '', ' \u200B ']) expect(safeLine(value)).toBe('')
  })

  test('never shows anything invisible, whatever comes', () => {
    const character = fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCodePoint(code))
    fc.assert(
      fc.property(fc.array(character, { maxLength: 100 }), (characters) => {
        const line = safeLine(characters.join(''), 20)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect([...new Intl.Segmenter().segment(line)].length).toBeLessThanOrEqual(20)
      }),
      { numRuns: 50 },
    )
  })
})

describe('several lines', () => {
  test('keep their breaks and name what cannot be seen', () => {
    expect(safeLines('one\r\ntwo\tthree')).toBe('one\ntwo\tthree')
    expect(safeLines('to \u202Eevil')).toBe('to ⟨U+202E⟩evil')
  })
})

test('a name that mixes alphabets is noticed', () => {
  expect(mixesAlphabets('Uniswаp')).toBe(true) // the a is Cyrillic
  expect(mixesAlphabets('Uniswap')).toBe(false)
  expect(mixesAlphabets('Кошелёк')).toBe(false)
})
