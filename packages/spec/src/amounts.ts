/** Amounts as bigint and decimal strings from end to end; display rounds down (S5-07, S9-12, D-14). */
import { limits } from './limits.js'
import { trimEnd } from './trimEnd.js'

const decimalPattern = /^(\d+)(?:\.(\d+))?$/

/** Characters of a decimal; far beyond any amount, and short enough to count with. */
const longestDecimal = 1024
/** The product of two of the longest has this many. */
const mostDecimals = 2 * longestDecimal

/** The whole part and the fraction, or nothing where the text is no decimal. */
function partsOf(value: string): { whole: string; fraction: string } | undefined {
  if (value.length > longestDecimal) return undefined
  const [, whole, fraction = ''] = decimalPattern.exec(value) ?? []
  return whole === undefined ? undefined : { whole, fraction }
}

/** Digits with an optional fraction, 1,024 characters at most: no sign, no exponent, no separators. */
export function isDecimal(value: string): boolean {
  return partsOf(value) !== undefined
}

/** `parseUnits('1.5', 6)` is 1500000n; undefined when the text is no amount or has more decimals than the token. */
export function parseUnits(value: string, decimals: number): bigint | undefined {
  const parts = partsOf(value)
  if (!parts || decimals > mostDecimals) return undefined
  const kept = trimEnd(parts.fraction, '0')
  if (kept.length > decimals) return undefined
  return BigInt(parts.whole + kept.padEnd(decimals, '0'))
}

/** `formatUnits(1500000n, 6)` is '1.5': exact, without trailing zeros. Throws for more decimals than any token has. */
export function formatUnits(value: bigint, decimals: number): string {
  if (decimals > mostDecimals) throw new RangeError(`${decimals} decimals are too many`)
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = trimEnd(digits.slice(digits.length - decimals), '0')
  return sign + (fraction === '' ? whole : `${whole}.${fraction}`)
}

/** Cuts a decimal string to `places` decimals towards zero, and pads it so that columns line up. */
export function truncateDecimal(value: string, places: number = limits.numberDecimals): string | undefined {
  const parts = partsOf(value)
  if (!parts) return undefined
  const integer = parts.whole.replace(/^0+(?=\d)/, '')
  return places === 0 ? integer : `${integer}.${parts.fraction.slice(0, places).padEnd(places, '0')}`
}

/** S5-07, S9-12: a balance with 3 decimals, cut and never rounded up. */
export function formatQuantity(value: bigint, decimals: number): string {
  return truncateUnits(value, decimals, limits.quantityDecimals)
}

/** S5-07: fiat with 2 decimals. The price is a decimal string in the currency. */
export function formatFiat(value: bigint, decimals: number, price: string): string | undefined {
  const worth = multiplyDecimal(formatUnits(value, decimals), price)
  return worth === undefined ? undefined : truncateDecimal(worth, limits.fiatDecimals)
}

function truncateUnits(value: bigint, decimals: number, places: number): string {
  // formatUnits gives a decimal for every non-negative value; balances are never negative.
  return truncateDecimal(formatUnits(value < 0n ? 0n : value, decimals), places) ?? '0'
}

export function addDecimal(a: string, b: string): string | undefined {
  const left = scaled(a)
  const right = scaled(b)
  if (!left || !right) return undefined
  const scale = Math.max(left.scale, right.scale)
  return formatUnits(rescale(left, scale) + rescale(right, scale), scale)
}

export function multiplyDecimal(a: string, b: string): string | undefined {
  const left = scaled(a)
  const right = scaled(b)
  if (!left || !right) return undefined
  return formatUnits(left.value * right.value, left.scale + right.scale)
}

/** Negative, zero or positive, like a sort function; undefined when either is no amount. */
export function compareDecimal(a: string, b: string): -1 | 0 | 1 | undefined {
  const left = scaled(a)
  const right = scaled(b)
  if (!left || !right) return undefined
  const scale = Math.max(left.scale, right.scale)
  const difference = rescale(left, scale) - rescale(right, scale)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/** `amount × numerator ÷ denominator`, rounded down: gas multiplier, slippage, fees. */
export function scaleAmount(
  amount: bigint,
  ratio: { readonly numerator: bigint; readonly denominator: bigint },
): bigint {
  return (amount * ratio.numerator) / ratio.denominator
}

/** A JSON number as plain digits: 1e-7 is '0.0000001'. For edges only, where another server sends numbers. */
export function decimalOfNumber(value: number): string {
  const [mantissa = '0', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length
    ? digits.padEnd(point, '0')
    : `${digits.slice(0, point)}.${digits.slice(point)}`
}

interface Scaled {
  readonly value: bigint
  readonly scale: number
}

function scaled(decimal: string): Scaled | undefined {
  const parts = partsOf(decimal)
  return parts && { value: BigInt(parts.whole + parts.fraction), scale: parts.fraction.length }
}

function rescale({ value, scale }: Scaled, to: number): bigint {
  return value * 10n ** BigInt(to - scale)
}
