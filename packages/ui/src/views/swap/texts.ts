/** Numbers of a swap for the eye: cut and never rounded up (D-14), and fine enough for what is worth much. */

import type { SwapQuestion, SwapsState, SwapToken } from '@latchkey/core/screen'
import { exactText, fiatText, worthOf } from '@latchkey/core/screen'
import { limits } from '@latchkey/spec/limits'
import { formatUnits, parseUnits, truncateDecimal } from '@latchkey/spec/validation'
import type { Numbers } from '@latchkey/spec/words'

/** Digits that are worth reading of something smaller than one. */
const fineDigits = 5

/** `2,990.123`, and `0.00033245` for what is small: a rate or a bitcoin is not "<0.001". */
export const amountText = (value: bigint, { decimals, symbol }: Amount, numbers: Numbers): string =>
  numbers.decimal(shownOf(value, decimals), { unit: symbol })

interface Amount {
  readonly decimals: number
  readonly symbol?: string
}

/** As much of it as is shown. */
function shownOf(value: bigint, decimals: number): string {
  const exact = formatUnits(value, decimals)
  const [whole = '0', fraction = ''] = exact.split('.')
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const places = whole === '0' ? zeros + fineDigits : limits.quantityDecimals
  return trimmed(truncateDecimal(exact, places) ?? '0')
}

const trimmed = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

/** For bounds such as "at most", which must not be cut: the last digit that is shown is one more. */
export function atMostText(value: bigint, unit: Unit, numbers: Numbers): string {
  const shown = shownOf(value, unit.decimals)
  const cut = parseUnits(shown, unit.decimals)
  if (cut === undefined || cut === value) return tokenText(value, unit, numbers)
  const digits = shown.split('.')[1]?.length ?? 0
  return tokenText(cut + 10n ** BigInt(unit.decimals - digits), unit, numbers)
}

type Unit = Pick<SwapToken, 'decimals' | 'symbol'>

export const tokenText = (value: bigint, unit: Unit, numbers: Numbers): string =>
  amountText(value, unit, numbers)

export const exactTokenText = (value: bigint, { decimals, symbol }: Unit, numbers: Numbers): string =>
  exactText(value, { decimals, symbol }, numbers)

/** What one unit of the one is in units of the other. */
export function rateText({ from, to, amount }: SwapQuestion, amountOut: bigint, numbers: Numbers): string {
  const { decimals } = to
  return amountText((amountOut * 10n ** BigInt(from.decimals)) / amount, { decimals }, numbers)
}

interface Pricing {
  readonly prices: SwapsState['prices']
  readonly numbers: Numbers
}

export function fiatOf(
  value: bigint,
  { id, decimals }: { readonly id?: string; readonly decimals: number },
  { prices, numbers }: Pricing,
): string | undefined {
  const worth = worthOf({ value, decimals, price: id === undefined ? undefined : prices[id] })
  return worth === undefined ? undefined : fiatText(worth, numbers)
}
