/** The key of one account as other wallets read it: hexadecimal for Ethereum, 64 bytes in base 58 for Solana, WIF for Bitcoin. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check, hex } from '@scure/base'
import { type Bytes, wipe } from './bytes.js'
import type { AccountKey, KeyRole } from './deriveKeys.js'

const wif = createBase58check(sha256)

export function writeKey(role: KeyRole, { privateKey, publicKey }: AccountKey): string {
  switch (role) {
    case 'eip155':
    case 'smartAccountOwner':
      return `0x${hex.encode(privateKey)}`
    case 'solana':
      return written([...privateKey, ...publicKey], base58.encode)
    case 'bip122':
      // Of the main network, for an address that is made from the compressed point.
      return written([0x80, ...privateKey, 0x01], wif.encode)
  }
}

function written(parts: readonly number[], write: (bytes: Bytes) => string): string {
  const bytes = Uint8Array.from(parts)
  const text = write(bytes)
  wipe(bytes)
  return text
}
