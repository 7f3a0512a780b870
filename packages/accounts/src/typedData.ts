/** Typed data (EIP-712): hashes of structs and domains, and the text that describes a type. */
import { concat, type Hex, keccak, left, readAddress, readHex, size, utf8, word } from './hex.js'

export interface TypedField {
  readonly name: string
  readonly type: string
}
export type Types = Readonly<Record<string, readonly TypedField[]>>
export type Struct = Readonly<Record<string, unknown>>

export interface TypedData {
  readonly domain: Struct
  readonly types: Types
  readonly primaryType: string
  readonly message: Struct
}

/** The order in which a domain's fields count, whatever the order in which they are given. */
const domainFields: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** By the fields that the types name for it; where they name none, by those that it has. */
export function hashDomain(domain: Struct, types: Types = {}): Hex {
  const fields = types.EIP712Domain ?? domainFields.filter(({ name }) => domain[name] !== undefined)
  return hashStruct('EIP712Domain', { EIP712Domain: fields }, domain)
}

export function hashStruct(type: string, types: Types, value: Struct): Hex {
  return keccak(concat(keccak(utf8(typeText(type, types))), ...encodeFields(type, types, value)))
}

export function hashTypedData(data: TypedData): Hex {
  const { domain, types, primaryType, message } = data
  return keccak(concat('0x1901', hashDomain(domain, types), hashStruct(primaryType, types, message)))
}

/** `Mail(Person from,string text)Person(string name)`: the type, then what it uses, by name. */
export function typeText(type: string, types: Types): string {
  const used = usedBy(type, types)
  used.delete(type)
  return [type, ...[...used].sort()].map((name) => oneText(name, types)).join('')
}

/** Every type of it by name, itself among them. */
export function sortedTypeText(type: string, types: Types): string {
  return [...usedBy(type, types)]
    .sort()
    .map((name) => oneText(name, types))
    .join('')
}

const oneText = (name: string, types: Types): string =>
  `${name}(${fieldsOf(name, types)
    .map((field) => `${field.type} ${field.name}`)
    .join(',')})`

function usedBy(type: string, types: Types, seen = new Set<string>()): Set<string> {
  const name = type.replace(/\[.*$/, '')
  if (seen.has(name) || !Object.hasOwn(types, name)) return seen
  seen.add(name)
  for (const field of fieldsOf(name, types)) usedBy(field.type, types, seen)
  return seen
}

function fieldsOf(type: string, types: Types): readonly TypedField[] {
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields) throw new TypeError(`there is no type ${type}`)
  return fields
}

function encodeFields(type: string, types: Types, value: Struct): Hex[] {
  return fieldsOf(type, types).map((field) => encode(field.type, types, value[field.name], field.name))
}

function encode(type: string, types: Types, value: unknown, name: string): Hex {
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) return encodeList(list, types, value, name)
  if (Object.hasOwn(types, type)) {
    if (typeof value !== 'object' || value === null) throw new TypeError(`${name} is not a ${type}`)
    return hashStruct(type, types, value as Struct) // an object; its fields are read one by one
  }
  if (type === 'string') return keccak(utf8(textOf(value, name)))
  if (type === 'bytes') return keccak(readHex(value, name))
  if (type === 'address') return left(readAddress(value, name))
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw new TypeError(`${name} is not true or false`)
    return word(value ? 1n : 0n)
  }
  return encodeFixed(type, value, name)
}

function encodeList(
  [, item = '', length = '']: RegExpExecArray,
  types: Types,
  value: unknown,
  name: string,
): Hex {
  if (!Array.isArray(value) || (length !== '' && value.length !== Number(length)))
    throw new TypeError(`${name} is not a list of the length of its type`)
  return keccak(concat(...value.map((one: unknown, at) => encode(item, types, one, `${name}[${at}]`))))
}

function encodeFixed(type: string, value: unknown, name: string): Hex {
  const [, bytes] = /^bytes([1-9]|[12]\d|3[0-2])$/.exec(type) ?? []
  if (bytes) {
    const data = readHex(value, name)
    if (size(data) !== Number(bytes)) throw new TypeError(`${name} is not ${type}`)
    return `0x${data.slice(2).padEnd(64, '0')}`
  }
  const [, kind, bits = '256'] = /^(u?int)(\d{0,3})$/.exec(type) ?? []
  if (!kind) throw new TypeError(`there is no type ${type}`)
  const number = numberOf(value, name)
  const width = BigInt(bits === '' ? '256' : bits)
  const [lowest, highest] = kind === 'uint' ? [0n, 2n ** width] : [-(2n ** (width - 1n)), 2n ** (width - 1n)]
  if (number < lowest || number >= highest) throw new RangeError(`${name} does not fit into ${type}`)
  return word(BigInt.asUintN(256, number))
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new TypeError(`${name} is not text`)
  return value
}

/** A JavaScript number only where it is whole and exact; text in decimal or hex. */
function numberOf(value: unknown, name: string): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(?:-?\d+|0x[0-9a-f]+)$/i.test(value)) return BigInt(value)
  throw new TypeError(`${name} is not a whole number`)
}
