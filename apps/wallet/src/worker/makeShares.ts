/** Shares of one device and epoch: sealed for the server, sealed for recovery, and the one that stays. */
import {
  type HpkeSealed,
  recoveryShareAad,
  shareAad,
  type WalletAccount,
  walletChallengeText,
} from '@latchkey/spec/walletApi'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { type Bytes, textBytes, toBase64url, wipe } from '../keys/bytes.js'
import { checkValueOf, pinningKeyOf, recoveryKeyOf } from '../keys/derived.js'
import { type AccountKey, accountsOf, type WalletKeys } from '../keys/deriveKeys.js'
import { sealTo } from '../keys/hpke.js'
import type { Rebuilt } from '../keys/rebuild.js'
import { splitSecret, xOf } from '../keys/shares.js'
import { signPersonalMessage } from '../keys/signEip155.js'
import { signSolana } from '../keys/signSolana.js'
import { type PasskeyPins, type PinnedPasskey, sealPins } from './passkeyProof.js'

/** Whose shares are made, and for what the server will take them. */
export interface ShareTarget {
  readonly walletId: string
  readonly deviceId: string
  readonly epoch: number
  /** Of the server's challenge, with the key that S is sealed to. */
  readonly nonce: string
  readonly serverKey: string
  readonly step: 'create' | 'stage'
  /** Those of the person at this moment; from then on nothing is signed that none of them confirmed. */
  readonly passkeys?: readonly PinnedPasskey[]
}

export interface MadeShares {
  readonly accounts: readonly WalletAccount[]
  readonly rkPub: string
  readonly kcv: string
  readonly share: {
    readonly deviceId: string
    readonly epoch: number
    readonly s: HpkeSealed
    readonly x: number
    readonly r: HpkeSealed
  }
  readonly proofs: readonly Proof[]
  /** These two stay on the device. */
  readonly d: Bytes
  readonly pins: PasskeyPins
}

export interface Proof {
  readonly address: string
  readonly signature: string
}

export async function makeShares(
  { secret, keys }: Pick<Rebuilt, 'secret' | 'keys'>,
  { walletId, deviceId, epoch, nonce, serverKey, step, passkeys = [] }: ShareTarget,
): Promise<MadeShares> {
  const recovery = recoveryKeyOf(secret, walletId)
  wipe(recovery.secret)
  const rkPub = toBase64url(recovery.point)
  const { s, d, r } = await splitSecret(secret)
  const share = {
    deviceId,
    epoch,
    s: await sealTo(serverKey, s, shareAad({ purpose: 'upload', walletId, deviceId, epoch, bound: nonce })),
    x: xOf(s),
    r: await sealTo(rkPub, r, recoveryShareAad(walletId, deviceId, epoch)),
  }
  wipe(s, r)
  const proofs = proofsOf(keys, walletChallengeText(step, walletId, deviceId, epoch, nonce))
  return {
    accounts: accountsOf(keys),
    rkPub,
    kcv: toBase64url(checkValueOf(secret, walletId)),
    share,
    proofs,
    d,
    pins: sealPins(pinningKeyOf(secret, walletId), passkeys),
  }
}

/** One for each account. The smart account has no key of its own: its owner signs for it, and its address follows from that. */
export function proofsOf(keys: WalletKeys, text: string): Proof[] {
  const { eip155, smartAccountOwner, solana, bip122 } = keys
  const bytes = textBytes(text)
  const personal = (key: AccountKey) =>
    toBase64url(hex.decode(signPersonalMessage(key, `0x${hex.encode(bytes)}`).slice(2)))
  // ECDSA over SHA-256, 64 bytes.
  const bitcoin = secp256k1.sign(bytes, bip122.privateKey)
  return [
    { address: eip155.address, signature: personal(eip155) },
    { address: solana.address, signature: toBase64url(signSolana(solana, bytes)) },
    { address: bip122.address, signature: toBase64url(bitcoin) },
    ...accountsOf(keys)
      .filter(({ type }) => type === 'smartAccount')
      .map(({ address }) => ({ address, signature: personal(smartAccountOwner) })),
  ]
}
