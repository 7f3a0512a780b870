/** What an address looks like in each namespace (S5-03, D-15). */
import { type Address, asAddress, type Namespace } from './caip.js'
import { limits } from './limits.js'

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const bech32Alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

const addressChecks: Readonly<Record<Namespace, (value: string) => boolean>> = {
  eip155: (value) => /^(0x)?[0-9a-fA-F]{40}$/.test(value),
  solana: (value) =>
    value.length >= limits.solanaAddressMin &&
    value.length <= limits.solanaAddressMax &&
    decodeBase58(value)?.length === limits.solanaAddressBytes,
  bip122: (value) => isBase58Bitcoin(value) || isSegwit(value),
  // SS58: one or two bytes of prefix, 32 of account, 2 of checksum. The checksum needs a hash and is the adapter's.
  polkadot: (value) => {
    const { length = 0 } = (value.length <= 50 && decodeBase58(value)) || {}
    return length === 35 || length === 36
  },
}

/** S5-03 for eip155 and solana, D-15 for solana; bip122 and polkadot by the shape of their encodings. */
export function isAddress(namespace: Namespace, value: string): boolean {
  return addressChecks[namespace](value)
}

export function parseAddress(namespace: Namespace, value: string): Address | undefined {
  return isAddress(namespace, value) ? asAddress(value) : undefined
}

/** The bytes of a base58 text; undefined when a character is not in the alphabet. */
export function decodeBase58(value: string): Uint8Array | undefined {
  let number = 0n
  for (const character of value) {
    const digit = base58Alphabet.indexOf(character)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 0xffn))
  const zeros = /^1*/.exec(value)?.[0].length ?? 0
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes])
}

/** A version byte of main, test or regtest network, 20 bytes of hash, 4 of checksum. */
function isBase58Bitcoin(value: string): boolean {
  if (value.length > 35) return false
  const bytes = decodeBase58(value)
  return bytes?.length === 25 && [0x00, 0x05, 0x6f, 0xc4].includes(bytes[0] ?? -1)
}

/** BIP-173 and BIP-350: prefix, witness version, program length and checksum. */
function isSegwit(value: string): boolean {
  if (value !== value.toLowerCase() && value !== value.toUpperCase()) return false
  const [, prefix, data] = /^(bc|tb|bcrt)1([02-9ac-hj-np-z]{8,87})$/.exec(value.toLowerCase()) ?? []
  if (prefix === undefined || data === undefined) return false
  const words = [...data].map((character) => bech32Alphabet.indexOf(character))
  const version = words[0] ?? 32
  const program = words.length - 7
  const bytes = Math.floor((program * 5) / 8)
  if (version > 16 || bytes < 2 || bytes > 40 || (program * 5) % 8 > 4) return false
  if (version === 0 && bytes !== 20 && bytes !== 32) return false
  return bech32Checksum(prefix, words) === (version === 0 ? 1 : 0x2bc830a3)
}

function bech32Checksum(prefix: string, words: readonly number[]): number {
  const codes = [...prefix].map((character) => character.charCodeAt(0))
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words].reduce(
    (checksum, word) =>
      generators.reduce(
        (sum, generator, bit) => (((checksum >> 25) >> bit) & 1 ? sum ^ generator : sum),
        ((checksum & 0x1ffffff) << 5) ^ word,
      ),
    1,
  )
}
