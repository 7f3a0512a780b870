/** Typed data as JSON has it (numbers as text, bytes as hexadecimal) becomes what is hashed; anything that does not fit its type is refused. */
import { hex } from '@scure/base'
import * as v from 'valibot'

const name = v.pipe(v.string(), v.maxLength(256))
const mostNesting = 32

const typedData = v.looseObject({
  types: v.record(name, v.pipe(v.array(v.object({ name, type: name })), v.maxLength(256))),
  primaryType: name,
  domain: v.record(name, v.unknown()),
  message: v.record(name, v.unknown()),
})

type Types = v.InferOutput<typeof typedData>['types']

export interface TypedData {
  readonly types: Types
  readonly primaryType: string
  readonly domain: Record<string, unknown>
  readonly message: Record<string, unknown>
}

/** The order is EIP-712's; a page that leaves the type of its domain out means the fields that it fills in. */
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

export function readTypedData(given: unknown): TypedData {
  const { types: declared, primaryType, domain, message } = v.parse(typedData, given)
  const types = {
    ...declared,
    EIP712Domain:
      declared['EIP712Domain'] ?? domainFields.filter((field) => Object.hasOwn(domain, field.name)),
  }
  return {
    types,
    primaryType,
    domain: readStruct(types, 'EIP712Domain', domain, 0),
    message: readStruct(types, primaryType, message, 0),
  }
}

function readStruct(types: Types, type: string, value: unknown, depth: number): Record<string, unknown> {
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields) throw new RangeError(`Typed data has no type ${type}`)
  if (depth > mostNesting) throw new RangeError('Typed data is nested too deeply')
  if (typeof value !== 'object' || value === null) throw new RangeError(`Expected a ${type}`)
  const known = new Map(Object.entries(value))
  // What a type does not name is not signed, and so must not be shown as if it were.
  const foreign = [...known.keys()].find((key) => !fields.some((field) => field.name === key))
  if (foreign !== undefined) throw new RangeError(`${type} has no field ${foreign}`)
  return Object.fromEntries(
    fields.map((field) => [field.name, readValue(types, field.type, known.get(field.name), depth + 1)]),
  )
}

function readValue(types: Types, type: string, value: unknown, depth: number): unknown {
  const [, element, size] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  if (element !== undefined) {
    if (!Array.isArray(value)) throw new RangeError(`Expected a list for ${type}`)
    if (size && value.length !== Number(size)) throw new RangeError(`Expected ${size} values for ${type}`)
    if (depth > mostNesting) throw new RangeError('Typed data is nested too deeply')
    return value.map((each) => readValue(types, element, each, depth + 1))
  }
  if (/^u?int(\d+)?$/.test(type)) return readInteger(type, value)
  if (/^bytes(\d+)?$/.test(type)) return readBytes(type, value)
  if (type === 'bool' && typeof value === 'boolean') return value
  if (type === 'string' && typeof value === 'string') return value
  if (type === 'address') return readAddress(value)
  return readStruct(types, type, value, depth)
}

function readInteger(type: string, value: unknown): bigint {
  const isWhole = typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string'
  if (!isWhole || !/^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(String(value))) {
    throw new RangeError(`Expected an integer for ${type}`)
  }
  const number = BigInt(value as string | number)
  const size = Number(/\d+$/.exec(type)?.[0] ?? 256)
  const fits = type.startsWith('u') ? BigInt.asUintN(size, number) : BigInt.asIntN(size, number)
  if (fits !== number) throw new RangeError(`${type} cannot hold this number`)
  return number
}

function readBytes(type: string, value: unknown): Uint8Array {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(value)) {
    throw new RangeError(`Expected bytes in hexadecimal for ${type}`)
  }
  const bytes = hex.decode(value.slice(2).toLowerCase())
  const size = /\d+$/.exec(type)?.[0]
  if (size && bytes.length !== Number(size)) throw new RangeError(`Expected ${size} bytes for ${type}`)
  return bytes
}

/** In small letters: a checksum is for eyes, and what is hashed is the number. */
function readAddress(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value))
    throw new RangeError('Expected an address')
  return value.toLowerCase()
}
