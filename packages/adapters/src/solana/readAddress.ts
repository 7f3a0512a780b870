/** Addresses that somebody typed. Base58 has no checksum: 32 bytes is all that can be asked for (D-15). */
import { type Address, asAddress } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isAddress } from '@latchkey/spec/validation'

export function readAddress(text: string): Address {
  const typed = text.trim()
  if (!isAddress('solana', typed))
    throw new LatchkeyError('address.invalid', { address: typed, ns: 'solana' })
  return asAddress(typed)
}
