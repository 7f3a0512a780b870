/** Taking the words of a wallet out of it, onto a screen or into an offline kit: with everything that a person can show, not from a new device, and told by mail. */
import { shareAad, walletLimits } from '@latchkey/spec/walletApi'
import { eq } from 'drizzle-orm'
import { walletSessions, walletWallets } from '../../store/schema.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletHandlers } from '../http/walletRoute.js'
import { sealed } from '../keys/walletHandlers.js'
import { exportLetter } from '../mail/letters.js'
import { refuseHeld, refuseNew } from '../recovery/holds.js'
import type { RecoveryParts } from '../recovery/recoveryHandlers.js'
import { signedInOf } from '../session/sessionHandlers.js'

export function createExportHandlers({ parts, wallets, recoveries }: RecoveryParts) {
  const { db, clock, users, audit } = parts

  return {
    async exportTicket({ body }, caller) {
      const { user, session } = signedInOf(caller)
      refuseHeld(user.holdUntil, clock.now())
      const wallet = await wallets.find(body.walletId, user.id)
      const device = session.openedBy
      const share = wallet && device !== null && (await wallets.share(wallet.id, device, 'active'))
      if (wallet?.state !== 'active' || !share) throw new WalletRefusal('WALLET_STATE')
      await refuseNew(recoveries, share.deviceId, clock.now())

      const { walletId, deviceId, epoch, x } = share
      const aad = shareAad({ purpose: 'export', walletId, deviceId, epoch, bound: '' })
      const answer = {
        s: await sealed(body.hpkePub, await wallets.openShare(share, user), aad),
        x,
        epoch,
        deviceId,
      }
      await db.query.transaction(async (transaction) => {
        const exportedAt = new Date(clock.now())
        await transaction.update(walletWallets).set({ exportedAt }).where(eq(walletWallets.id, wallet.id))
        // What was shown is used up: whoever finds the window open cannot do it again.
        await transaction
          .update(walletSessions)
          .set({ factorAt: null, codeAt: null })
          .where(eq(walletSessions.id, session.id))
        await audit.record({ actor: session.id, action: 'wallet.export', object: wallet.id }, transaction)
      })
      const email = await users.emailOf(user)
      if (email !== undefined)
        await parts.outbox?.post('exported', { to: email, ...exportLetter({ at: clock.now() }) })
      return { ...answer, notBefore: clock.now() + walletLimits.exportWait, now: clock.now() }
    },
  } satisfies WalletHandlers
}
