/** What a Solana key signs: bytes. Whether they are a message or a transaction is settled before, never here. */
import { ed25519 } from '@noble/curves/ed25519.js'
import type { AccountKey } from './deriveKeys.js'

export function signSolana({ privateKey }: AccountKey, bytes: Uint8Array): Uint8Array {
  return ed25519.sign(bytes, privateKey)
}
