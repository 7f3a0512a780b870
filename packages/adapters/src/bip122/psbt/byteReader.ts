/** Reads and writes Bitcoin's byte formats, and never past their end. */
import { join } from '@latchkey/verify/bitcoin'

export interface ByteReader {
  readonly isDone: boolean
  byte(): number
  /** Four bytes, the smallest first. */
  uint32(): number
  /** Eight bytes, the smallest first. */
  uint64(): bigint
  /** Bitcoin's number of varying length, as far as it can count bytes of this input. */
  size(): number
  take(length: number): Uint8Array
  /** As many bytes as the size before them says. */
  sized(): Uint8Array
}

export function readBytes(bytes: Uint8Array): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0

  function advance(length: number): number {
    if (length > bytes.length - at) throw new RangeError('it ends too early')
    const start = at
    at += length
    return start
  }
  function size(): number {
    const first = view.getUint8(advance(1))
    if (first < 0xfd) return first
    if (first === 0xfd) return view.getUint16(advance(2), true)
    if (first === 0xfe) return view.getUint32(advance(4), true)
    throw new RangeError('it counts further than it can hold')
  }
  function take(length: number): Uint8Array {
    const start = advance(length)
    return bytes.slice(start, start + length)
  }

  return {
    get isDone() {
      return at === bytes.length
    },
    byte: () => view.getUint8(advance(1)),
    uint32: () => view.getUint32(advance(4), true),
    uint64: () => view.getBigUint64(advance(8), true),
    size,
    take,
    sized: () => take(size()),
  }
}

export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

export function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

export function size(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  const four = uint32(length)
  return length <= 0xffff ? join(Uint8Array.of(0xfd), four.slice(0, 2)) : join(Uint8Array.of(0xfe), four)
}

export const sized = (bytes: Uint8Array): Uint8Array => join(size(bytes.length), bytes)
