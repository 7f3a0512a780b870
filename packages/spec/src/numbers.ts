/** How one language writes amounts, money, percentages and dates: what a person reads, and nothing that is counted with. */
import { directionOf } from './chooseLanguage.js'
import { createDigits, type Digits } from './digits.js'

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
export function createNumbers(code: string): Numbers {
  const made = new Map<string, Digits>()
  const times = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>()
  const isolated = directionOf(code) === 'rtl' ? (text: string) => `\u2066${text}\u2069` : asItIs

  function digits(key = '', style?: Intl.NumberFormatOptions): Digits {
    const known = made.get(key) ?? createDigits(code, style)
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
