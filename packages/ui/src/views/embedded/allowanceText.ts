/** What an app may send, in as few words as every language shares: `5 USDC`, or `5 USDC / 2 hours` where it comes again. */
import type { GrantedPermission } from '@latchkey/spec/frame'
import type { Numbers } from '@latchkey/spec/words'
import { shorten } from '../../parts/shorten.js'

type Allowance = NonNullable<GrantedPermission['allowances']>[number]

interface Around {
  readonly language: string
  readonly numbers: Numbers
  /** Instead of an amount that nothing counts. */
  readonly any: string
}

export function allowanceText(
  { amount, symbol, token, period }: Allowance,
  { language, numbers, any }: Around,
): string {
  const unit = symbol ?? (token === undefined ? '' : shorten(token))
  const most = amount === undefined ? `${any} ${unit}`.trim() : numbers.decimal(amount, { unit })
  return period === undefined ? most : `${most} / ${spanText(period, language)}`
}

/** In the largest unit that says it without a rest. */
function spanText(seconds: number, language: string): string {
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ] as const
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? units[3]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}
