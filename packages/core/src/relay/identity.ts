/** Who this browser is to the relay: an Ed25519 key, shown as did:key, and the tokens it signs. */
import { relayBounds } from '@latchkey/spec/relay'
import { getPublicKey, hashes, sign } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesToBase64Url } from './base64.js'
import { type Hex32, randomHex } from './crypto.js'

export interface Identity {
  /** `did:key:z6Mk…`: the relay's name for this client. */
  readonly id: string
  /** A token for one connection; `now` in milliseconds. */
  token(input: { readonly audience: string; readonly now: number }): string
}

/** Marks an Ed25519 key in a did:key. */
const ed25519Prefix = Uint8Array.of(0xed, 0x01)
const subjectBytes = 32

export function createIdentity(seed: Hex32): Identity {
  // Left to the caller by the library, for those who have one already.
  hashes.sha512 ??= sha512
  const secret = hexToBytes(seed)
  const id = `did:key:z${base58(concatBytes(ed25519Prefix, getPublicKey(secret)))}`
  const subject = randomHex(subjectBytes)
  return {
    id,
    token({ audience, now }) {
      const iat = Math.floor(now / 1000)
      const claims = { iss: id, sub: subject, aud: audience, iat, exp: iat + relayBounds.jwtLifetime }
      const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
      return `${signed}.${bytesToBase64Url(sign(utf8ToBytes(signed), secret))}`
    },
  }
}

const part = (value: unknown): string => bytesToBase64Url(utf8ToBytes(JSON.stringify(value)))

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Only for bytes that do not begin with zero, as the prefix above sees to. */
function base58(bytes: Uint8Array): string {
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = `${alphabet[Number(rest % 58n)]}${text}`
  return text
}
