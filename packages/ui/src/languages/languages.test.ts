/** Every language says everything, with the same slots, and counts as its grammar does. */
import { describe, expect, test } from 'vitest'
import { en } from '../copy/en.js'
import { errorCopy } from '../copy/errorCopy.js'
import { page } from '../copy/page.en.js'
import { copy as holdings } from '../views/account/copy.js'
import { copy as account } from '../views/accountCopy.js'
import { copy as allWallets } from '../views/allWalletsCopy.js'
import { copy as asking } from '../views/askingCopy.js'
import { copy as embedded } from '../views/embedded/copy.js'
import { copy as lessons } from '../views/lessonsCopy.js'
import { copy as names } from '../views/names/copy.js'
import { copy as networks } from '../views/networksCopy.js'
import { copy as notEnough } from '../views/notEnoughCopy.js'
import { copy as onramp } from '../views/onramp/copy.js'
import { copy as pay } from '../views/pay/copy.js'
import { copy as receive } from '../views/receive/copy.js'
import { copy as relay } from '../views/relayCopy.js'
import { copy as send } from '../views/send/copy.js'
import { copy as signIn } from '../views/signIn/copy.js'
import { copy as swap } from '../views/swap/copy.js'
import * as entry from './index.js'

const english: Readonly<Record<string, string>> = {
  ...en,
  ...errorCopy,
  ...account,
  ...allWallets,
  ...asking,
  ...embedded,
  ...holdings,
  ...lessons,
  ...names,
  ...networks,
  ...notEnough,
  ...onramp,
  ...pay,
  ...receive,
  ...relay,
  ...send,
  ...signIn,
  ...swap,
}
const { chooseLanguage, ...languages } = entry
/** Made, not spoken. */
const spoken = Object.values(languages).filter(({ code }) => code !== 'en-XA')
const pluralText = /\{(\w+), plural,((?:\s*=?\w+ \{[^{}]*\})+)\s*\}/g

/** The names of what is filled in. */
function slotsOf(text: string): string[] {
  const counted = Array.from(text.matchAll(pluralText), ([, name = '']) => name)
  const plain = Array.from(text.replace(pluralText, '').matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  return [...new Set([...counted, ...plain])].sort()
}

const rightToLeft = ['ar', 'he']

test('there are fifteen languages beside English at least, and each is named once', () => {
  const codes = spoken.map(({ code }) => code)
  expect(codes.length).toBeGreaterThanOrEqual(15)
  expect(new Set(codes).size).toBe(codes.length)
})

describe.each(Object.values(languages))('$code', (language) => {
  test('is a language that the browser knows, and runs the right way', () => {
    expect(Intl.PluralRules.supportedLocalesOf(language.code)).toEqual([language.code])
    expect(language.direction).toBe(rightToLeft.includes(language.code) ? 'rtl' : 'ltr')
  })

  test('has every word, with the slots of the English one', async () => {
    const words = { ...language.page, ...(await language.load()) }
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort())
    for (const [key, text] of Object.entries(words)) {
      expect(text.trim(), key).toBe(text)
      expect([key, slotsOf(text)]).toEqual([key, slotsOf(english[key] ?? '')])
    }
  })

  test('counts in all forms of its grammar', async () => {
    const { pluralCategories } = new Intl.PluralRules(language.code).resolvedOptions()
    for (const [key, text] of Object.entries(await language.load()))
      for (const [, , cases = ''] of text.matchAll(pluralText)) {
        const forms = Array.from(cases.matchAll(/(\w+) \{/g), ([, form]) => form)
        expect([key, forms.sort()]).toEqual([key, [...pluralCategories].sort()])
      }
  })

  test('is not English', async () => {
    const words = await language.load()
    const same = Object.entries(words).filter(
      ([key, text]) => text === english[key] && /\p{L}{4}/u.test(text),
    )
    // Names and words that are the same in both; a page that was never translated has hundreds.
    expect(same.length).toBeLessThan(40)
  })
})

test('the pseudo language is longer than English, and has no plain letter outside its slots', async () => {
  for (const [key, text] of Object.entries(await entry.pseudo.load())) {
    const said = text.replaceAll(/\{\w+\}|\{\w+, plural,|(=\d+|one|other) \{|[{}#]/g, '')
    expect([key, said]).toEqual([key, said.replaceAll(/[A-Za-z]/g, '')])
    expect(text.length).toBeGreaterThan((english[key] ?? '').length + said.length / 5)
  }
})

test('no two texts of ours share a key', () => {
  const all = [
    en,
    errorCopy,
    account,
    embedded,
    lessons,
    names,
    notEnough,
    onramp,
    pay,
    receive,
    relay,
    send,
    signIn,
    swap,
  ].flatMap((copy) => Object.keys(copy))
  expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([])
  expect(Object.keys(page).every((key) => key in en)).toBe(true)
})

test('the visitor’s first language that the app has is chosen, also from another country', () => {
  const offered = [entry.german, entry.portuguese, entry.chinese]
  expect(chooseLanguage(offered, ['fr-FR', 'pt-PT', 'de'])?.code).toBe('pt-BR')
  expect(chooseLanguage(offered, ['zh-CN'])?.code).toBe('zh-CN')
  expect(chooseLanguage(offered, ['en-GB', 'de'])).toBeUndefined()
  expect(chooseLanguage(offered, ['fr'])).toBeUndefined()
})
