/** Amounts of the form in words: exact where something is signed, cut where it is only looked at. */
import { exactText, fiatText, type SendToken, sumDecimals, worthOf } from '@latchkey/core/screen'

export const tokenText = (value: bigint, token: Pick<SendToken, 'decimals' | 'symbol'>): string =>
  `${exactText(value, token.decimals)} ${token.symbol}`

/** `undefined` where the price is not known. */
export function moneyText(value: bigint, decimals: number, price: string | undefined): string | undefined {
  const worth = worthOf({ value, decimals, price })
  return worth === undefined ? undefined : fiatText(worth)
}

/** Only where every part is known: a sum that leaves something out is none. */
export function sumText(worths: readonly (string | undefined)[]): string | undefined {
  return worths.includes(undefined) ? undefined : fiatText(sumDecimals(worths))
}

/** A fee has more digits than anybody wants to read: four that say something. */
export function feeText(value: bigint, { decimals, symbol }: { decimals: number; symbol: string }): string {
  const exact = exactText(value, decimals)
  const [whole = '', fraction = ''] = exact.split('.')
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const kept = fraction
    .slice(0, whole === '0' ? zeros + significantDigits : significantDigits)
    .replace(/0+$/, '')
  return `${kept === '' ? whole : `${whole}.${kept}`} ${symbol}`
}

const significantDigits = 4
