/** SS58: how an account is written on a network. The prefix is the network's, the 32 bytes in it are the account's. */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

const mark = utf8ToBytes('SS58PRE')
const accountLength = 32
const checksumLength = 2
/** Longer than any address of 35 or 36 bytes. */
const longest = 64
/** From here on a prefix takes two bytes. */
const firstLong = 64
export const longestPrefix = 16_383

export interface Ss58 {
  readonly prefix: number
  readonly account: Uint8Array
}

/** `undefined` where the text is none, `'checksum'` where it has the shape of one and a letter is wrong. */
export function decodeSs58(text: string): Ss58 | 'checksum' | undefined {
  const bytes = text.length <= longest ? readBase58(text) : undefined
  const [first = 0, second = 0] = bytes ?? []
  // 128 and more is reserved.
  if (!bytes || first >= 128) return undefined
  const head = first < firstLong ? 1 : 2
  if (bytes.length !== head + accountLength + checksumLength) return undefined
  const body = bytes.slice(0, -checksumLength)
  const sum = checksum(body)
  if (sum.some((byte, index) => byte !== bytes[body.length + index])) return 'checksum'
  const prefix = head === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  return { prefix, account: body.slice(head) }
}

export function encodeSs58(account: Uint8Array, prefix: number): string {
  const head =
    prefix < firstLong
      ? [prefix]
      : [((prefix & 0xfc) >> 2) | firstLong, (prefix >> 8) | ((prefix & 0x03) << 6)]
  const body = concatBytes(Uint8Array.from(head), account)
  return base58.encode(concatBytes(body, checksum(body)))
}

const checksum = (body: Uint8Array) =>
  blake2b(concatBytes(mark, body), { dkLen: 64 }).slice(0, checksumLength)

function readBase58(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
