/** Amounts of the form in words: exact where something is signed, cut where it is only looked at. */
import { exactText, fiatText, type SendToken, sumDecimals, worthOf } from '@latchkey/core/screen'
import { formatUnits } from '@latchkey/spec/validation'
import type { Numbers } from '@latchkey/spec/words'

type Unit = Pick<SendToken, 'decimals' | 'symbol'>

export const tokenText = (value: bigint, { decimals, symbol }: Unit, numbers: Numbers): string =>
  exactText(value, { decimals, symbol }, numbers)

/** `undefined` where the price is not known. */
export function moneyText(
  value: bigint,
  { decimals, price }: { readonly decimals: number; readonly price: string | undefined },
  numbers: Numbers,
): string | undefined {
  const worth = worthOf({ value, decimals, price })
  return worth === undefined ? undefined : fiatText(worth, numbers)
}

/** Only where every part is known: a sum that leaves something out is none. */
export function sumText(worths: readonly (string | undefined)[], numbers: Numbers): string | undefined {
  return worths.includes(undefined) ? undefined : fiatText(sumDecimals(worths), numbers)
}

/** A fee has more digits than anybody wants to read: four that say something. */
export function feeText(value: bigint, { decimals, symbol }: Unit, numbers: Numbers): string {
  const [whole = '', fraction = ''] = formatUnits(value, decimals).split('.')
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const kept = fraction
    .slice(0, whole === '0' ? zeros + significantDigits : significantDigits)
    .replace(/0+$/, '')
  return numbers.decimal(kept === '' ? whole : `${whole}.${kept}`, { unit: symbol })
}

const significantDigits = 4
