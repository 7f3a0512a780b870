/** In which language a mail is written: the first that its asker's browser prefers and that there is. */
import { fillSlots } from '@latchkey/spec/errors'
import { chooseLanguage, createNumbers, directionOf } from '@latchkey/spec/words'
import { words as english, type MailWords } from './words/en.js'

export interface MailLanguage {
  readonly code: string
  readonly direction: 'ltr' | 'rtl'
  /** A sentence with its slots filled. */
  say(key: keyof MailWords, slots?: Readonly<Record<string, string | number>>): string
  /** A moment in UTC, since nobody knows the reader's clock. */
  time(at: number): string
}

/** English, whose readers write a day in two orders, has the one that all of them read alike. */
export const englishTime = (at: number): string =>
  `${new Date(at).toISOString().replace('T', ' ').slice(0, 16)} UTC`

const moment = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const

/** Loaded when somebody reads it. */
const languages: Readonly<Record<string, () => Promise<{ readonly words: MailWords }>>> = {
  ar: () => import('./words/ar.js'),
  de: () => import('./words/de.js'),
  es: () => import('./words/es.js'),
  fr: () => import('./words/fr.js'),
  he: () => import('./words/he.js'),
  hi: () => import('./words/hi.js'),
  id: () => import('./words/id.js'),
  it: () => import('./words/it.js'),
  ja: () => import('./words/ja.js'),
  ko: () => import('./words/ko.js'),
  'pt-BR': () => import('./words/pt-BR.js'),
  ru: () => import('./words/ru.js'),
  tr: () => import('./words/tr.js'),
  uk: () => import('./words/uk.js'),
  vi: () => import('./words/vi.js'),
  'zh-CN': () => import('./words/zh-CN.js'),
}
export const mailLanguageCodes: readonly string[] = Object.keys(languages)

/** Of a header that anybody writes, only so much is read. */
const longestHeader = 256
const mostWishes = 10

export const englishMail: MailLanguage = createMailLanguage('en', english)

/** `header`: what the browser sends as `Accept-Language`. */
export async function mailLanguageOf(header: string | undefined): Promise<MailLanguage> {
  const code = chooseCode(header)
  const load = code === undefined ? undefined : languages[code]
  if (code === undefined || !load) return englishMail
  const { words } = await load()
  return createMailLanguage(code, words)
}

function createMailLanguage(code: string, words: MailWords): MailLanguage {
  const direction = directionOf(code)
  const numbers = createNumbers(code)
  // An address in a line that runs the other way stays in one piece.
  const isolate = (value: string | number) => (direction === 'rtl' ? `\u2068${value}\u2069` : `${value}`)
  return {
    code,
    direction,
    time: (at) => (code === 'en' ? englishTime(at) : `${isolate(numbers.time(at, moment))} UTC`),
    say(key, slots = {}) {
      const filled = Object.entries(slots).map(([name, value]) => [name, isolate(value)])
      return fillSlots(words[key], Object.fromEntries(filled))
    },
  }
}

/** The best of what is wished for; who reads `pt-PT` is given `pt-BR`, and who reads English first keeps it. */
function chooseCode(header = ''): string | undefined {
  const wishes = header
    .slice(0, longestHeader)
    .split(',', mostWishes)
    .map((wish) => {
      const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  const known = mailLanguageCodes.map((code) => ({ code }))
  const wanted = wishes.map(({ tag }) => tag)
  return chooseLanguage(known, wanted)?.code
}
