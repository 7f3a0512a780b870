/**
 * X25519 (RFC 7748) on the Edwards curve of Ed25519. Both are one curve in two shapes: `u = (1 + y) / (1 - y)`. The
 * relay token needs the one and key agreement the other, so a second implementation would be carried for nothing.
 */
import { Point } from '@noble/ed25519'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

const p = 2n ** 255n - 19n
const bytes = 32

/** The public half of a private key. */
export const x25519PublicKey = (privateKey: string): string => toHex(uOf(multiply(Point.BASE, privateKey)))

/** The secret that two key pairs share. Throws for a public key that is none, or that would give the secret away. */
export function x25519SharedSecret(privateKey: string, publicKey: string): Uint8Array {
  const shared = uOf(multiply(pointOf(fromHex(publicKey)), privateKey))
  // RFC 7748, 6.1: a point of small order makes the secret zero, whatever the private key is.
  if (shared === 0n) throw new Error('The public key is of small order')
  return hexToBytes(toHex(shared))
}

/** The scalar is a multiple of eight, which is what makes every point of small order vanish; so the eight comes last. */
function multiply(point: Point, privateKey: string): Point {
  const eighth = scalarOf(privateKey) >> 3n
  return point.multiply(eighth).double().double().double()
}

/** RFC 7748, 5: three bits are cleared, one is set. */
function scalarOf(privateKey: string): bigint {
  const scalar = fromHex(privateKey)
  return (scalar & ~(7n | (1n << 255n))) | (1n << 254n)
}

/** The point with this `u`, with either sign: `u` of a product does not depend on it. Throws off the curve. */
function pointOf(u: bigint): Point {
  const reduced = (u % (1n << 255n)) % p
  const y = mod((reduced - 1n) * invert(mod(reduced + 1n)))
  return Point.fromHex(toHex(y))
}

/** Zero for the neutral point, as RFC 7748 has it: there `1 / 0` is `0`. */
function uOf(point: Point): bigint {
  const { Y, Z } = point
  return mod((Z + Y) * invert(mod(Z - Y)))
}

const mod = (value: bigint): bigint => ((value % p) + p) % p

/** By Fermat's little theorem; `0` gives `0`. */
function invert(value: bigint): bigint {
  let result = 1n
  let square = value
  for (let rest = p - 2n; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

/** Little-endian, as the protocol writes numbers. */
const fromHex = (hex: string): bigint => BigInt(`0x${bytesToHex(hexToBytes(hex).reverse())}`)
const toHex = (value: bigint): string =>
  bytesToHex(hexToBytes(value.toString(16).padStart(2 * bytes, '0')).reverse())
