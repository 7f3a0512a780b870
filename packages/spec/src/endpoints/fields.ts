/** The field schemas that several endpoints share; each bounds its length, because requests come from strangers. */
import * as v from 'valibot'
import type { AccountId, NetworkId } from '../caip.js'
import { bounds } from './bounds.js'

/** A string of 1 to `max` characters. */
/* @__NO_SIDE_EFFECTS__ */
export function text(max: number = bounds.text) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(max))
}

/** `0x` and whole bytes, at most `maxBytes` of them. */
/* @__NO_SIDE_EFFECTS__ */
export function hex(maxBytes: number = bounds.dataBytes) {
  const maxLength = 2 + 2 * maxBytes
  return v.custom<`0x${string}`>(
    (value) =>
      typeof value === 'string' &&
      value.length <= maxLength &&
      value.length % 2 === 0 &&
      /^0x[0-9a-f]*$/i.test(value),
    'Expected whole hex bytes',
  )
}

/** A hex quantity as JSON-RPC writes it: no leading zeros, at most 32 bytes. */
export const hexQuantity = matching<`0x${string}`>(
  /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/i,
  'Expected a hex quantity',
)

/** An amount in base units: a decimal integer in a string, never a JSON number (D-14). */
export const integerAmount = v.pipe(
  v.string(),
  v.maxLength(bounds.amountDigits),
  v.regex(/^\d+$/, 'Expected an integer in base units'),
)

/** An amount with a decimal point, in a string (D-14). */
export const decimalAmount = v.pipe(
  v.string(),
  v.maxLength(bounds.decimal),
  v.regex(/^\d+(?:\.\d+)?$/, 'Expected a decimal amount'),
)

/** A JSON number for display only (price, fiat value); an amount that is sent or signed never has this type. */
export const displayNumber = v.pipe(v.number(), v.finite(), v.minValue(0))

/** A schema of texts that match a pattern, typed as the template they follow. */
/* @__NO_SIDE_EFFECTS__ */
function matching<type extends string>(pattern: RegExp, message: string) {
  return v.custom<type>((value) => typeof value === 'string' && pattern.test(value), message)
}

/** CAIP-2, of any namespace: a directory lists wallets for more of them than the kit connects to. */
export const networkId = matching<NetworkId>(
  /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/,
  'Expected a CAIP-2 network id',
)

/** CAIP-10; tokens are written so as well, with the token's address. */
export const accountId = matching<AccountId>(
  /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/,
  'Expected a CAIP-10 account id',
)

export const eip155NetworkId = matching<`eip155:${string}`>(
  /^eip155:\d{1,32}$/,
  'Expected an eip155 network id',
)
export const eip155AccountId = matching<`eip155:${string}:0x${string}`>(
  /^eip155:\d{1,32}:0x[0-9a-fA-F]{40}$/,
  'Expected an eip155 account id',
)
export const eip155Address = matching<`0x${string}`>(/^0x[0-9a-fA-F]{40}$/, 'Expected an eip155 address')
export const solanaNetworkId = matching<`solana:${string}`>(
  /^solana:[-_a-zA-Z0-9]{1,32}$/,
  'Expected a solana network id',
)
export const solanaAccountId = matching<`solana:${string}:${string}`>(
  /^solana:[-_a-zA-Z0-9]{1,32}:[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  'Expected a solana account id',
)
export const solanaAddress = matching<string>(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'Expected a solana address')

/** An address of any namespace, in the letters CAIP-10 allows. Which namespace it fits is checked by the handler. */
export const address = v.pipe(
  v.string(),
  v.maxLength(bounds.address),
  v.regex(/^[-.%a-zA-Z0-9]+$/, 'Expected an address'),
)

/** A web address of a page or an image. */
export const webUrl = v.pipe(
  v.string(),
  v.maxLength(bounds.url),
  v.regex(/^https?:\/\/[^\s/]+/i, 'Expected a web address'),
)

/** An image address as answers carry it: empty when there is none. */
export const imageUrl = v.union([
  v.literal(''),
  webUrl,
  v.pipe(v.string(), v.maxLength(bounds.imageBytes), v.regex(/^(?:data:image\/|\/)/, 'Expected an image')),
])

/** RFC 3339 with a zone. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp())

/** Whole Unix seconds. */
export const unixSeconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const uuid = v.pipe(v.string(), v.uuid())

/** A whole number in a query: callers may give a number, the server reads one. */
/* @__NO_SIDE_EFFECTS__ */
export function queryInteger(min: number, max: number) {
  return v.pipe(
    v.union([v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Expected a whole number')), v.number()]),
    v.transform(Number),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  )
}

/** A yes or no in a query. */
export const queryFlag = v.pipe(
  v.union([v.picklist(['true', 'false']), v.boolean()]),
  v.transform((value) => value === true || value === 'true'),
)

/** A comma list in a query: callers may give an array, the server reads one. Empty items are dropped. */
/* @__NO_SIDE_EFFECTS__ */
export function queryList<output extends string>(
  item: v.GenericSchema<string, output>,
  max: number = bounds.filterItems,
) {
  return v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((value) =>
      (typeof value === 'string' ? value.split(',') : value).map((part) => part.trim()).filter(Boolean),
    ),
    v.maxLength(max),
    v.array(item),
  )
}

/** True when a JSON value is no deeper and no larger than the bounds; walks without recursion. */
export function fitsBounds(
  value: unknown,
  maxDepth = bounds.jsonDepth,
  maxNodes = bounds.jsonNodes,
): boolean {
  const open: [unknown, number][] = [[value, 0]]
  let nodes = 1
  for (let next = open.pop(); next; next = open.pop()) {
    const [item, depth] = next
    if (depth > maxDepth) return false
    if (typeof item !== 'object' || item === null) continue
    const children: readonly unknown[] = Array.isArray(item) ? item : Object.values(item)
    nodes += children.length
    // Before any of them is touched: a request may hold hundreds of thousands.
    if (nodes > maxNodes) return false
    for (const child of children) open.push([child, depth + 1])
  }
  return true
}

/** A list of `min` to `max` items. They are counted before the first is read, so that a list without end costs nothing. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<const item extends v.GenericSchema>(item: item, max: number, min = 0) {
  return v.pipe(
    v.custom<v.InferInput<item>[]>(
      (value) => Array.isArray(value) && value.length >= min && value.length <= max,
      `Expected a list of ${min} to ${max} items`,
    ),
    v.array(item),
  )
}

/** A free-form JSON value of a request, bounded in depth and in the number of values. */
export const boundedJson = v.pipe(
  v.unknown(),
  v.check((value) => fitsBounds(value), 'Too deep or too large'),
)

/** An object of at most `max` entries, counted before the first is read. */
/* @__NO_SIDE_EFFECTS__ */
export function recordOf<
  const key extends v.GenericSchema<string, string>,
  const value extends v.GenericSchema,
>(key: key, value: value, max: number) {
  return v.pipe(
    v.custom<Record<string, v.InferInput<value>>>(
      (entries) => isRecord(entries) && Object.keys(entries).length <= max,
      `Expected an object of at most ${max} entries`,
    ),
    v.record(key, value),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A free-form JSON object of a request, bounded like `boundedJson`; measured before it is copied. */
export const boundedRecord = v.pipe(
  v.custom<Record<string, unknown>>(
    (value) => isRecord(value) && fitsBounds(value),
    'Expected an object that is not too deep or too large',
  ),
  v.record(v.string(), v.unknown()),
)

/** A free-form JSON array of a request, bounded like `boundedJson`; measured before it is copied. */
export const boundedArray = v.pipe(
  v.custom<unknown[]>(
    (value) => Array.isArray(value) && fitsBounds(value),
    'Expected a list that is not too deep or too large',
  ),
  v.array(v.unknown()),
)
