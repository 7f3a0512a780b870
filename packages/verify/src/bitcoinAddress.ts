/** What a Bitcoin address pays to, as the script of its outputs, and on which networks it is one. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { join } from './bytes.js'

export type BitcoinScript = {
  readonly kind: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'
  readonly payload: Uint8Array
  readonly bytes: Uint8Array
}

export interface BitcoinAddress {
  readonly script: BitcoinScript
  /** Test networks share their letters with each other, and partly with regtest. */
  readonly networks: readonly ('main' | 'test' | 'regtest')[]
}

const base58check = createBase58check(sha256)

type Reading = Omit<BitcoinAddress, 'script'> & { readonly make: (payload: Uint8Array) => BitcoinScript }

/** By the first byte of an address. */
const versions: Readonly<Record<number, Reading>> = {
  0: { networks: ['main'], make: p2pkh },
  5: { networks: ['main'], make: p2sh },
  111: { networks: ['test', 'regtest'], make: p2pkh },
  196: { networks: ['test', 'regtest'], make: p2sh },
}

const prefixes: Readonly<Record<string, BitcoinAddress['networks']>> = {
  bc: ['main'],
  tb: ['test'],
  bcrt: ['regtest'],
}

/** `undefined` for what is no address, or pays to a kind of script that nobody can spend from yet. */
export function readBitcoinAddress(text: string): BitcoinAddress | undefined {
  return text.length > 100 ? undefined : (fromBech32(text) ?? fromBase58Check(text))
}

export const scriptOf = (address: string): BitcoinScript | undefined => readBitcoinAddress(address)?.script

/** Pays to the hash of a key. */
export function p2pkh(payload: Uint8Array): BitcoinScript {
  const bytes = join(Uint8Array.of(0x76, 0xa9, 0x14), payload, Uint8Array.of(0x88, 0xac))
  return { kind: 'p2pkh', payload, bytes }
}

/** Pays to the hash of a script. */
export function p2sh(payload: Uint8Array): BitcoinScript {
  return { kind: 'p2sh', payload, bytes: join(Uint8Array.of(0xa9, 0x14), payload, Uint8Array.of(0x87)) }
}

/** Pays to the hash of a key, spent in the witness. */
export function p2wpkh(payload: Uint8Array): BitcoinScript {
  return { kind: 'p2wpkh', payload, bytes: join(Uint8Array.of(0x00, 0x14), payload) }
}

/** Pays to the hash of a script, spent in the witness. */
export function p2wsh(payload: Uint8Array): BitcoinScript {
  return { kind: 'p2wsh', payload, bytes: join(Uint8Array.of(0x00, 0x20), payload) }
}

function p2tr(payload: Uint8Array): BitcoinScript {
  return { kind: 'p2tr', payload, bytes: join(Uint8Array.of(0x51, 0x20), payload) }
}

function fromBase58Check(address: string): BitcoinAddress | undefined {
  try {
    const bytes = base58check.decode(address)
    const reading = versions[bytes[0] ?? -1]
    if (bytes.length !== 21 || !reading) return undefined
    return { script: reading.make(bytes.slice(1)), networks: reading.networks }
  } catch {
    return undefined
  }
}

/** BIP-173 for the first kind of witness program, BIP-350 for the second. */
function fromBech32(address: string): BitcoinAddress | undefined {
  for (const [code, known] of [
    [bech32, 0],
    [bech32m, 1],
  ] as const) {
    const { prefix = '', words: [version, ...words] = [] } = code.decodeUnsafe(address) ?? {}
    const networks = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined
    const payload = version === known ? code.fromWordsUnsafe(words) : undefined
    const script = payload && witnessScript(known, payload)
    if (networks && script) return { script, networks }
  }
  return undefined
}

function witnessScript(version: 0 | 1, payload: Uint8Array): BitcoinScript | undefined {
  if (version === 1) return payload.length === 32 ? p2tr(payload) : undefined
  if (payload.length === 20) return p2wpkh(payload)
  return payload.length === 32 ? p2wsh(payload) : undefined
}
