/** Amounts of a purchase as text for the eye: cut, never rounded up (D-14). */
import { exactText, fiatText } from '@latchkey/core/screen'
import { compareDecimal, parseUnits, truncateDecimal } from '@latchkey/spec/validation'

const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' }

/** `$`, or the code where a currency has no sign of its own. */
export const signOf = (currency: string): string => signs[currency] ?? `${currency} `

export const fiatOf = (amount: string, currency: string): string => fiatText(amount, signOf(currency))

/** Enough to tell two offers apart; a token that is worth a fortune has its first digits among them. */
const shownDecimals = 6
/** Finer than any token. */
const finest = 36

/** Cut, never rounded up; what would look like nothing is shown whole. */
export function tokenOf(amount: string): string {
  const cut = truncateDecimal(amount, shownDecimals)
  if (cut === undefined) return amount
  const isDust = compareDecimal(cut, '0') === 0 && compareDecimal(amount, '0') === 1
  return wholeTokenOf(isDust ? amount : cut)
}

/** Every digit. */
export function wholeTokenOf(amount: string): string {
  const units = parseUnits(amount, finest)
  return units === undefined ? amount : exactText(units, finest)
}
