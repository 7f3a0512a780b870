/** Money as features and views need it: typed text, exact units, fiat. Decimal strings and bigint only (D-14). */
import { limits } from '@latchkey/spec/limits'
import {
  addDecimal,
  compareDecimal,
  decimalOfNumber,
  formatUnits,
  isDecimal,
  multiplyDecimal,
  parseUnits,
  truncateDecimal,
} from '@latchkey/spec/validation'
import type { Numbers } from '@latchkey/spec/words'

/** An amount with what its units are worth; the price is a decimal string in the currency, where one is known. */
export interface Priced {
  readonly value: bigint
  readonly decimals: number
  readonly price?: string | undefined
}

export type AmountReading =
  | { readonly status: 'empty' }
  /** No amount at all, or more than 256 bits hold. */
  | { readonly status: 'invalid' }
  /** Finer than the smallest unit. */
  | { readonly status: 'too-fine' }
  | { readonly status: 'ready'; readonly value: bigint }

/** What a typed text says in the smallest unit. Zero is an amount here; whether it may be sent is another question. */
export function readAmount(text: string, decimals: number): AmountReading {
  const typed = typedDecimal(text)
  if (typed === '') return { status: 'empty' }
  const decimal = typed === undefined ? undefined : finished(typed)
  if (decimal === undefined || !isDecimal(decimal)) return { status: 'invalid' }
  const value = parseUnits(decimal, decimals)
  if (value === undefined) return { status: 'too-fine' }
  return value > limits.maxUint256 ? { status: 'invalid' } : { status: 'ready', value }
}

/** Far more than any amount has: 78 digits of 256 bits, and a fraction. */
const longestTyped = 160

/**
 * What a field keeps of a text on its way to an amount: `,5` is `0.5`, `1.` waits for its fraction, and what can never
 * become an amount is `undefined`, so that the field stays as it was. Both marks mean the fraction; digits are never
 * grouped, since `1,000` is a thousand to some and one to others.
 */
export function typedDecimal(text: string): string | undefined {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return ''
  if (plain.length > longestTyped || !/^\d*\.?\d*$/.test(plain)) return undefined
  const [whole = '', ...fraction] = plain.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction.length === 0 ? digits : `${digits}.${fraction.join('')}`
}

/** A decimal that is not being typed any more. */
const finished = (typed: string): string => typed.replace(/\.$/, '')

/** What an amount is worth: exact. `undefined` where nobody knows a price. */
export function worthOf({ value, decimals, price }: Priced): string | undefined {
  return price === undefined || value < 0n ? undefined : multiplyDecimal(formatUnits(value, decimals), price)
}

/** The most units that a worth buys, never a unit more. `undefined` without a price, or for what is no amount. */
export function unitsWorth(input: {
  readonly worth: string
  readonly decimals: number
  readonly price: string | undefined
}): bigint | undefined {
  const { worth, decimals, price } = input
  const [top, bottom] = [scaled(finished(worth)), price === undefined ? undefined : scaled(price)]
  if (!top || !bottom || bottom.value === 0n) return undefined
  const units =
    (top.value * 10n ** BigInt(decimals + bottom.scale)) / (bottom.value * 10n ** BigInt(top.scale))
  return units > limits.maxUint256 ? undefined : units
}

function scaled(decimal: string): { readonly value: bigint; readonly scale: number } | undefined {
  if (!isDecimal(decimal)) return undefined
  const [whole = '', fraction = ''] = decimal.split('.')
  return { value: BigInt(whole + fraction), scale: fraction.length }
}

/** A price as other servers send it: a JSON number, 0 where it is not known. */
export function priceOf(wire: number): string | undefined {
  return Number.isFinite(wire) && wire > 0 ? decimalOfNumber(wire) : undefined
}

/** The sum of what is known; what is not known adds nothing. */
export function sumDecimals(decimals: readonly (string | undefined)[]): string {
  return decimals.reduce<string>((sum, each) => (each && addDecimal(sum, each)) ?? sum, '0')
}

/** `$1,234.56`: two decimals, cut. What is worth something but less than a cent says so instead of nothing. */
export function fiatText(worth: string, numbers: Numbers, currency = 'USD'): string {
  const cut = truncateDecimal(worth, limits.fiatDecimals)
  if (cut === undefined) return ''
  if (compareDecimal(cut, '0') === 0 && compareDecimal(worth, '0') === 1)
    return numbers.money(least(limits.fiatDecimals), currency, { before: '<' })
  return numbers.money(cut, currency)
}

/** What an amount counts; its name is written where it is given. */
export interface Unit {
  readonly decimals: number
  readonly symbol?: string
}

/** `1,234.567`: three decimals, cut (S5-07). Dust says that it is there instead of looking like nothing. */
export function quantityText(value: bigint, { decimals, symbol: unit }: Unit, numbers: Numbers): string {
  const exact = formatUnits(value < 0n ? 0n : value, decimals)
  const cut = truncateDecimal(exact, limits.quantityDecimals) ?? '0'
  if (value > 0n && compareDecimal(cut, '0') === 0)
    return numbers.decimal(least(limits.quantityDecimals), { before: '<', unit })
  return numbers.decimal(cut, { unit })
}

/** Every digit, for what is about to be signed. */
export const exactText = (value: bigint, { decimals, symbol: unit }: Unit, numbers: Numbers): string =>
  numbers.decimal(formatUnits(value, decimals), { unit })

/** `0.01` of two decimals. */
const least = (decimals: number): string => `0.${'1'.padStart(decimals, '0')}`

/** `1,000.5 ETH` in titles, which are English until a screen says them again. */
export function titleText(value: bigint, { decimals, symbol }: Required<Unit>): string {
  const [whole = '', fraction] = formatUnits(value, decimals).split('.')
  const thousands = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${fraction === undefined ? thousands : `${thousands}.${fraction}`} ${symbol}`
}
