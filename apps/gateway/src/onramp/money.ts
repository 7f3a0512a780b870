/** Sums in a currency as whole cents, never as floats (D-14). */
import { formatUnits, parseUnits, truncateDecimal } from '@latchkey/spec/validation'
import { refuse } from '../http/refusal.js'

/** Every currency that is paid in here has two decimals. */
const places = 2
/** Far beyond any limit, and short enough to count with. */
const longest = 24

/** `12.5` is 1250n. */
export function readCents(amount: string): bigint {
  const cents = amount.length > longest ? undefined : parseUnits(amount, places)
  if (cents === undefined) throw refuse('parameter', 'The amount must have at most two decimals')
  return cents
}

/** 1250n is `12.50`. */
export function centsText(cents: bigint): string {
  // Formatting gives a decimal for every amount that is not negative.
  return truncateDecimal(formatUnits(cents, places), places) ?? '0.00'
}

/** Fees are rounded up and what is delivered is rounded down, so that nobody gives more than was paid. */
export function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
