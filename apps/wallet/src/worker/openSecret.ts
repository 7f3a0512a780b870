/** Puts a wallet's secret together for one piece of work, and wipes it when the work is done or has failed. */
import {
  type HpkeSealed,
  hkdfInfos,
  recoveryKeyAad,
  recoveryShareAad,
  type ShareAad,
  shareAad,
  vaultKeyAad,
} from '@latchkey/spec/walletApi'
import { type Bytes, fromBase64url, isSame, textBytes, wipe } from '../keys/bytes.js'
import { recoveryPointOf, stretch } from '../keys/derived.js'
import { openAs, type Receiver } from '../keys/hpke.js'
import { KeyMismatch } from '../keys/keyMismatch.js'
import { type Rebuilt, rebuild, type WalletMarks } from '../keys/rebuild.js'
import { unwrap } from '../keys/wrap.js'

/** What puts the secret together on a device that has a share: D, S as the server sealed it, and what the wallet is known by. */
export interface Daily {
  readonly d: Bytes
  readonly s: HpkeSealed
  readonly deviceId: string
  readonly epoch: number
  /** The server's record, and the pin of this device. */
  readonly marks: readonly [WalletMarks, ...WalletMarks[]]
}

/** What a person has, or what the vault holds for them. */
export interface Factor {
  readonly factorId: string
  readonly kind: 'passkey' | 'code' | 'vault'
  /** PRF output, the bytes of the code, or K_v as the vault sealed it to this worker. */
  readonly factor: Bytes | HpkeSealed
  readonly userId: string
}

/** The recovery key as it is stored, which a factor opens. */
export interface WrappedRecovery extends Factor {
  readonly rk: string
  readonly marks: readonly [WalletMarks, ...WalletMarks[]]
}

/** What puts the secret together where no share is left: the recovery key, with R and S. */
export interface Recovery extends WrappedRecovery {
  readonly r: HpkeSealed
  readonly s: HpkeSealed
  /** Whose shares these are; not the device that asks. */
  readonly deviceId: string
  readonly epoch: number
}

export const walletIdOf = ({ marks }: Pick<Daily, 'marks'>): string => marks[0].walletId

export async function withDaily<T>(
  receiver: Receiver,
  daily: Daily,
  bond: Pick<ShareAad, 'purpose' | 'bound'>,
  work: (rebuilt: Rebuilt) => Promise<T>,
): Promise<T> {
  const aad = shareAad({ ...bond, walletId: walletIdOf(daily), deviceId: daily.deviceId, epoch: daily.epoch })
  const s = await receiver.open(daily.s, aad)
  return wipeAfter(await rebuild([s, daily.d], daily.marks), work)
}

export async function withRecovery<T>(
  receiver: Receiver,
  recovery: Recovery,
  purpose: ShareAad['purpose'],
  work: (rebuilt: Rebuilt) => Promise<T>,
): Promise<T> {
  const { deviceId, epoch, marks } = recovery
  const walletId = walletIdOf(recovery)
  return withRecoveryKey(receiver, recovery, async (rk) => {
    const r = await openAs(rk, recovery.r, recoveryShareAad(walletId, deviceId, epoch))
    const s = await receiver.open(recovery.s, shareAad({ purpose, walletId, deviceId, epoch, bound: '' }))
    return wipeAfter(await rebuild([s, r], marks), work)
  })
}

export async function withRecoveryKey<T>(
  receiver: Receiver,
  recovery: WrappedRecovery,
  work: (rk: Bytes) => Promise<T>,
): Promise<T> {
  const walletId = walletIdOf(recovery)
  const key = await factorKey(receiver, walletId, recovery)
  const rk = await unwrap(key, recovery.rk, recoveryKeyAad(walletId, recovery.factorId, recovery.kind))
  wipe(key)
  try {
    // The server may name any point; the factor's own wrapping says which one is right.
    const point = recoveryPointOf(rk)
    const isOther = recovery.marks.some(({ rkPub }) => !isSame(fromBase64url(rkPub), point))
    if (isOther) throw new KeyMismatch('recovery key')
    return await work(rk)
  } finally {
    wipe(rk)
  }
}

async function wipeAfter<T>(rebuilt: Rebuilt, work: (rebuilt: Rebuilt) => Promise<T>): Promise<T> {
  try {
    return await work(rebuilt)
  } finally {
    rebuilt.wipe()
  }
}

export async function factorKey(
  receiver: Receiver,
  walletId: string,
  { kind, factorId, factor, userId }: Factor,
): Promise<Bytes> {
  const secret = factor instanceof Uint8Array ? factor : await receiver.open(factor, vaultKeyAad(factorId))
  switch (kind) {
    case 'passkey':
      return stretch(secret, hkdfInfos.passkeyWrap(walletId), 32)
    case 'code':
      return stretch(secret, hkdfInfos.codeWrap(walletId), 32, textBytes(userId))
    case 'vault':
      return stretch(secret, hkdfInfos.vaultWrap(walletId), 32)
  }
}
