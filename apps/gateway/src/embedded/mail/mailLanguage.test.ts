/** Mails are written in the language that their asker reads, whole, and run its way. */
import { describe, expect, test } from 'vitest'
import {
  changeFromLetter,
  codeLetter,
  deviceLetter,
  exportLetter,
  stepUpLetter,
  vaultCodeLetter,
} from './letters.js'
import { englishMail, type MailLanguage, mailLanguageCodes, mailLanguageOf } from './mailLanguage.js'
import { words as english } from './words/en.js'

// The keys of a literal table.
const keys = Object.keys(english) as (keyof typeof english)[]
const slotsOf = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name).sort()
const asking = {
  origin: 'https://shop.example',
  browser: 'Chrome on Linux',
  network: '198.51.100.0/24',
  at: Date.UTC(2026, 0, 15, 12, 30),
}

test('there are fifteen languages beside English at least', () => {
  expect(mailLanguageCodes.length).toBeGreaterThanOrEqual(15)
})

describe.each(mailLanguageCodes)('%s', (code) => {
  test('says everything, with the slots of the English one, and is not English', async () => {
    const language = await mailLanguageOf(code)
    expect(language.code).toBe(code)
    for (const key of keys) {
      expect([key, slotsOf(language.say(key))]).toEqual([key, slotsOf(english[key])])
      if (!key.startsWith('about.')) expect([key, language.say(key)]).not.toEqual([key, english[key]])
    }
  })
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['pt-PT', 'pt-BR'],
  ['ZH-cn', 'zh-CN'],
  ['fr;q=0.3, he;q=0.7', 'he'],
  ['en-GB,de', 'en'],
  ['de;q=0, tr', 'tr'],
  ['eo, *;q=0.5', 'en'],
  ['', 'en'],
  [`${'x'.repeat(10_000)},de`, 'en'],
  ['__proto__, constructor', 'en'],
])('who prefers “%.30s” is written to in %s', async (header, code) => {
  expect((await mailLanguageOf(header)).code).toBe(code)
})

test('a browser that names no language is written to in English', async () => {
  expect(await mailLanguageOf(undefined)).toBe(englishMail)
})

test('English is what it always was, from the subject to the last line', () => {
  const { subject, text } = codeLetter({ asking, code: '123456', minutes: 10 }, englishMail)
  expect(subject).toBe('Your sign-in code')
  expect(
    text,
  ).toBe(`Somebody signs in at https://shop.example with this address, on a device that you used before.

If it was you, type this code into the app:

123456

Page: https://shop.example
Browser: Chrome on Linux
Network: 198.51.100.0/24
Time: 2026-01-15 12:30 UTC

The code works once, within 10 minutes. Nobody of us ever asks you for it.

If it was not you, do nothing: without the code nobody gets in.
`)
})

test('from right to left, addresses, links and codes stay as they are', async () => {
  const language = await mailLanguageOf('he')
  const link = 'https://wallet.example/device#secret'
  const letter = deviceLetter({ asking, link, minutes: 15 }, language)
  expect(letter.html).toContain('<html lang="he" dir="rtl">')
  expect(letter.html).toContain(`<small dir="ltr">${link}</small>`)
  expect(letter.text).toContain('\u2068https://shop.example\u2069')
  expect(letter.text.split('\n')).toContain(link)
  const { html } = codeLetter({ asking, code: '123456', minutes: 10 }, language)
  expect(html).toMatch(/<p dir="ltr"[^>]*>123456<\/p>/)
})

test.each([
  ['de', 'Zeit: 15. Januar 2026 um 12:30 UTC'],
  ['hi', 'समय: 15 जनवरी 2026 को 12:30 pm बजे UTC'],
])('in %s a moment is told in the words of the language, and in UTC', async (code, line) => {
  const { text } = codeLetter({ asking, code: '123456', minutes: 10 }, await mailLanguageOf(code))
  expect(text.split('\n')).toContain(line)
})

test('what a stranger fills in is text, in every language', async () => {
  const email = '<b>"x"@example.com</b>{code}'
  const { html } = changeFromLetter(
    { asking, code: '123456', email, minutes: 10 },
    await mailLanguageOf('de'),
  )
  expect(html).not.toContain('<b>')
  expect(html).toContain('{code}')
})

const input = { asking, code: '123456', minutes: 10, email: 'new@example.com' }
test.each([
  ['step-up.not-you', (language: MailLanguage) => stepUpLetter(input, language)],
  ['change-from.not-you', (language: MailLanguage) => changeFromLetter(input, language)],
  [
    'vault-open.not-you',
    (language: MailLanguage) => vaultCodeLetter({ ...input, purpose: 'open' }, language),
  ],
] as const)('whatever language was asked for, %s is said in English too, and once', async (key, write) => {
  const warning = englishMail.say(key)
  const { text, html } = write(await mailLanguageOf('he'))
  expect(text).toContain(warning)
  expect(html).toMatch(/<p lang="en" dir="ltr">[^<]*If it was not you/)
  expect(write(englishMail).text.split(warning)).toHaveLength(2)
})

test('news about the wallet are English whoever caused them', () => {
  expect(exportLetter({ at: 0 })).toMatchObject({
    subject: 'Your wallet was exported',
    html: expect.stringContaining('<html lang="en" dir="ltr">'),
  })
})
