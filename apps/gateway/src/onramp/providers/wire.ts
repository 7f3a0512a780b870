/** What the wires of companies have in common: money as text, jwt, and bounded names. */
import { createHmac } from 'node:crypto'
import { compareDecimal, decimalOfNumber, formatUnits, parseUnits } from '@latchkey/spec/validation'
import * as v from 'valibot'

/** A sum: text, or a JSON number, which is read as its own digits and never added up as a float. */
export const money = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.finite(), v.minValue(0), v.transform(decimalOfNumber))]),
  v.maxLength(64),
  v.regex(/^\d+(?:\.\d+)?$/, 'Expected an amount'),
)

/** A sum that a company may tell of an order; what has another shape is as good as not told. */
export const toldMoney = v.fallback(v.nullish(money), undefined)
export const toldCurrency = v.fallback(v.nullish(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))), undefined)

/** What was paid or bought, where both its parts were told. */
export function toldPayment(amount: string | null | undefined, currency: string | null | undefined) {
  return amount && currency ? { amount, currency } : undefined
}

export const shortText = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
/** A page to send the user to. */
export const pageUrl = v.pipe(v.string(), v.maxLength(8192), v.regex(/^https:\/\//))
/** Our own order, as it was given to the company. */
export const orderId = v.pipe(v.string(), v.uuid())

const precision = 18

/** `a - b - …` of decimals, never below nothing. */
export function minus(from: string, ...rest: readonly string[]): string {
  const units = (text: string) => parseUnits(cut(text), precision) ?? 0n
  const left = rest.reduce((sum, text) => sum - units(text), units(from))
  return formatUnits(left < 0n ? 0n : left, precision)
}

function cut(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  return fraction === '' ? whole : `${whole}.${fraction.slice(0, precision)}`
}

export const isMore = (a: string, b: string) => compareDecimal(a, b) === 1

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JWT; `sign` is given the text that is signed. */
export function writeJwt(header: object, payload: object, sign: (text: string) => Buffer): string {
  const text = `${encoded(header)}.${encoded(payload)}`
  return `${text}.${sign(text).toString('base64url')}`
}

export const hs256 = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest()
