/** The one release of a share: for the digest that was approved, to the device that asked, once, sealed to its worker's key (I11). */
import { shareAad, type WalletRequestOf } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { type ApprovalRow, type Approvals, isLate, keptProof } from '../approvals/approvals.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import { sealed } from '../keys/walletHandlers.js'
import type { WalletStore } from '../keys/walletStore.js'
import type { EmbeddedParts } from '../parts.js'
import { readPayload } from '../policy/readPayload.js'
import { readRequest } from '../policy/readRequest.js'
import { signedInOf } from '../session/sessionHandlers.js'
import type { Spending } from '../spend/spending.js'

export interface ReleaseParts {
  readonly parts: Pick<EmbeddedParts, 'db' | 'clock' | 'audit'>
  readonly wallets: WalletStore
  readonly approvals: Approvals
  readonly spending: Spending
}

export function createReleaseHandlers({ parts, wallets, approvals, spending }: ReleaseParts) {
  const { db, clock, audit } = parts

  return {
    async keyRelease({ body }: WalletRequestOf<'keyRelease'>, caller: WalletCaller) {
      const { user, session } = signedInOf(caller)
      const row = await approvals.find(body.approvalId, user.id)
      if (!row || row.deviceId !== session.deviceId) throw new WalletRefusal('NOT_FOUND')
      if (row.digest !== body.digest) throw new WalletRefusal('DIGEST')
      requireApproved(row)
      // Asked again, from what was stored: the rules may be stricter than when it was recorded.
      const payload = await approvals.open(row.id, 'payload_sealed', row.payloadSealed, user)
      readRequest(readPayload(payload), await wallets.accountsOf(row.walletId))
      const proof = v.parse(
        keptProof,
        JSON.parse(await approvals.open(row.id, 'proof_sealed', row.proofSealed ?? '', user)),
      )

      return db.query.transaction(async (transaction) => {
        // Releases, renewals and removals of one person go one after the other.
        await wallets.lock(user.id, transaction)
        const wallet = await wallets.find(row.walletId, user.id, transaction)
        if (wallet?.state !== 'active') throw new WalletRefusal('POLICY')
        const share = await wallets.share(row.walletId, session.deviceId, 'active', transaction)
        if (!share) throw new WalletRefusal('DEVICE_REVOKED')
        if (isLate(row, clock.now())) throw new WalletRefusal('APPROVAL_EXPIRED')
        const releasedAt = new Date(clock.now())
        if (!(await approvals.move(row, 'released', { releasedAt }, transaction)))
          throw new WalletRefusal('RELEASE_USED')
        // After it: one that was released already has reserved what it spends.
        if (!(await spending.reserve(row, transaction))) throw new WalletRefusal('LIMIT')
        const { walletId, deviceId, epoch, x } = share
        const aad = shareAad({ purpose: 'release', walletId, deviceId, epoch, bound: row.digest })
        const s = await sealed(body.hpkePub, await wallets.openShare(share, user), aad)
        // Last: from here on every gateway waits for this log, and a key service may be slow.
        const detail = { digest: row.digest, device: deviceId, epoch }
        const event = { actor: session.id, action: 'share.released', object: row.id, detail }
        await audit.record(event, transaction)
        return { s, x, epoch, proof }
      })
    },
  } satisfies WalletHandlers
}

function requireApproved({ state }: ApprovalRow): void {
  switch (state) {
    case 'approved':
      return
    case 'expired':
      throw new WalletRefusal('APPROVAL_EXPIRED')
    case 'released':
    case 'signed':
    case 'broadcast':
    case 'failed':
      throw new WalletRefusal('RELEASE_USED')
    default:
      throw new WalletRefusal('NOT_APPROVED')
  }
}
