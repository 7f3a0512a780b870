/**
 * Decimals with the marks of a language. Intl writes the whole part, which it takes as a bigint and so to the last digit,
 * and says what stands before a fraction; the fraction is copied. Nothing is a JavaScript number on its way (D-14).
 */

export interface Digits {
  /** `1.234.567,5` of `1234567.5`; what is no decimal stays as it is. */
  write(value: string): string
  /** One half, in parts: where a sign and a number stand. */
  readonly half: readonly Intl.NumberFormatPart[]
}

/** Said again here, since every page with a button carries this file. Far longer than any amount is nothing to write. */
const decimal = /^\d{1,512}(\.\d{1,512})?$/

/** Costs some milliseconds, so whoever makes one keeps it. Digits are Latin in every language (ADR 0123). */
export function createDigits(code: string, style?: Intl.NumberFormatOptions): Digits {
  const format = formatOf(code, {
    ...style,
    numberingSystem: 'latn',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
  const half = format.formatToParts(0.5)
  const mark = half.find(({ type }) => type === 'decimal')?.value ?? '.'
  return {
    half,
    write(value) {
      if (!decimal.test(value)) return value
      const [whole = '', fraction] = value.split('.')
      const digits = format
        .formatToParts(BigInt(whole))
        .map(({ type, value: text }) => (type === 'integer' || type === 'group' ? text : ''))
        .join('')
      return fraction === undefined ? digits : digits + mark + fraction
    },
  }
}

function formatOf(code: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(code, options)
  } catch {
    // A language of an app's own may be called what no browser takes for a language.
    return new Intl.NumberFormat('en', options)
  }
}
