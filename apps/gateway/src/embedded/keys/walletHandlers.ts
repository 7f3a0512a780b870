/** Making a wallet without ever being able to lose one: staged, rebuilt by the device from what was stored, then active (2.5 of the design). */
import { shareAad, type WalletRequestOf, walletChallengeText } from '@latchkey/spec/walletApi'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import { signedInOf } from '../session/sessionHandlers.js'
import type { Challenges } from './challenges.js'
import { sealTo } from './hpke.js'
import { areProved } from './proofs.js'
import { openUpload } from './upload.js'
import type { WalletRow, WalletStore } from './walletStore.js'

export interface KeyParts {
  readonly parts: Pick<EmbeddedParts, 'db' | 'clock' | 'audit'>
  readonly wallets: WalletStore
  readonly challenges: Challenges
}

export function createWalletHandlers({ parts, wallets, challenges }: KeyParts) {
  const { db, clock, audit } = parts

  /** The caller's own; anybody else's is not there. */
  async function own(id: string, caller: WalletCaller): Promise<WalletRow> {
    const wallet = await wallets.find(id, signedInOf(caller).user.id)
    if (!wallet) throw new WalletRefusal('NOT_FOUND')
    return wallet
  }

  async function put({ params, body }: WalletRequestOf<'walletPut'>, caller: WalletCaller) {
    const { user, session } = signedInOf(caller)
    const before = await wallets.ofUser(user.id)
    const same = before.find(({ id }) => id === params.id)
    if (same) return { state: repeated(same, body) }
    if (before.some(({ state }) => state !== 'pending')) throw new WalletRefusal('WALLET_STATE')
    const { share, accounts, proofs, nonce, kid, rkPub, kcv } = body
    if (share.deviceId !== session.deviceId || share.epoch !== 1) throw new WalletRefusal('WALLET_STATE')

    await db.query.transaction(async (transaction) => {
      const key = await challenges.use({ nonce, kid, owner: user, deviceId: session.deviceId }, transaction)
      if (!key) throw new WalletRefusal('WALLET_PROOF')
      const place = { walletId: params.id, deviceId: share.deviceId, epoch: share.epoch }
      const text = walletChallengeText('create', params.id, share.deviceId, share.epoch, nonce)
      if (!(await areProved(accounts, proofs, text))) throw new WalletRefusal('WALLET_PROOF')
      const s = await openUpload(key, share, { ...place, nonce })
      const wallet = { id: params.id, userId: user.id, rkPub, kcv }
      await wallets.lock(user.id, transaction)
      // Asked again: another device may have activated one since.
      const others = await wallets.ofUser(user.id, transaction)
      if (others.some(({ state }) => state !== 'pending')) throw new WalletRefusal('WALLET_STATE')
      await wallets.forgetPending(user.id, session.deviceId, transaction)
      if (!(await wallets.add(wallet, accounts, transaction))) throw new WalletRefusal('ADDRESS_TAKEN')
      await wallets.stage({ ...place, s, x: share.x, r: share.r }, user, transaction)
      s.fill(0)
      await audit.record({ actor: session.id, action: 'wallet.stage', object: params.id }, transaction)
    })
    return { state: 'pending' as const }
  }

  async function activate({ params, body }: WalletRequestOf<'walletActivate'>, caller: WalletCaller) {
    const { user, session } = signedInOf(caller)
    const wallet = await own(params.id, caller)
    const accounts = await wallets.accountsOf(wallet.id)
    const answer = { state: 'active' as const, accounts }
    // The answer was lost, and the device asks again: it has proved it already.
    if (wallet.state === 'active' && (await wallets.share(wallet.id, session.deviceId, 'active')))
      return answer
    const share = await wallets.share(wallet.id, session.deviceId, 'staged')
    if (wallet.state !== 'pending' || !share || body.deviceId !== session.deviceId) {
      throw new WalletRefusal('WALLET_STATE')
    }
    const text = walletChallengeText('activate', wallet.id, share.deviceId, share.epoch, body.nonce)
    await db.query.transaction(async (transaction) => {
      await wallets.lock(user.id, transaction)
      const input = { nonce: body.nonce, owner: user, deviceId: session.deviceId }
      const key = await challenges.use(input, transaction)
      if (!key || !(await areProved(accounts, body.proofs, text))) throw new WalletRefusal('WALLET_PROOF')
      if (!(await wallets.activate(wallet, share, transaction))) throw new WalletRefusal('WALLET_STATE')
      await audit.record({ actor: session.id, action: 'wallet.activate', object: wallet.id }, transaction)
    })
    return answer
  }

  return {
    async walletChallenge(_, caller) {
      const { user, session } = signedInOf(caller)
      const { nonce, kid, publicKey, expiresAt } = await challenges.make(user, session.deviceId)
      return { nonce, hpke: { kid, publicKey }, expiresAt, now: clock.now() }
    },

    walletPut: put,
    walletActivate: activate,

    async walletShare({ params, body }, caller) {
      const { user, session } = signedInOf(caller)
      const wallet = await own(params.id, caller)
      const share = await wallets.share(wallet.id, session.deviceId, 'staged')
      if (!share || body.deviceId !== session.deviceId) throw new WalletRefusal('WALLET_STATE')
      if (share.epoch !== body.epoch) throw new WalletRefusal('EPOCH')
      const s = await wallets.openShare(share, user)
      const { walletId, deviceId, epoch, x } = share
      const aad = shareAad({ purpose: 'activate', walletId, deviceId, epoch, bound: '' })
      return { s: await sealed(body.hpkePub, s, aad), x }
    },

    async walletList(_, caller) {
      const { user, session } = signedInOf(caller)
      const rows = await wallets.ofUser(user.id)
      return {
        wallets: await Promise.all(
          rows.map(async ({ id, state, rkPub, kcv }) => {
            const share =
              (await wallets.share(id, session.deviceId, 'active')) ??
              (await wallets.share(id, session.deviceId, 'staged'))
            const accounts = await wallets.accountsOf(id)
            const held = share && { epoch: share.epoch, x: share.x, r: share.r }
            return { id, state, rkPub, kcv, accounts, ...(held && { share: held }) }
          }),
        ),
      }
    },
  } satisfies WalletHandlers
}

/** A call that is made again says the same; with other contents it is another call. */
function repeated(
  { state, rkPub, kcv }: WalletRow,
  body: WalletRequestOf<'walletPut'>['body'],
): 'pending' | 'active' {
  if (rkPub !== body.rkPub || kcv !== body.kcv || state === 'locked') throw new WalletRefusal('WALLET_STATE')
  return state
}

/** A point that is none is the caller's mistake. */
export async function sealed(receiver: string, plain: Buffer, aad: string) {
  try {
    return await sealTo(receiver, plain, aad)
  } catch {
    throw new WalletRefusal('BAD_REQUEST')
  } finally {
    plain.fill(0)
  }
}
