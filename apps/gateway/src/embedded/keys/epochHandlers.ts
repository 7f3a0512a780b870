/** New shares for a device: staged beside the old ones, active when the device proved that it can rebuild from what it stored. Of two who renew at once, one is first. */
import { type WalletRequestOf, walletChallengeText } from '@latchkey/spec/walletApi'
import { and, eq, ne } from 'drizzle-orm'
import { walletDevices } from '../../store/schema.js'
import type { Connection } from '../audit.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import type { Recoveries } from '../recovery/recoveries.js'
import { signedInOf } from '../session/sessionHandlers.js'
import type { LiveSession } from '../session/sessions.js'
import type { Challenges } from './challenges.js'
import { areProved } from './proofs.js'
import { openUpload } from './upload.js'
import type { WalletRow, WalletStore } from './walletStore.js'

export interface EpochParts {
  readonly parts: Pick<EmbeddedParts, 'db' | 'audit'>
  readonly wallets: WalletStore
  readonly challenges: Challenges
  readonly recoveries: Pick<Recoveries, 'useTicket'>
}

export function createEpochHandlers({ parts, wallets, challenges, recoveries }: EpochParts) {
  const { db, audit } = parts

  async function active(id: string, userId: string, connection?: Connection): Promise<WalletRow> {
    const wallet = await wallets.find(id, userId, connection)
    if (!wallet) throw new WalletRefusal('NOT_FOUND')
    if (wallet.state !== 'active') throw new WalletRefusal('WALLET_STATE')
    return wallet
  }

  async function isLive(deviceId: string, userId: string, connection: Connection): Promise<boolean> {
    const isTheirs = and(eq(walletDevices.id, deviceId), eq(walletDevices.userId, userId))
    const [row] = await connection
      .select({ id: walletDevices.id })
      .from(walletDevices)
      .where(and(isTheirs, ne(walletDevices.state, 'revoked')))
    return row !== undefined
  }

  async function stage({ params, body }: WalletRequestOf<'epochStage'>, caller: WalletCaller) {
    const { user, session } = signedInOf(caller)
    const { share, nonce, kid, proofs, recoveryTicket } = body
    if (!isFor(session, share.deviceId)) throw new WalletRefusal('WALLET_STATE')
    const wallet = await active(params.id, user.id)
    const accounts = await wallets.accountsOf(wallet.id)
    const place = { walletId: wallet.id, deviceId: share.deviceId, epoch: share.epoch }
    const staged = { state: 'staged' as const, epoch: share.epoch }
    // The answer was lost: the same shares wait already.
    const before = await wallets.share(wallet.id, share.deviceId, 'staged')
    if (before?.epoch === share.epoch && before.r.ct === share.r.ct) return staged

    await db.query.transaction(async (transaction) => {
      await wallets.lock(user.id, transaction)
      const { epoch } = await active(params.id, user.id, transaction)
      if (share.epoch !== epoch + 1) throw new WalletRefusal('EPOCH')
      if (!(await isLive(share.deviceId, user.id, transaction))) throw new WalletRefusal('DEVICE_REVOKED')
      const key = await challenges.use({ nonce, kid, owner: user, deviceId: session.deviceId }, transaction)
      const text = walletChallengeText('stage', wallet.id, share.deviceId, share.epoch, nonce)
      if (!key || !(await areProved(accounts, proofs, text))) throw new WalletRefusal('WALLET_PROOF')
      await admit({ ...place, userId: user.id, ticket: recoveryTicket }, transaction)
      const s = await openUpload(key, share, { ...place, nonce })
      await wallets.forgetStaged(wallet.id, share.deviceId, transaction)
      await wallets.stage({ ...place, s, x: share.x, r: share.r }, user, transaction)
      s.fill(0)
      const detail = { device: share.deviceId, epoch: share.epoch }
      await audit.record({ actor: session.id, action: 'epoch.stage', object: wallet.id, detail }, transaction)
    })
    return staged
  }

  /** A device that has shares may have new ones; one that has none shows that it recovered the wallet. */
  async function admit(
    {
      walletId,
      deviceId,
      userId,
      ticket,
    }: { walletId: string; deviceId: string; userId: string; ticket: string | undefined },
    connection: Connection,
  ): Promise<void> {
    if (ticket !== undefined) {
      const isGood = await recoveries.useTicket({ ticket, userId, walletId, deviceId }, connection)
      if (!isGood) throw new WalletRefusal('WALLET_STATE')
    } else if (!(await wallets.share(walletId, deviceId, 'active', connection))) {
      throw new WalletRefusal('WALLET_STATE')
    }
  }

  async function activate({ params, body }: WalletRequestOf<'epochActivate'>, caller: WalletCaller) {
    const { user, session } = signedInOf(caller)
    const { deviceId, nonce, proofs } = body
    // Whoever holds the device's share proves it; nobody does so in its place.
    if (deviceId !== session.deviceId) throw new WalletRefusal('WALLET_STATE')
    const wallet = await active(params.id, user.id)
    const accounts = await wallets.accountsOf(wallet.id)
    const answer = { state: 'active' as const, epoch: params.epoch }
    const held = await wallets.share(wallet.id, deviceId, 'active')
    // The answer was lost, and the device asks again: it has proved it already.
    if (held?.epoch === params.epoch) return answer

    await db.query.transaction(async (transaction) => {
      await wallets.lock(user.id, transaction)
      const share = await wallets.share(wallet.id, deviceId, 'staged', transaction)
      if (share?.epoch !== params.epoch) throw new WalletRefusal('WALLET_STATE')
      const key = await challenges.use({ nonce, owner: user, deviceId }, transaction)
      const text = walletChallengeText('activate-epoch', wallet.id, deviceId, params.epoch, nonce)
      if (!key || !(await areProved(accounts, proofs, text))) throw new WalletRefusal('WALLET_PROOF')
      if (!(await wallets.renew(wallet.id, share, transaction))) throw new WalletRefusal('EPOCH')
      const detail = { device: deviceId, epoch: params.epoch }
      await audit.record(
        { actor: session.id, action: 'epoch.activate', object: wallet.id, detail },
        transaction,
      )
    })
    return answer
  }

  return { epochStage: stage, epochActivate: activate } satisfies WalletHandlers
}

/** A window has no share of its own: it works for the frame that opened it. */
const isFor = ({ deviceId, openedBy }: LiveSession, target: string): boolean =>
  target === (openedBy ?? deviceId)
