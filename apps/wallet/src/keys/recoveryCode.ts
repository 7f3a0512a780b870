/** The recovery code that a person writes down: 130 random bits in Crockford's base 32, and a letter that finds typing errors. */
import { randomBytes } from './bytes.js'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bits = 5
const length = 26

/** Groups of three, so that a place is found again: `A1B-2C3-…`. */
export function createRecoveryCode(): string {
  const values = Array.from(randomBytes(length), (byte) => byte % letters.length)
  return writeGroups([...values, checkOf(values)])
}

/**
 * Read as people write: small letters, O for 0, I and L for 1, blanks and dashes anywhere.
 * `undefined` where a letter is missing, foreign or mistyped.
 */
export function readRecoveryCode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > 128) return undefined
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  const values = Array.from(plain, (letter) => letters.indexOf(letter))
  const check = values.pop()
  if (values.length !== length || values.includes(-1) || check !== checkOf(values)) return undefined
  return packBits(values)
}

/** Horner's rule over the field of 32 elements: one wrong letter, or any two that changed places, gives another letter. */
function checkOf(values: readonly number[]): number {
  return timesX(values.reduce((sum, value) => timesX(sum) ^ value, 0))
}

/** Modulo x⁵ + x² + 1, whose x runs through all 31 elements before it comes back: more than the code has letters. */
const timesX = (element: number): number =>
  ((element << 1) ^ ((element & 0b1_0000) === 0 ? 0 : 0b10_0101)) & 0b1_1111

function writeGroups(values: readonly number[]): string {
  const plain = values.map((value) => letters[value]).join('')
  return plain.match(/.{1,3}/g)?.join('-') ?? plain
}

function packBits(values: readonly number[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(Math.ceil((values.length * bits) / 8))
  values.forEach((value, index) => {
    for (let bit = 0; bit < bits; bit += 1) {
      if (((value >> (bits - 1 - bit)) & 1) === 0) continue
      const at = index * bits + bit
      packed[at >> 3] = (packed[at >> 3] ?? 0) | (0x80 >> (at & 7))
    }
  })
  return packed
}
