/**
 * What the worker does with a wallet's secret. Each job puts the secret together, does one thing, and wipes it; no job
 * returns it, but `exportWords` and `exportKey`, which only a window asks for.
 */
import {
  type ApprovalPayload,
  recoveryKeyAad,
  recoveryProofText,
  type ShareAad,
  walletChallengeText,
} from '@latchkey/spec/walletApi'
import { p256 } from '@noble/curves/nist.js'
import { type Bytes, randomBytes, textBytes, toBase64url, wipe } from '../keys/bytes.js'
import { pinningKeyOf, recoveryKeyOf } from '../keys/derived.js'
import { accountsOf, deriveKeys, type KeyRole, wordsOf } from '../keys/deriveKeys.js'
import type { Receiver } from '../keys/hpke.js'
import { wrap } from '../keys/wrap.js'
import { writeKey } from '../keys/writeKey.js'
import { type KitOwner, makeKit, type OfflineKit } from '../kit/kit.js'
import { readApproved } from './approved.js'
import { type MadeShares, makeShares, type Proof, proofsOf, type ShareTarget } from './makeShares.js'
import {
  type Daily,
  type Factor,
  factorKey,
  type Recovery,
  type WrappedRecovery,
  walletIdOf,
  withDaily,
  withRecovery,
  withRecoveryKey,
} from './openSecret.js'
import { arePinsSound, isConfirmed, type PasskeyPins, type PinnedPasskey, sealPins } from './passkeyProof.js'
import { type Signed, signApproved, type TransactionFill } from './signApproved.js'
import { type SmartAccountFill, signForSmartAccount } from './signForSmartAccount.js'
import { isSignInFor } from './signInFor.js'

export async function createWallet(target: Omit<ShareTarget, 'step' | 'epoch'>): Promise<MadeShares> {
  const secret = randomBytes(16)
  const keys = await deriveKeys(secret)
  try {
    return await makeShares({ secret, keys }, { ...target, step: 'create', epoch: 1 })
  } finally {
    keys.wipe()
    wipe(secret)
  }
}

/** Signs the server's challenge from what was stored: the proof that the wallet can be rebuilt (2.5, step 4). */
export function proveStored(
  receiver: Receiver,
  daily: Daily,
  challenge: { readonly step: 'activate' | 'activate-epoch'; readonly nonce: string },
): Promise<readonly Proof[]> {
  return withDaily(receiver, daily, { purpose: 'activate', bound: '' }, async ({ keys }) =>
    proofsOf(
      keys,
      walletChallengeText(challenge.step, walletIdOf(daily), daily.deviceId, daily.epoch, challenge.nonce),
    ),
  )
}

export interface ApprovedWork {
  readonly approvalId: string
  readonly payload: string
  readonly digest: string
  /** How the server says it was confirmed. */
  readonly proof:
    | { readonly kind: 'passkey'; readonly credential: unknown }
    | { readonly kind: 'pin' | 'none' }
  readonly pins: PasskeyPins
  /** Of the wallet itself. */
  readonly rpId: string
  readonly origin: string
  readonly transaction?: TransactionFill
  readonly smartAccount?: SmartAccountFill
}

/** Where passkeys are pinned, nothing is signed that none of them confirmed, whatever the server says. */
export function signWork(receiver: Receiver, daily: Daily, work: ApprovedWork): Promise<Signed> {
  const payload = readApproved(work.payload, work.digest)
  return withDaily(receiver, daily, { purpose: 'release', bound: work.digest }, async ({ secret, keys }) => {
    requireConfirmation(pinningKeyOf(secret, walletIdOf(daily)), work, payload)
    const account = accountsOf(keys).find(
      ({ namespace, address }) =>
        namespace === payload.namespace && address.toLowerCase() === payload.account.toLowerCase(),
    )
    if (account?.type !== 'smartAccount') return signApproved(keys, payload, work.transaction)
    if (!work.smartAccount) throw new RangeError('A smart account needs to know whether it is deployed')
    const signature = await signForSmartAccount(keys.smartAccountOwner, payload, work.smartAccount)
    return { kind: 'signature', signature }
  })
}

/** New shares for a device, from a device that has some. */
export function resplit(receiver: Receiver, daily: Daily, target: ShareTarget): Promise<MadeShares> {
  return withDaily(receiver, daily, { purpose: 'activate', bound: '' }, (rebuilt) =>
    makeShares(rebuilt, target),
  )
}

/** Wraps the recovery key under one more factor. */
export function addFactor(receiver: Receiver, daily: Daily, factor: Factor): Promise<string> {
  return withDaily(receiver, daily, { purpose: 'factor', bound: '' }, async ({ secret }) => {
    const recovery = recoveryKeyOf(secret, walletIdOf(daily))
    const key = await factorKey(receiver, walletIdOf(daily), factor)
    const wrapped = await wrap(
      key,
      recovery.secret,
      recoveryKeyAad(walletIdOf(daily), factor.factorId, factor.kind),
    )
    wipe(key, recovery.secret)
    return wrapped
  })
}

export function pinPasskeys(
  receiver: Receiver,
  daily: Daily,
  passkeys: readonly PinnedPasskey[],
  /** With `release`: the digest. A device that lost its list pins it again with the first share that is released to it. */
  bond: Pick<ShareAad, 'purpose' | 'bound'> = { purpose: 'factor', bound: '' },
): Promise<PasskeyPins> {
  return withDaily(receiver, daily, bond, async ({ secret }) =>
    sealPins(pinningKeyOf(secret, walletIdOf(daily)), passkeys),
  )
}

/** Shows the server that the factor really opened the recovery key, before it gives S. */
export function proveRecovery(
  receiver: Receiver,
  recovery: WrappedRecovery,
  ticket: string,
): Promise<string> {
  return withRecoveryKey(receiver, recovery, async (rk) => {
    const text = recoveryProofText(walletIdOf(recovery), ticket, receiver.publicKey)
    return toBase64url(p256.sign(textBytes(text), rk))
  })
}

/** A new device: from R and S, by a factor, to shares of its own. */
export function recover(receiver: Receiver, recovery: Recovery, target: ShareTarget): Promise<MadeShares> {
  return withRecovery(receiver, recovery, 'recover', (rebuilt) => makeShares(rebuilt, target))
}

/** Twelve words, for a window that shows them. */
export function exportWords(receiver: Receiver, daily: Daily): Promise<string> {
  return withDaily(receiver, daily, { purpose: 'export', bound: '' }, async ({ secret }) => wordsOf(secret))
}

/** The key of one account, likewise. */
export function exportKey(receiver: Receiver, daily: Daily, role: KeyRole): Promise<string> {
  return withDaily(receiver, daily, { purpose: 'export', bound: '' }, async ({ keys }) =>
    writeKey(role, keys[role]),
  )
}

/** What a person keeps in a file: with their recovery code it is the wallet, without it nothing. */
export function makeOfflineKit(receiver: Receiver, daily: Daily, owner: KitOwner): Promise<OfflineKit> {
  return withDaily(receiver, daily, { purpose: 'export', bound: '' }, ({ secret }) =>
    makeKit(secret, daily.marks[0], owner),
  )
}

function requireConfirmation(pinningKey: Bytes, work: ApprovedWork, payload: ApprovalPayload): void {
  const { pins, proof, approvalId, digest, rpId, origin } = work
  if (!arePinsSound(pinningKey, pins))
    throw new RangeError('The passkeys that this device knows were changed')
  // D-30: a page that is signed in to learns nothing that it could not learn by asking its own visitor.
  if (pins.passkeys.length === 0 || isSignInFor(payload)) return
  const embedder = payload.origin
  const isSound =
    proof.kind === 'passkey' &&
    isConfirmed({
      approvalId,
      digest,
      credential: proof.credential,
      passkeys: pins.passkeys,
      rpId,
      origin,
      embedder,
    })
  if (!isSound) throw new RangeError('No passkey of this wallet confirmed the request')
}
