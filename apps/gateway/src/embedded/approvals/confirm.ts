/**
 * Whether whoever decides has shown what this approval asks for: a passkey that signed its digest, a PIN, or nothing (D-30).
 * An approval lets the server's share out, and with the device's share it is the key: a copied profile has to meet a factor first.
 */
import { createHash } from 'node:crypto'
import { approvalChallengeText, type WalletAnswerOf, type WalletRequestOf } from '@latchkey/spec/walletApi'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import type { Passkey } from '../passkey/ceremonies.js'
import { signedInOf } from '../session/sessionHandlers.js'
import { levelOf } from '../session/sessions.js'
import type { ApprovalRow, KeptProof } from './approvals.js'

export type Factor = WalletAnswerOf<'approvalRead'>['factor']
type Proof = Extract<WalletRequestOf<'approvalDecide'>['body'], { decision: 'approve' }>['proof']

/** Its passkey's challenge: nothing but this approval of this digest. */
export function challengeOf({ id, digest }: Pick<ApprovalRow, 'id' | 'digest'>): string {
  return createHash('sha256').update(approvalChallengeText(id, digest)).digest('base64url')
}

export function createConfirm(parts: Pick<EmbeddedParts, 'users' | 'wallets' | 'ceremonies' | 'clock'>) {
  const { users, wallets, ceremonies, clock } = parts

  /** What the rung asks for, as far as the person has it. In a window somebody without any factor has to set one up first. */
  async function factorOf({ surface, userId, deviceId }: ApprovalRow, caller: WalletCaller): Promise<Factor> {
    const { session, user } = signedInOf(caller)
    const isClick = surface !== 'window' && session.kind === 'frame'
    // A factor was shown in this session a while ago; a copy of the profile cannot have done it.
    const isProved = levelOf(session, user.emailIndex !== null, clock.now()) >= 2
    if ((await users.passkeysOf(userId)).length > 0)
      return isClick && isProved && surface === 'frame-click' ? 'none' : 'passkey'
    if ((await wallets.factsOf(userId, deviceId)).hasPin) return isClick && isProved ? 'none' : 'pin'
    return isClick ? 'none' : 'passkey'
  }

  async function checkPasskey(
    row: ApprovalRow,
    caller: WalletCaller,
    credential: Parameters<typeof ceremonies.checkGet>[0],
  ): Promise<Passkey> {
    const { session } = signedInOf(caller)
    const surface =
      session.kind === 'window'
        ? ({ kind: 'window' } as const)
        : ({ kind: 'frame', origin: session.origin } as const)
    const passkey = await ceremonies
      .checkGet(credential, challengeOf(row), surface)
      .catch((cause: unknown) => {
        throw cause instanceof WalletRefusal ? new WalletRefusal('FACTOR') : cause
      })
    if (passkey.userId !== row.userId) throw new WalletRefusal('FACTOR')
    return passkey
  }

  /** What is kept of the proof; FACTOR, WINDOW_NEEDED, PIN_INVALID or PIN_LOCKED where it will not do. */
  async function confirm(row: ApprovalRow, caller: WalletCaller, proof: Proof): Promise<KeptProof> {
    const { session } = signedInOf(caller)
    const isWindow = session.kind === 'window'
    // A frame decides what it asked for itself, and only on the lower rungs.
    if (!isWindow && (row.surface === 'window' || session.deviceId !== row.deviceId))
      throw new WalletRefusal('WINDOW_NEEDED')
    if (proof.kind === 'passkey') {
      await checkPasskey(row, caller, proof.credential)
      return { kind: 'passkey', credential: proof.credential }
    }
    // D-31: a page must never be able to draw a field that takes it.
    if (proof.kind === 'pin' && !isWindow) throw new WalletRefusal('WINDOW_NEEDED')
    const due = await factorOf(row, caller)
    // Who has a passkey is not asked for less.
    if (due === 'passkey') throw new WalletRefusal('FACTOR')
    if (proof.kind === 'none' && due === 'pin') throw new WalletRefusal(isWindow ? 'FACTOR' : 'WINDOW_NEEDED')
    if (proof.kind === 'pin') {
      await wallets.checkPin(row.userId, proof.pin).catch((cause: unknown) => {
        const isMissing = cause instanceof WalletRefusal && cause.code === 'FACTOR_UNKNOWN'
        throw isMissing ? new WalletRefusal('FACTOR') : cause
      })
    }
    return { kind: proof.kind }
  }

  return { factorOf, confirm }
}
