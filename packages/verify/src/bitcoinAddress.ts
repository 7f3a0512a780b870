/** What a Bitcoin address pays to, as the script of its outputs. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { join } from './bytes.js'

export type Script = {
  readonly kind: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'
  readonly payload: Uint8Array
  readonly bytes: Uint8Array
}

const base58check = createBase58check(sha256)

/** First byte of an address: of the main network, and of those for tests. */
const versions = { p2pkh: [0x00, 0x6f], p2sh: [0x05, 0xc4] } as const
/** Main network, test networks, regtest. */
const prefixes = ['bc', 'tb', 'bcrt']

/** `undefined` for what is no address, or pays to something that cannot sign a text on its own. */
export function scriptOf(address: string): Script | undefined {
  return address.length > 100 ? undefined : (fromBech32(address) ?? fromBase58Check(address))
}

export const p2pkh = (payload: Uint8Array): Script => ({
  kind: 'p2pkh',
  payload,
  bytes: join(Uint8Array.of(0x76, 0xa9, 0x14), payload, Uint8Array.of(0x88, 0xac)),
})

export const p2sh = (payload: Uint8Array): Script => ({
  kind: 'p2sh',
  payload,
  bytes: join(Uint8Array.of(0xa9, 0x14), payload, Uint8Array.of(0x87)),
})

export const p2wpkh = (payload: Uint8Array): Script => ({
  kind: 'p2wpkh',
  payload,
  bytes: join(Uint8Array.of(0x00, 0x14), payload),
})

const p2tr = (payload: Uint8Array): Script => ({
  kind: 'p2tr',
  payload,
  bytes: join(Uint8Array.of(0x51, 0x20), payload),
})

function fromBase58Check(address: string): Script | undefined {
  try {
    const bytes = base58check.decode(address)
    const [version = -1] = bytes
    const payload = bytes.slice(1)
    if (payload.length !== 20) return undefined
    if (versions.p2pkh.some((each) => each === version)) return p2pkh(payload)
    return versions.p2sh.some((each) => each === version) ? p2sh(payload) : undefined
  } catch {
    return undefined
  }
}

function fromBech32(address: string): Script | undefined {
  const short = bech32.decodeUnsafe(address)
  if (short && prefixes.includes(short.prefix)) {
    const [version, ...words] = short.words
    const payload = bech32.fromWordsUnsafe(words)
    return version === 0 && payload?.length === 20 ? p2wpkh(payload) : undefined
  }
  const long = bech32m.decodeUnsafe(address)
  if (!long || !prefixes.includes(long.prefix)) return undefined
  const [version, ...words] = long.words
  const payload = bech32m.fromWordsUnsafe(words)
  return version === 1 && payload?.length === 32 ? p2tr(payload) : undefined
}
