/** The least that may arrive of an amount: one rule for what is shown and for what is signed. */
import { parseUnits, scaleAmount } from '@latchkey/spec/validation'
import { SwapError } from './types.js'

const decimals = 4
const whole = 100n * 10n ** BigInt(decimals)

/** `slippage` in percent. Rounded down to a whole unit. */
export function leastOf(amountOut: bigint, slippage: string): bigint {
  const percent = parseUnits(slippage, decimals)
  if (percent === undefined || percent > whole) throw new SwapError({ code: 'slippage-invalid' })
  return scaleAmount(amountOut, { numerator: whole - percent, denominator: whole })
}
