/** Prices as whole numbers of 10^-18: enough digits for the cheapest token, and never a float (D-14). */
import { formatUnits, parseUnits } from '@latchkey/spec/validation'

export const priceDecimals = 18
export const one = 10n ** BigInt(priceDecimals)

/** `10 ** n` as a whole number. */
export const power = (exponent: number): bigint => 10n ** BigInt(exponent)

export function times(a: bigint, b: bigint): bigint {
  return (a * b) / one
}

export function dividedBy(a: bigint, b: bigint): bigint {
  return (a * one) / b
}

export function priceText(price: bigint): string {
  return formatUnits(price, priceDecimals)
}

/** A decimal text as a price; undefined when it is none. Digits beyond the last are cut. */
export function readPrice(text: string): bigint | undefined {
  const [whole = '', fraction = ''] = text.split('.')
  if (whole.length > 40) return undefined
  return parseUnits(fraction === '' ? whole : `${whole}.${fraction.slice(0, priceDecimals)}`, priceDecimals)
}

/** For the two fields of the wire that are JSON numbers, and only for display. */
export function displayNumber(decimal: string): number {
  const value = Number(decimal)
  return Number.isFinite(value) ? value : 0
}
