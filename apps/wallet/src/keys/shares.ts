/** Two of three: the secret of a wallet as the shares S (server), D (device) and R (recovery) of one device and epoch. */
import { shareFormat } from '@latchkey/spec/walletApi'
import { combine, split } from 'shamir-secret-sharing'
import type { Bytes } from './bytes.js'
import { KeyMismatch } from './keyMismatch.js'

export interface Shares {
  readonly s: Bytes
  readonly d: Bytes
  readonly r: Bytes
}

const { secretBytes, shareBytes, xAt } = shareFormat

export async function splitSecret(secret: Bytes): Promise<Shares> {
  if (secret.length !== secretBytes) throw new RangeError(`A secret has ${secretBytes} bytes`)
  const [s, d, r] = await split(secret, 3, 2)
  if (!s || !d || !r) throw new Error('a split gave fewer shares than asked for')
  return { s: new Uint8Array(s), d: new Uint8Array(d), r: new Uint8Array(r) }
}

/** Where on the polynomial a share lies. */
export const xOf = (share: Uint8Array): number => share[xAt] ?? 0

/**
 * What comes out is a guess: any two shares give some secret. `rebuild` compares it before anybody uses it.
 * The library takes a share at x = 0 and returns its bytes as the secret, which would let whoever supplies
 * a share choose the key: it is refused here, as is the same place twice.
 */
export async function combineShares(one: Bytes, other: Bytes): Promise<Bytes> {
  const isSound = [one, other].every((share) => share.length === shareBytes && xOf(share) !== 0)
  if (!isSound || xOf(one) === xOf(other)) throw new KeyMismatch('share')
  return new Uint8Array(await combine([one, other]))
}
