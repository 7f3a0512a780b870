/** Amounts of a purchase as text for the eye: cut, never rounded up (D-14). */
import { exactText, fiatText } from '@latchkey/core/screen'
import { parseUnits, truncateDecimal } from '@latchkey/spec/validation'

const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' }

/** `$`, or the code where a currency has no sign of its own. */
export const signOf = (currency: string): string => signs[currency] ?? `${currency} `

export const fiatOf = (amount: string, currency: string): string => fiatText(amount, signOf(currency))

/** Enough to tell two offers apart. */
const shownDecimals = 6
/** Of a token that is worth a fortune: what is left after the zeros. */
const fineDigits = 5
/** Finer than any token. */
const finest = 36

/** Cut, never rounded up, and never to nothing. */
export function tokenOf(amount: string): string {
  const zeros = /^0*\.(0*)/.exec(amount)?.[1]?.length ?? 0
  return wholeTokenOf(truncateDecimal(amount, Math.max(shownDecimals, zeros + fineDigits)) ?? amount)
}

/** Every digit. */
export function wholeTokenOf(amount: string): string {
  const units = parseUnits(amount, finest)
  return units === undefined ? amount : exactText(units, finest)
}
