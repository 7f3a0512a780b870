/** Every language says everything that the wallet says, with the same slots, and counts as its grammar does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copy as pageTitles } from './en/page.js'

const folder = join(import.meta.dirname, 'languages')
const files = readdirSync(folder).map((file) => file.slice(0, -'.json'.length))
const read = (code: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8'))

const catalogues = Object.values(
  import.meta.glob<Readonly<Record<string, string>>>('./en/*.ts', { import: 'copy', eager: true }),
)
const english: Readonly<Record<string, string>> = Object.assign({}, ...catalogues)

const pluralText = /\{(\w+), plural,((?:\s*=?\w+ \{[^{}]*\})+)\s*\}/g

/** The names of what is filled in. */
function slotsOf(text: string): string[] {
  const counted = Array.from(text.matchAll(pluralText), ([, name = '']) => name)
  const plain = Array.from(text.replace(pluralText, '').matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  return [...new Set([...counted, ...plain])].sort()
}

test('the languages are those of the interface', () => {
  const words = readdirSync(join(import.meta.dirname, '../../../../packages/ui/src/languages/words'))
  const codes = words.map((file) => file.slice(0, -'.ts'.length))
  // The pseudo language is made from English, and for tests.
  expect(files.sort()).toEqual(codes.filter((code) => code !== 'en-XA').sort())
})

test('the titles of pages are those of their HTML', () => {
  for (const [key, title] of Object.entries(pageTitles)) {
    const html = join(import.meta.dirname, `../../${key.slice('page.'.length)}.html`)
    expect(readFileSync(html, 'utf8')).toContain(`<title>${title}</title>`)
  }
})

test('no two sentences share a key', () => {
  const keys = catalogues.flatMap((copy) => Object.keys(copy))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

describe.each(files)('%s', (code) => {
  const words = read(code)

  test('has every sentence, with the slots of the English one', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort())
    for (const [key, text] of Object.entries(words)) {
      expect([key, text.trim()]).toEqual([key, text])
      expect([key, slotsOf(text)]).toEqual([key, slotsOf(english[key] ?? '')])
    }
  })

  test('counts in all forms of its grammar', () => {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
    for (const [key, text] of Object.entries(words))
      for (const [, , cases = ''] of text.matchAll(pluralText)) {
        const forms = Array.from(cases.matchAll(/(?<!=)\b([a-z]+) \{/g), ([, form]) => form)
        expect([key, forms.sort()]).toEqual([key, [...pluralCategories].sort()])
      }
  })

  test('is not English', () => {
    const same = Object.entries(words).filter(
      ([key, text]) => text === english[key] && /\p{L}{4}/u.test(text),
    )
    // Names, and words that are the same in both.
    expect(same.map(([key]) => key).length, same.join('; ')).toBeLessThan(20)
  })
})
