/** Amounts of a purchase as text for the eye: cut, never rounded up (D-14). */
import { exactText } from '@latchkey/core/screen'
import { limits } from '@latchkey/spec/limits'
import { parseUnits, truncateDecimal } from '@latchkey/spec/validation'
import type { Numbers } from '@latchkey/spec/words'

/** Enough to tell two offers apart. */
const shownDecimals = 6
/** Of a token that is worth a fortune: what is left after the zeros. */
const fineDigits = 5
/** Finer than any token. */
const finest = 36

/** Cut, never rounded up, and never to nothing. */
export function tokenOf(amount: string, numbers: Numbers): string {
  const zeros = /^0*\.(0*)/.exec(amount)?.[1]?.length ?? 0
  return wholeTokenOf(truncateDecimal(amount, Math.max(shownDecimals, zeros + fineDigits)) ?? amount, numbers)
}

/** Every digit. */
export function wholeTokenOf(amount: string, numbers: Numbers): string {
  const units = parseUnits(amount, finest)
  return units === undefined ? amount : exactText(units, { decimals: finest }, numbers)
}

/** What providers usually keep, both ends of it. */
export function usualFee(numbers: Numbers): { readonly min: string; readonly max: string } {
  const { min, max } = limits.onrampFeePercent
  return { min: numbers.percent(min), max: numbers.percent(max) }
}
