/** How the words of a language, of the app and of ours come together. */

import { createFill } from '@latchkey/spec/words'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { createTranslate } from './text.js'
import { createWording, loadWording } from './wording.js'

const catalogue = {
  'greet.title': 'Hello {name}',
  'greet.found': '{count, plural, one {# wallet} other {# wallets}} for {name}',
} as const

const language = (load: () => Promise<Record<string, string>>) =>
  ({ code: 'de', direction: 'ltr', page: {}, load }) as const

describe('plurals', () => {
  test('follow the rules of the language, and its way to write numbers', () => {
    const english = createFill('en')
    expect(english(catalogue['greet.found'], { count: 1, name: 'Ada' })).toBe('1 wallet for Ada')
    expect(english(catalogue['greet.found'], { count: 1200, name: 'Ada' })).toBe('1,200 wallets for Ada')
    const russian = '{count, plural, one {# кошелёк} few {# кошелька} many {# кошельков} other {# кошелька}}'
    const counted = [1, 3, 5, 21].map((count) => createFill('ru')(russian, { count }))
    expect(counted).toEqual(['1 кошелёк', '3 кошелька', '5 кошельков', '21 кошелёк'])
  })

  test('amounts, names and addresses run from left to right in a language that does not', () => {
    const fill = createFill('he', 'rtl')
    const paid = fill('שולמו {amount} {symbol} אל {to}', { amount: '25.5', symbol: 'USDC', to: '0x12' })
    expect(paid).toBe('שולמו \u2066\u206825.5\u2069 \u2068USDC\u2069\u2069 אל \u20680x12\u2069')
    expect(createFill('en')('Paid {amount} {symbol}', { amount: '25.5', symbol: 'USDC' })).toBe(
      'Paid 25.5 USDC',
    )
  })

  test('may name one number, and fall back to the case that every language has', () => {
    const text = '{count, plural, =0 {none} other {#}}'
    expect(createFill('en')(text, { count: 0 })).toBe('none')
    expect(createFill('en')(text, { count: 1 })).toBe('1')
  })

  test('are one slot to the compiler', () => {
    const t = createTranslate(catalogue)
    expectTypeOf(t<'greet.found'>)
      .parameter(1)
      .toEqualTypeOf<{ readonly count: string | number; readonly name: string | number }>()
  })

  test('a value never becomes a text with slots of its own', () => {
    expect(createFill('en')('Hello {name}', { name: '{count, plural, other {#}}' })).toBe(
      'Hello {count, plural, other {#}}',
    )
  })
})

describe('a wording', () => {
  test('takes the words of the language, those of the app before them, and English for the rest', async () => {
    const load = async () => ({ 'greet.title': 'Hallo {name}' })
    const german = await loadWording({ language: language(load) }, () => {})
    expect(german.code).toBe('de')
    expect(german.of(catalogue)('greet.title', { name: 'Ada' })).toBe('Hallo Ada')
    expect(german.of(catalogue)('greet.found', { count: 2, name: 'Ada' })).toBe('2 wallets for Ada')
    const own = await loadWording(
      { language: language(load), words: { 'greet.title': 'Moin {name}' } },
      () => {},
    )
    expect(own.of(catalogue)('greet.title', { name: 'Ada' })).toBe('Moin Ada')
  })

  test('is English where the language cannot be fetched, and says so', async () => {
    const failed = vi.fn<(cause: unknown) => void>()
    const cause = new Error('offline')
    const wording = await loadWording({ language: language(async () => Promise.reject(cause)) }, failed)
    expect(wording.code).toBe('en')
    expect(wording.of(catalogue)('greet.title', { name: 'Ada' })).toBe('Hello Ada')
    expect(failed).toHaveBeenCalledExactlyOnceWith(cause)
  })

  test('gives the same function for the same catalogue, so that nothing draws again', () => {
    const wording = createWording('en')
    expect(wording.of(catalogue)).toBe(wording.of(catalogue))
  })
})
