/** Approvals over HTTP: recorded by a frame, shown and decided where the ladder says, waited for, and ended (2.9 of the design). */
import { days, minutes } from '@latchkey/spec/limits'
import {
  approvalPayload,
  type WalletAnswerOf,
  type WalletRequestOf,
  walletLimits,
} from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import type { WalletStore } from '../keys/walletStore.js'
import type { Rule } from '../limits.js'
import type { EmbeddedParts } from '../parts.js'
import type { Advice } from '../policy/advise.js'
import type { Policy } from '../policy/policy.js'
import { digestOf, readPayload } from '../policy/readPayload.js'
import { signedInOf } from '../session/sessionHandlers.js'
import type { Spending } from '../spend/spending.js'
import type { ApprovalRow, Approvals } from './approvals.js'
import { challengeOf, createConfirm } from './confirm.js'

export interface ApprovalParts {
  readonly parts: EmbeddedParts
  readonly wallets: WalletStore
  readonly approvals: Approvals
  readonly policy: Policy
  readonly spending: Spending
}

export function createApprovalHandlers({ parts, wallets, approvals, policy, spending }: ApprovalParts) {
  const { db, clock, audit, users, limits, wakers, ceremonies } = parts
  const { factorOf, confirm } = createConfirm(parts)

  /** The caller's own; anybody else's is not there. */
  async function own(id: string, caller: WalletCaller): Promise<ApprovalRow> {
    const row = await approvals.find(id, signedInOf(caller).user.id)
    if (!row) throw new WalletRefusal('NOT_FOUND')
    return row
  }

  async function ofDevice(id: string, caller: WalletCaller): Promise<ApprovalRow> {
    const row = await own(id, caller)
    if (row.deviceId !== signedInOf(caller).session.deviceId) throw new WalletRefusal('NOT_FOUND')
    return row
  }

  const told = ({ state }: Pick<ApprovalRow, 'state'>) => ({ state, now: clock.now() })

  async function view(row: ApprovalRow, caller: WalletCaller): Promise<WalletAnswerOf<'approvalRead'>> {
    const { user } = signedInOf(caller)
    const payload = await approvals.open(row.id, 'payload_sealed', row.payloadSealed, user)
    const { account, namespace, chainId } = v.parse(approvalPayload, JSON.parse(payload))
    // Written by this file.
    const advice = JSON.parse(await approvals.open(row.id, 'advice_sealed', row.adviceSealed, user)) as Advice
    const { title, lines, warnings, simulation, tokens } = advice
    return {
      id: row.id,
      state: row.state,
      surface: row.surface,
      origin: row.origin,
      account,
      namespace,
      chainId,
      method: row.method,
      payload,
      digest: row.digest,
      title,
      lines: [...lines],
      warnings: [...warnings],
      ...(simulation === undefined ? {} : { simulation }),
      ...(tokens === undefined ? {} : { tokens }),
      factor: await factorOf(row, caller),
      expiresAt: row.expiresAt.getTime(),
      now: clock.now(),
    }
  }

  async function create({ body }: WalletRequestOf<'approvalCreate'>, caller: WalletCaller) {
    const { user, session } = signedInOf(caller)
    const before = await approvals.find(body.id, user.id)
    // The answer was lost, and the frame asks again.
    if (before?.digest === body.digest && before.deviceId === session.deviceId) return view(before, caller)
    if (before) throw new WalletRefusal('APPROVAL_STATE')
    if (digestOf(body.payload) !== body.digest) throw new WalletRefusal('DIGEST')
    const payload = readPayload(body.payload)
    if (payload.origin !== session.origin) throw new WalletRefusal('POLICY')
    const wallet = await wallets.find(body.walletId, user.id)
    const share = wallet && (await wallets.share(wallet.id, session.deviceId, 'active'))
    if (wallet?.state !== 'active' || !share) throw new WalletRefusal('WALLET_STATE')
    const wait = await limits.take(rulesOf(user.id, body.payload.length))
    if (wait > 0) throw new WalletRefusal('RATE', { retryAfter: wait })

    const { advice, surface, cents } = await policy.judge({
      payload,
      wallet,
      user,
      session,
      signal: caller.signal,
    })
    const row = await approvals.add({
      id: body.id,
      userId: user.id,
      walletId: wallet.id,
      sessionId: session.id,
      deviceId: session.deviceId,
      projectId: session.projectId,
      origin: session.origin,
      method: payload.method,
      digest: body.digest,
      payloadSealed: await approvals.seal(body.id, 'payload_sealed', body.payload, user),
      adviceSealed: await approvals.seal(body.id, 'advice_sealed', JSON.stringify(advice), user),
      surface,
      cents,
      state: 'open',
      createdAt: new Date(clock.now()),
      expiresAt: new Date(clock.now() + walletLimits.approvalLife),
    })
    if (row) return view(row, caller)
    // Somebody used the id meanwhile: this very call once more, or a stranger.
    const other = await approvals.find(body.id, user.id)
    if (other?.digest !== body.digest || other.deviceId !== session.deviceId)
      throw new WalletRefusal('APPROVAL_STATE')
    return view(other, caller)
  }

  async function decide({ params, body }: WalletRequestOf<'approvalDecide'>, caller: WalletCaller) {
    const { session, user } = signedInOf(caller)
    const row = await own(params.id, caller)
    refuseUnlessOpen(row)
    if (body.decision === 'reject') {
      const rejected = await approvals.move(row, 'rejected', { decidedAt: new Date(clock.now()) })
      return told(rejected ?? (await stillOpen(row, caller)))
    }
    if (body.digest !== row.digest) throw new WalletRefusal('DIGEST')
    const proof = await confirm(row, caller, body.proof)
    const isInWindow = session.kind === 'window' && proof.kind !== 'none'
    // Told now rather than after the click; what counts is the release.
    if (!isInWindow && !(await spending.hasRoom(row))) throw new WalletRefusal('LIMIT')
    const proofSealed = await approvals.seal(row.id, 'proof_sealed', JSON.stringify(proof), user)
    const approved = await db.query.transaction(async (transaction) => {
      const moved = await approvals.move(
        row,
        'approved',
        {
          // With a factor in a window it counts against no cap of the frame.
          ...(isInWindow ? { surface: 'window' as const } : {}),
          factor: proof.kind,
          proofSealed,
          decidedAt: new Date(clock.now()),
          expiresAt: new Date(clock.now() + walletLimits.releaseLife),
        },
        transaction,
      )
      const detail = { digest: row.digest, factor: proof.kind, in: session.kind }
      const event = { actor: session.id, action: 'approval.approved', object: row.id, detail }
      if (moved) await audit.record(event, transaction)
      return moved
    })
    wakers.wake(row.id)
    return told(approved ?? (await stillOpen(row, caller)))
  }

  /** Somebody else was faster: what they decided is told as a refusal. */
  async function stillOpen({ id }: ApprovalRow, caller: WalletCaller): Promise<ApprovalRow> {
    const row = await own(id, caller)
    refuseUnlessOpen(row)
    return row
  }

  return {
    approvalCreate: create,
    approvalDecide: decide,

    async approvalRead({ params }, caller) {
      return view(await own(params.id, caller), caller)
    },

    async approvalWait({ params, query }, caller) {
      const first = await ofDevice(params.id, caller)
      const look = async () => {
        const row = await own(params.id, caller)
        return row.state === query.known ? undefined : row
      }
      const patience = query.known === undefined ? 0 : walletLimits.attemptWait
      const row = (await wakers.until(params.id, patience, look, caller.signal)) ?? first
      return { ...told(row), expiresAt: row.expiresAt.getTime() }
    },

    async approvalOptions({ params }, caller) {
      const row = await own(params.id, caller)
      refuseUnlessOpen(row)
      const known = await users.passkeysOf(row.userId)
      if (known.length === 0) throw new WalletRefusal('FACTOR_UNKNOWN')
      return { options: await ceremonies.optionsToGet(challengeOf(row), known) }
    },

    async approvalAbort({ params }, caller) {
      for (;;) {
        const row = await ofDevice(params.id, caller)
        if (row.state !== 'open' && row.state !== 'approved') {
          // Once the share is out it runs to its end (I13).
          if (row.state === 'rejected' || row.state === 'expired' || row.state === 'aborted') return told(row)
          throw new WalletRefusal('APPROVAL_STATE')
        }
        const aborted = await approvals.move(row, 'aborted', { decidedAt: new Date(clock.now()) })
        if (aborted) return told(aborted)
      }
    },

    async approvalResult({ params, body }, caller) {
      const row = await ofDevice(params.id, caller)
      // The answer was lost, and the frame tells it again.
      if (row.state === body.state && row.reference === (body.reference ?? null)) return told(row)
      const isEdge =
        row.state === 'released' ||
        (row.state === 'signed' && (body.state === 'broadcast' || body.state === 'failed'))
      if (!isEdge) throw new WalletRefusal('APPROVAL_STATE')
      const moved = await db.query.transaction(async (transaction) => {
        const done = await approvals.move(
          row,
          body.state,
          { reference: body.reference ?? row.reference },
          transaction,
        )
        if (!done) throw new WalletRefusal('APPROVAL_STATE')
        await spending.settle(row.id, transaction)
        const detail = {
          state: body.state,
          ...(body.reference === undefined ? {} : { reference: body.reference }),
        }
        const event = {
          actor: signedInOf(caller).session.id,
          action: 'approval.result',
          object: row.id,
          detail,
        }
        await audit.record(event, transaction)
        return done
      })
      return told(moved)
    },
  } satisfies WalletHandlers
}

/** More than anybody reads in a day; a long one is kept as long as a short one, so that there are fewer of them. */
const mostOfDay = { all: 2_000, long: 200 }
const longPayload = 8 * 1024

function rulesOf(userId: string, length: number): Rule[] {
  const { approvalsPerMinute } = walletLimits
  return [
    { key: `approvals|${userId}`, limit: approvalsPerMinute, window: minutes(1) },
    { key: `approvals-day|${userId}`, limit: mostOfDay.all, window: days(1) },
    ...(length > longPayload
      ? [{ key: `approvals-long|${userId}`, limit: mostOfDay.long, window: days(1) }]
      : []),
  ]
}

function refuseUnlessOpen({ state }: ApprovalRow): void {
  if (state === 'expired') throw new WalletRefusal('APPROVAL_EXPIRED')
  if (state !== 'open') throw new WalletRefusal('APPROVAL_STATE')
}
