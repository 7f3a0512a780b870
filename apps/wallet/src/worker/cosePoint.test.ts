import { p256 } from '@noble/curves/nist.js'
import { expect, test } from 'vitest'
import { toBase64url } from '../keys/bytes.js'
import { cosePoint } from './cosePoint.js'

const point = p256.getPublicKey(p256.utils.randomSecretKey(), false)
const x = point.subarray(1, 33)
const y = point.subarray(33)
const cose = [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20, ...x, 0x22, 0x58, 0x20, ...y]

test('a key as authenticators write it is the point that it names', () => {
  expect(cosePoint(toBase64url(Uint8Array.from(cose)))).toBe(toBase64url(point))
})

test.each([
  ['of another algorithm', cose.with(4, 0x27)],
  ['that ends too early', cose.slice(0, -1)],
  ['with something behind it', [...cose, 0]],
  ['with a longer coordinate', cose.with(9, 0x21)],
])('a key %s is none', (_, bytes) => {
  expect(cosePoint(toBase64url(Uint8Array.from(bytes)))).toBeUndefined()
})
