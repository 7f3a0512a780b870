/** Bytes as hex text, and the few things that Ethereum does with them. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export type Hex = `0x${string}`

export function concat(...parts: readonly Hex[]): Hex {
  return `0x${parts.map((part) => part.slice(2)).join('')}`
}

export function keccak(data: Hex): Hex {
  return `0x${bytesToHex(keccak_256(hexToBytes(data.slice(2))))}`
}

export function utf8(text: string): Hex {
  return `0x${bytesToHex(utf8ToBytes(text))}`
}

export const size = (data: Hex): number => (data.length - 2) / 2

/** A number in 32 bytes, or in as many as are given; throws where it does not fit. */
export function word(value: bigint, bytes = 32): Hex {
  const text = value.toString(16)
  if (value < 0n || text.length > bytes * 2)
    throw new RangeError(`the number does not fit into ${bytes} bytes`)
  return `0x${text.padStart(bytes * 2, '0')}`
}

/** Bytes with zeros before them, as the ABI writes addresses. */
export function left(data: Hex, bytes = 32): Hex {
  return `0x${data
    .slice(2)
    .toLowerCase()
    .padStart(bytes * 2, '0')}`
}

/** The length, then the bytes with zeros after them: how the ABI writes what has no fixed size. */
export function sized(data: Hex): Hex {
  const filled = Math.ceil(size(data) / 32) * 64
  return concat(word(BigInt(size(data))), `0x${data.slice(2).padEnd(filled, '0')}`)
}

export const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

/** An address in mixed case, whose cases are a check of it (EIP-55). */
export function checksum(address: Hex): Hex {
  const lower = address.slice(2).toLowerCase()
  const hash = keccak(utf8(lower)).slice(2)
  return `0x${[...lower].map((letter, at) => (Number.parseInt(hash[at] ?? '0', 16) > 7 ? letter.toUpperCase() : letter)).join('')}`
}

/** Whole bytes; throws otherwise, naming what was read. */
export function readHex(value: unknown, what: string): Hex {
  if (typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-f]*$/i.test(value)) return value as Hex // just seen
  throw new TypeError(`${what} is not hex`)
}

export function readQuantity(value: unknown, what: string): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new TypeError(`${what} is not a quantity`)
}

export function readAddress(value: unknown, what: string): Hex {
  if (typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)) return value as Hex // just seen
  throw new TypeError(`${what} is not an address`)
}
