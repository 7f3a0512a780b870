/** Reads the arguments of a call by the types of its signature. Anything that does not fit is no call of that signature. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex } from '@scure/base'
import { textBytes } from '../keys/bytes.js'

/** Numbers as bigint, bytes and addresses as hexadecimal with `0x`. */
export type AbiValue = bigint | boolean | string | readonly AbiValue[]

const wordBytes = 32
/** Of one list; a page that asks for more is not read, and shown as raw data. */
const mostItems = 100

export const selectorOf = (signature: string): string =>
  `0x${hex.encode(keccak_256(textBytes(signature)).slice(0, 4))}`

/** `approve(address,uint256)` → its two types. Tuples are not needed here. */
export function typesOf(signature: string): string[] {
  const inside = signature.slice(signature.indexOf('(') + 1, -1)
  return inside === '' ? [] : inside.split(',')
}

/** Throws where the bytes are not exactly such arguments; words after them are let through, as contracts do. */
export function readArguments(types: readonly string[], data: Uint8Array): AbiValue[] {
  return types.map((type, index) => readAt(type, data, index * wordBytes))
}

function readAt(type: string, base: Uint8Array, at: number): AbiValue {
  const item = /^(.+)\[\]$/.exec(type)?.[1]
  if (item !== undefined) return readList(item, base, smallAt(base, at))
  if (type === 'bytes' || type === 'string') {
    const place = smallAt(base, at)
    const bytes = take(base, place + wordBytes, smallAt(base, place))
    return type === 'bytes' ? `0x${hex.encode(bytes)}` : new TextDecoder().decode(bytes)
  }
  const word = take(base, at, wordBytes)
  if (type === 'address') {
    if (word.subarray(0, 12).some((byte) => byte !== 0)) throw new RangeError('No address')
    return `0x${hex.encode(word.subarray(12))}`
  }
  if (type === 'bool') return numberOf(word) !== 0n
  if (/^bytes\d+$/.test(type)) return `0x${hex.encode(word.subarray(0, Number(type.slice(5))))}`
  if (/^uint\d+$/.test(type)) return BigInt.asUintN(Number(type.slice(4)), numberOf(word))
  throw new RangeError('This type is not read')
}

function readList(type: string, base: Uint8Array, place: number): AbiValue[] {
  const count = smallAt(base, place)
  if (count > mostItems) throw new RangeError('Too many items')
  const items = base.subarray(place + wordBytes)
  return Array.from({ length: count }, (_, index) => readAt(type, items, index * wordBytes))
}

const numberOf = (word: Uint8Array): bigint => BigInt(`0x${hex.encode(word)}`)

/** An offset or a length: never beyond what there is. */
function smallAt(base: Uint8Array, at: number): number {
  const value = numberOf(take(base, at, wordBytes))
  if (value > BigInt(base.length)) throw new RangeError('Points outside of the call')
  return Number(value)
}

function take(base: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > base.length) throw new RangeError('The call ends too early')
  return base.subarray(at, at + length)
}
