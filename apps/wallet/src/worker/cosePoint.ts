/** A passkey's public key as the worker compares it: from COSE, which authenticators write, to the point of P-256. */
import { fromBase64url, toBase64url } from '../keys/bytes.js'

/** CTAP2 writes maps in one way only: kty 2, alg -7, crv 1, then x and y of 32 bytes each. */
const head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
const between = [0x22, 0x58, 0x20]

/** `0x04`, x, y as base64url; undefined for a key of another kind, which confirms nothing here. */
export function cosePoint(cose: string): string | undefined {
  const bytes = fromBase64url(cose)
  const xAt = head.length
  const yAt = xAt + 32 + between.length
  const isEs256 =
    bytes.length === yAt + 32 &&
    head.every((byte, at) => bytes[at] === byte) &&
    between.every((byte, at) => bytes[xAt + 32 + at] === byte)
  if (!isEs256) return undefined
  const point = new Uint8Array(65)
  point[0] = 0x04
  point.set(bytes.subarray(xAt, xAt + 32), 1)
  point.set(bytes.subarray(yAt), 33)
  return toBase64url(point)
}
