/**
 * What the pages of the wallet say, in the language of whoever reads them. English is in the code; other languages are
 * files of sentences, never code, and are fetched with the hash that the build knows (ADR 0119).
 */
import { formatUnits } from '@latchkey/spec'
import type { Catalogue, Fill, Numbers, Translate } from '@latchkey/spec/words'
import { createFill, createNumbers, directionOf } from '@latchkey/spec/words'

export interface Tongue {
  readonly code: string
  readonly words: Catalogue
}

const english: Tongue = { code: 'en', words: {} }

/** A page has one reader, so there is one for the whole of it. */
let spoken: Tongue = english
let fill: Fill = createFill(english.code)
let numbers: Numbers = createNumbers(english.code)

/** From now on. What was drawn before stays as it is, so pages speak first and draw then. */
export function speak(tongue: Tongue = english): void {
  spoken = tongue
  const direction = directionOf(tongue.code)
  fill = createFill(tongue.code, direction)
  numbers = createNumbers(tongue.code, direction)
}

/** For what goes to a page and its developers, and to no person. */
export function inEnglish<T>(say: () => T): T {
  const before = spoken
  speak()
  try {
    return say()
  } finally {
    speak(before)
  }
}

/** What is spoken, of one area only, to be written into a file; none where it is English. */
export function tongueOf(area: string): Tongue | undefined {
  if (spoken === english) return undefined
  const words = Object.entries(spoken.words).filter(([key]) => key.startsWith(`${area}.`))
  return { ...spoken, words: Object.fromEntries(words) }
}

/**
 * `const t = wordsOf(copy)`, then `t('settings.title')`: each time in the language that is spoken by then, and in English
 * where it has no such sentence.
 */
export const wordsOf =
  <const C extends Catalogue>(catalogue: C): Translate<C> =>
  (key, ...[slots]) => {
    // A key of the catalogue always has a text; the type parameter hides that from the checker.
    const text = (Object.hasOwn(spoken.words, key) ? spoken.words[key] : catalogue[key]) as string
    return slots ? fill(text, slots) : text
  }

/** Every digit of an amount, with the marks of the language: nothing that is signed is rounded (D-14). */
export const amountText = (
  value: bigint,
  { decimals, symbol: unit }: { readonly decimals: number; readonly symbol?: string | undefined },
): string => numbers.decimal(formatUnits(value, decimals), { unit })

/** A decimal that stands in a sentence. */
export const decimalText = (decimal: string): string => numbers.decimal(decimal)

/** Money that the server counted; what is no decimal stays as it came. */
export const dollarText = (worth: string): string => numbers.money(worth, 'USD')

const moment = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** By the clock of whoever reads it, and says which clock that is. */
export const timeText = (milliseconds: number): string => numbers.time(milliseconds, moment)
