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

const namesIn = (text: string, found: RegExp): string[] =>
  [...new Set(Array.from(text.matchAll(found), ([, name = '']) => name))].sort()

/** What is filled in. */
const slotsOf = (text: string): string[] =>
  [...new Set([...namesIn(text, pluralText), ...namesIn(text.replace(pluralText, ''), /\{(\w+)\}/g)])].sort()

/** What is counted: it becomes a number, and is rounded. Seconds are the one thing that a language may count of its own. */
const countedOf = (text: string): string[] => namesIn(text, pluralText).filter((name) => name !== 'n')

const counts = Array.from({ length: 201 }, (_, count) => count)

/** Joins and parts letters, as some scripts are written. */
const joiners: Readonly<Record<string, string>> = { '\u200c': '\u200c', '\u200d': '\u200d' }

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
      expect([key, countedOf(text)]).toEqual([key, countedOf(english[key] ?? '')])
      // Nothing that hides, or turns what stands beside it.
      expect([key, text]).toEqual([key, text.replaceAll(/[\p{Cf}\p{Cc}]/gu, (mark) => joiners[mark] ?? '')])
    }
  })

  test('counts in all forms of its grammar', () => {
    const rules = new Intl.PluralRules(code)
    const { pluralCategories } = rules.resolvedOptions()
    for (const [key, text] of Object.entries(words))
      for (const [, , cases = ''] of text.matchAll(pluralText)) {
        const forms = Array.from(cases.matchAll(/(?<!=)\b([a-z]+) \{/g), ([, form]) => form)
        expect([key, forms.sort()]).toEqual([key, [...pluralCategories].sort()])
        for (const [, form = '', said = ''] of cases.matchAll(/(?<!=)\b([a-z]+) \{([^{}]*)\}/g)) {
          // A form of several numbers has to say which.
          const numbers = counts.filter((count) => rules.select(count) === form)
          if (numbers.length > 1) expect([key, form, said]).toEqual([key, form, expect.stringContaining('#')])
        }
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
