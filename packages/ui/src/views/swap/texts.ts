/** Numbers of a swap for the eye: cut and never rounded up (D-14), and fine enough for what is worth much. */

import type { SwapQuestion, SwapsState, SwapToken } from '@latchkey/core/screen'
import { exactText, fiatText, quantityText, worthOf } from '@latchkey/core/screen'
import { formatUnits, parseUnits, truncateDecimal } from '@latchkey/spec/validation'

/** Digits that are worth reading of something smaller than one. */
const fineDigits = 5

/** `2,990.123`, and `0.00033245` for what is small: a rate or a bitcoin is not "<0.001". */
export function amountText(value: bigint, decimals: number): string {
  const exact = formatUnits(value, decimals)
  const [whole = '0', fraction = ''] = exact.split('.')
  if (whole !== '0') return trimmed(quantityText(value, decimals))
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  return trimmed(truncateDecimal(exact, zeros + fineDigits) ?? '0')
}

const trimmed = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

/** For bounds such as "at most", which must not be cut: the last digit that is shown is one more. */
export function atMostText(value: bigint, unit: Unit): string {
  const shown = amountText(value, unit.decimals)
  const cut = parseUnits(shown.replaceAll(',', ''), unit.decimals)
  if (cut === undefined || cut === value) return `${shown} ${unit.symbol}`
  const digits = shown.split('.')[1]?.length ?? 0
  return tokenText(cut + 10n ** BigInt(unit.decimals - digits), unit)
}

type Unit = Pick<SwapToken, 'decimals' | 'symbol'>

export const tokenText = (value: bigint, { decimals, symbol }: Unit): string =>
  `${amountText(value, decimals)} ${symbol}`

export const exactTokenText = (value: bigint, { decimals, symbol }: Unit): string =>
  `${exactText(value, decimals)} ${symbol}`

/** What one unit of the one is in units of the other. */
export function rateText({ from, to, amount }: SwapQuestion, amountOut: bigint): string {
  return amountText((amountOut * 10n ** BigInt(from.decimals)) / amount, to.decimals)
}

export function fiatOf(
  value: bigint,
  { id, decimals }: { readonly id?: string; readonly decimals: number },
  prices: SwapsState['prices'],
): string | undefined {
  const worth = worthOf({ value, decimals, price: id === undefined ? undefined : prices[id] })
  return worth === undefined ? undefined : fiatText(worth)
}
