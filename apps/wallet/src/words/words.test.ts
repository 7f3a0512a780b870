/** Words are found when they are asked for, in the language that is spoken by then. */
import { afterEach, expect, test } from 'vitest'
import { around } from './around.js'
import { wantedFrom } from './wantedFrom.js'
import { amountText, dollarText, inEnglish, speak, tongueOf, wordsOf } from './words.js'

const copy = {
  'x.plain': 'Approve',
  'x.slot': 'Go on at {host}.',
  'x.days': 'used {days, plural, =0 {today} one {yesterday} other {# days ago}}',
} as const
const t = wordsOf(copy)

afterEach(() => speak())

test('English until another language is spoken, then that one, and English where it has no such sentence', () => {
  expect(t('x.plain')).toBe('Approve')
  speak({ code: 'de', words: { 'x.plain': 'Genehmigen' } })
  expect(tongueOf('x')).toEqual({ code: 'de', words: { 'x.plain': 'Genehmigen' } })
  expect(t('x.plain')).toBe('Genehmigen')
  expect(t('x.slot', { host: 'a.example' })).toBe('Go on at a.example.')
})

test('what goes to a page is said in English meanwhile', () => {
  speak({ code: 'de', words: { 'x.plain': 'Genehmigen' } })
  expect(inEnglish(() => t('x.plain'))).toBe('Approve')
  expect(t('x.plain')).toBe('Genehmigen')
})

test('a key that every object has is no sentence of a language', () => {
  speak({ code: 'de', words: {} })
  expect(wordsOf({ constructor: 'Builder' })('constructor')).toBe('Builder')
})

test('an app’s language is followed where its reader knows it, and nowhere else', () => {
  expect(wantedFrom('de', ['en-US', 'de-AT'])).toEqual(['de', 'en-US', 'de-AT'])
  expect(wantedFrom('ja', ['en-US', 'de-AT'])).toEqual(['en-US', 'de-AT'])
  expect(wantedFrom(undefined, ['fr'])).toEqual(['fr'])
})

test('counts as its grammar does', () => {
  expect([0, 1, 5].map((days) => t('x.days', { days }))).toEqual([
    'used today',
    'used yesterday',
    'used 5 days ago',
  ])
})

test('what stands among words that run the other way is kept in one piece', () => {
  speak({ code: 'ar', words: { 'x.slot': 'تابع في {host}' } })
  expect(t('x.slot', { host: 'a.example' })).toBe('تابع في \u2068a.example\u2069')
})

test('elements stand where the sentence has them', () => {
  const host = { an: 'element' }
  expect(around('Your wallet at {host}', { host })).toEqual(['Your wallet at ', host])
  expect(around('{host}: your wallet', { host })).toEqual([host, ': your wallet'])
  expect(around('{other} stays', { host })).toEqual(['other', ' stays'])
})

test('[D-14] amounts and money are written as the spoken language writes them, and in English for a page', () => {
  const text = () => [amountText(1_234_567_890n, { decimals: 6, symbol: 'USDC' }), dollarText('1234.50')]
  expect(text()).toEqual(['1,234.56789 USDC', '$1,234.50'])
  speak({ code: 'hi', words: {} })
  expect(amountText(123_456_789n, { decimals: 0 })).toBe('12,34,56,789')
  speak({ code: 'de', words: {} })
  expect(text()).toEqual(['1.234,56789 USDC', '1.234,50\u00A0$'])
  expect(inEnglish(text)).toEqual(['1,234.56789 USDC', '$1,234.50'])
})
