/** Keys for polkadot lab wallets, one of each kind; worth nothing anywhere. */
import type { KeyKind } from '../../polkadot/accounts.js'

export interface PolkadotLabKey {
  readonly kind: KeyKind
  /** 32 bytes. */
  readonly seed: Uint8Array
}

const key = (kind: KeyKind, byte: number): PolkadotLabKey => ({ kind, seed: new Uint8Array(32).fill(byte) })

/** One of each kind, known to everybody. */
export const polkadotLabKeys: readonly [PolkadotLabKey, PolkadotLabKey, PolkadotLabKey] = [
  key('sr25519', 0x21),
  key('ed25519', 0x22),
  key('ecdsa', 0x23),
]

/** Signs where a wallet is told to sign wrongly; none of the accounts above. */
export const polkadotStrangerKey = key('sr25519', 0x66)
