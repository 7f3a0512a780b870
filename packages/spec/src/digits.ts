/**
 * Decimals with the marks of a language. Intl writes the whole part, which it takes as a bigint and so to the last digit,
 * and says what stands before a fraction; the fraction is copied. Nothing is a JavaScript number on its way (D-14).
 */
export interface Digits {
  /** `1.234.567,5` of `1234567.5`; what is no decimal stays as it is. */
  write(value: string): string
  /** What stands before and behind an amount, such as the sign of a currency. */
  readonly around: { readonly before: string; readonly after: string }
}

/** Said again here, since every page with a button carries this file. */
const decimal = /^\d+(?:\.\d+)?$/
/** Far beyond any amount. */
const longest = 1024

/** Directions of single characters: amounts are put into isolates as a whole. */
const directions = /[\u200E\u200F\u061C]/g

/** Costs some milliseconds, so whoever makes one keeps it. Digits are Latin in every language (ADR 0123). */
export function createDigits(code: string, style: Intl.NumberFormatOptions = {}): Digits {
  const format = formatOf(code, {
    ...style,
    numberingSystem: 'latn',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
  const parts = format.formatToParts(0.5)
  const [mark = '.'] = valuesOf(parts, ({ type }) => type === 'decimal')
  const [first, last] = [
    parts.findIndex(({ type }) => type === 'integer'),
    parts.findIndex(({ type }) => type === 'fraction'),
  ]
  return {
    write(value) {
      if (value.length > longest || !decimal.test(value)) return value
      const [whole = '0', fraction] = value.split('.')
      const digits = valuesOf(format.formatToParts(BigInt(whole)), isOfNumber).join('')
      return fraction === undefined ? digits : `${digits}${mark}${fraction}`
    },
    around: placesOf(
      parts.slice(0, first).map(({ value }) => value),
      parts.slice(last + 1).map(({ value }) => value),
    ),
  }
}

const isOfNumber = ({ type }: Intl.NumberFormatPart) => type === 'integer' || type === 'group'

const valuesOf = (
  parts: readonly Intl.NumberFormatPart[],
  isWanted: (part: Intl.NumberFormatPart) => boolean,
) => parts.filter(isWanted).map(({ value }) => value)

/** A pattern that is laid out from right to left has its sign left of the number, wherever it stands in memory. */
function placesOf(before: readonly string[], after: readonly string[]): Digits['around'] {
  const plain = (texts: readonly string[]) => texts.join('').replace(directions, '')
  const isRightToLeft = [...before, ...after].some((text) => text.includes('\u200F'))
  return isRightToLeft
    ? { before: plain(after.toReversed()), after: plain(before.toReversed()) }
    : { before: plain(before), after: plain(after) }
}

function formatOf(code: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(code, options)
  } catch {
    // A language of an app's own may be called what no browser takes for a language.
    return new Intl.NumberFormat('en', options)
  }
}
