/** BIP-39 without a passphrase: the seed that every derivation of the local world begins with. */
import { pbkdf2Sync } from 'node:crypto'

export function seedOf(mnemonic: string): Uint8Array {
  return pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512')
}
