/** Amounts and prices for the eye: cut and never rounded up (S5-07, D-14). */
import { fiatText, quantityText, type Unit } from '@latchkey/core/screen'
import { compareDecimal, parseUnits, truncateDecimal } from '@latchkey/spec/validation'
import type { Numbers } from '@latchkey/spec/words'

/** `1,234.567` of a decimal: three decimals, cut; dust says that it is there. */
export function decimalText(decimal: string, numbers: Numbers, unit: Omit<Unit, 'decimals'> = {}): string {
  const decimals = decimal.split('.')[1]?.length ?? 0
  return quantityText(parseUnits(decimal, decimals) ?? 0n, { ...unit, decimals }, numbers)
}

/** `$1,234.56`, and for what costs less than a dollar as many decimals as four digits need: `$0.0001234`. */
export function priceText(price: string, numbers: Numbers): string | undefined {
  if (compareDecimal(price, '0') !== 1) return undefined
  if (compareDecimal(price, '1') !== -1) return fiatText(price, numbers)
  const zeros = /^0*\.(0*)/.exec(price)?.[1]?.length ?? 0
  const cut = truncateDecimal(price, zeros + 4)
  // At least cents, and no zeros beyond them.
  return cut && numbers.money(cut.replace(/(\.\d\d\d*?)0+$/, '$1'), 'USD')
}

/** Cents apart from what stands around them, so that they can be drawn smaller: the only two digits at the end. */
export function fiatParts(
  worth: string,
  numbers: Numbers,
): { readonly whole: string; readonly cents: string; readonly rest: string } {
  const [, whole = '', cents = '', rest = ''] = /^(.*\d)(\D\d\d)(\D*)$/.exec(fiatText(worth, numbers)) ?? []
  return { whole, cents, rest }
}

export const isNothing = (decimal: string): boolean => compareDecimal(decimal, '0') === 0
