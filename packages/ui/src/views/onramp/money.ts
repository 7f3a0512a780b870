/** Amounts of a purchase as text for the eye, exact to the last digit where something is promised (D-14). */
import { exactText, fiatText } from '@latchkey/core/screen'
import { parseUnits } from '@latchkey/spec/validation'

const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' }

/** `$`, or the code where a currency has no sign of its own. */
export const signOf = (currency: string): string => signs[currency] ?? `${currency} `

export const fiatOf = (amount: string, currency: string): string => fiatText(amount, signOf(currency))

/** Finer than any token. */
const decimals = 36

export function tokenOf(amount: string): string {
  const units = parseUnits(amount, decimals)
  return units === undefined ? amount : exactText(units, decimals)
}
