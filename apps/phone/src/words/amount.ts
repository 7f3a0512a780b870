/** Amounts and addresses for people. Money is whole units and digits, never a float, and never rounded up (D-14). */
import { formatUnits, truncateDecimal } from '@latchkey/spec/validation'

/** All digits that matter to somebody who says yes. */
export function exactAmount(value: bigint, decimals: number, symbol: string): string {
  return `${grouped(formatUnits(value, decimals))} ${symbol}`
}

/** For a glance; a dust amount is said to be below what is shown. */
export function shortAmount(value: bigint, decimals: number, symbol: string, places = 4): string {
  const exact = formatUnits(value, decimals)
  const cut = truncateDecimal(exact, places) ?? exact
  const short = cut.includes('.') ? cut.replace(/\.?0+$/, '') : cut
  if (value > 0n && short === '0') return `< 0.${'0'.repeat(places - 1)}1 ${symbol}`
  return `${grouped(short)} ${symbol}`
}

function grouped(decimal: string): string {
  const [whole = '0', fraction] = decimal.split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${digits}.${fraction}` : digits
}

/** Both ends, enough to tell accounts of one wallet apart. */
export const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
