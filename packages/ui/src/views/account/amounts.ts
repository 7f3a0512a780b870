/** Amounts and prices for the eye: cut and never rounded up (S5-07, D-14). */
import { fiatText, quantityText } from '@latchkey/core/screen'
import { compareDecimal, parseUnits, truncateDecimal } from '@latchkey/spec/validation'

/** `1,234.567` of a decimal: three decimals, cut; dust says that it is there. */
export function decimalText(decimal: string): string {
  const decimals = decimal.split('.')[1]?.length ?? 0
  return quantityText(parseUnits(decimal, decimals) ?? 0n, decimals)
}

/** `$1,234.56`, and for what costs less than a dollar as many decimals as four digits need: `$0.0001234`. */
export function priceText(price: string): string | undefined {
  if (compareDecimal(price, '0') !== 1) return undefined
  if (compareDecimal(price, '1') !== -1) return fiatText(price)
  const zeros = /^0*\.(0*)/.exec(price)?.[1]?.length ?? 0
  const cut = truncateDecimal(price, zeros + 4)
  // At least cents, and no zeros beyond them.
  return cut && `$${cut.replace(/(\.\d\d\d*?)0+$/, '$1')}`
}

/** Dollars and cents apart, so that the cents can be drawn smaller. */
export function fiatParts(worth: string): { readonly whole: string; readonly rest: string } {
  const text = fiatText(worth)
  const point = text.indexOf('.')
  return point < 0 ? { whole: text, rest: '' } : { whole: text.slice(0, point), rest: text.slice(point) }
}

export const isNothing = (decimal: string): boolean => compareDecimal(decimal, '0') === 0
