/** How one language writes amounts, money, percentages and dates: what a person reads, and nothing that is counted with. */
import { createDigits } from './digits.js'

/** What stands beside an amount and belongs to it, so that no line and no direction parts them. */
export interface Beside {
  /** `<`, `+`. */
  readonly before?: string | undefined
  /** `ETH`. */
  readonly unit?: string | undefined
}

export interface Numbers {
  /** `1.234,567 ETH`, of a decimal string and to its last digit. What is no decimal stays as it is. */
  decimal(value: string, beside?: Beside): string
  /** `1.234,56 $`, with as many decimals as the string has. */
  money(value: string, currency: string, beside?: Pick<Beside, 'before'>): string
  /** `1,5 %` of `1.5`. */
  percent(value: string): string
  /** `$`: how the language calls a currency beside an amount. */
  sign(currency: string): string
  /** A decimal that somebody is typing, with the mark of the language and without groups. */
  typed(value: string): string
  /** A moment, in the words of the language; `how` is best a constant, since what is made for it is kept. */
  time(at: number | Date, how: Intl.DateTimeFormatOptions): string
}

/** Makes each of its formats when it is first needed: a browser takes some milliseconds for every one. */
export function createNumbers(code: string, direction: 'ltr' | 'rtl' = 'ltr'): Numbers {
  const made = new Map<string, Written>()
  const times = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>()
  const isolated = direction === 'rtl' ? (text: string) => `\u2066${text}\u2069` : asItIs

  function digits(key = '', style?: Intl.NumberFormatOptions): Written {
    const known = made.get(key) ?? createWritten(code, style)
    made.set(key, known)
    return known
  }
  const moneyDigits = (currency: string) =>
    digits(currency, isCurrency.test(currency) ? { style: 'currency', currency } : undefined)

  return {
    decimal(value, { before = '', unit = '' } = {}) {
      return isolated(`${before}${digits().write(value)}${unit === '' ? '' : ` ${unit}`}`)
    },
    money(value, currency, { before = '' } = {}) {
      const { write, around } = moneyDigits(currency)
      return isolated(`${before}${around.before}${write(value)}${around.after}`)
    },
    percent(value) {
      const { write, around } = digits('%', { style: 'unit', unit: 'percent' })
      return isolated(`${around.before}${write(value)}${around.after}`)
    },
    sign(currency) {
      const { before, after } = moneyDigits(currency).around
      return `${before}${after}`.trim()
    },
    typed(value) {
      const [, mark = '.'] = /^0(.)5$/.exec(digits().write('0.5')) ?? []
      return value.replace('.', mark)
    },
    time(at, how) {
      const known = times.get(how) ?? timeFormat(code, how)
      times.set(how, known)
      return known.format(at)
    },
  }
}

interface Written {
  write(value: string): string
  /** What stands before and behind a number, such as the sign of a currency. */
  readonly around: { readonly before: string; readonly after: string }
}

/** Directions of single characters: amounts are put into isolates as a whole. */
const directions = /[\u200E\u200F\u061C]/g

function createWritten(code: string, style?: Intl.NumberFormatOptions): Written {
  const { write, half } = createDigits(code, style)
  const first = half.findIndex(({ type }) => type === 'integer')
  const last = half.findIndex(({ type }) => type === 'fraction')
  const values = half.map(({ value }) => value)
  const [before, after] = [values.slice(0, first), values.slice(last + 1)]
  const plain = (texts: readonly string[]) => texts.join('').replace(directions, '')
  // A pattern that is laid out from right to left has its sign left of the number, wherever it stands in memory.
  const around = values.some((text) => text.includes('\u200F'))
    ? { before: plain(after.toReversed()), after: plain(before.toReversed()) }
    : { before: plain(before), after: plain(after) }
  return { write, around }
}

const asItIs = (text: string) => text

/** As Intl takes it. Anything else is written without a sign rather than not at all. */
const isCurrency = /^[A-Za-z]{3}$/

/** Latin digits, as the amounts beside it have them. */
function timeFormat(code: string, how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const options = { ...how, numberingSystem: 'latn' }
  try {
    return new Intl.DateTimeFormat(code, options)
  } catch {
    return new Intl.DateTimeFormat('en', options)
  }
}
