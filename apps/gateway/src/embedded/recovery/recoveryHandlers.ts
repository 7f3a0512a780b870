/** Ways of recovery: listed, added, taken away, opened. S goes only to whoever shows that a factor really opened `rk`. */
import { hours } from '@latchkey/spec/limits'
import { recoveryProofText, shareAad, type WalletRequestOf, walletLimits } from '@latchkey/spec/walletApi'
import type { Connection } from '../audit.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import { sealed } from '../keys/walletHandlers.js'
import type { WalletRow, WalletStore } from '../keys/walletStore.js'
import { recoveryLetter } from '../mail/letters.js'
import { tellOwner } from '../mail/tellOwner.js'
import type { EmbeddedParts } from '../parts.js'
import { admitFactor } from '../pin/admitFactor.js'
import { countChange } from '../pin/countChange.js'
import { signedInOf } from '../session/sessionHandlers.js'
import { refuseHeld, refuseNew } from './holds.js'
import { type FactorRow, isSignedBy, type Recoveries } from './recoveries.js'

export interface RecoveryParts {
  readonly parts: EmbeddedParts
  readonly wallets: WalletStore
  readonly recoveries: Recoveries
}

export function createRecoveryHandlers({ parts, wallets, recoveries }: RecoveryParts) {
  const { db, clock, users, sessions, limits, audit } = parts

  async function activeWallet(userId: string): Promise<WalletRow> {
    const [wallet] = await wallets.ofUser(userId)
    if (wallet?.state !== 'active') throw new WalletRefusal('WALLET_STATE')
    return wallet
  }

  /** The first way at the level of a first factor, every further one at level 3. */
  async function admit(
    caller: WalletCaller,
    ways: readonly FactorRow[],
    connection?: Connection,
  ): Promise<void> {
    if (ways.length === 0) await admitFactor(parts, caller, connection)
    else if (signedInOf(caller).level < 3) throw new WalletRefusal('AAL')
  }

  const tell = (caller: WalletCaller, what: Parameters<typeof recoveryLetter>[0]['what']) =>
    tellOwner(parts, signedInOf(caller).user, `recovery-${what}`, recoveryLetter({ what, at: clock.now() }))

  async function add({ body }: WalletRequestOf<'recoveryAdd'>, caller: WalletCaller) {
    const { user } = signedInOf(caller)
    const wallet = await activeWallet(user.id)
    const { id, kind, passkeyId, rk, label } = body
    const row = { id, walletId: wallet.id, kind, rk, passkeyId: passkeyId ?? null, label: label ?? null }
    // Decided under the lock: of two first ways at once, one is the second, and a passkey is not removed meanwhile.
    const isFurther = await db.query.transaction(async (transaction) => {
      await wallets.lock(user.id, transaction)
      const ways = await recoveries.factorsOf(wallet.id, transaction)
      const same = ways.find((each) => each.id === id)
      // The answer was lost: it is there already.
      if (same?.rk === rk && same.kind === kind) return false
      await admit(caller, ways, transaction)
      const isPasskey = kind === 'passkey'
      const own = isPasskey ? await users.passkeysOf(user.id, transaction) : []
      const isKnown = isPasskey ? own.some((each) => each.id === passkeyId) : passkeyId === undefined
      if (!isKnown) throw new WalletRefusal('FACTOR_UNKNOWN')
      const isTwice = same || (kind === 'vault' && ways.some((each) => each.kind === 'vault'))
      if (isTwice || ways.length >= walletLimits.recoveryFactors) throw new WalletRefusal('WALLET_STATE')
      await countChange(limits, user.id, 'recovery', transaction)
      if (!(await recoveries.add(row, transaction))) throw new WalletRefusal('WALLET_STATE')
      const detail = { kind }
      await audit.record({ actor: user.id, action: 'recovery.added', object: id, detail }, transaction)
      return ways.length > 0
    })
    if (isFurther) await tell(caller, 'added')
    return { id }
  }

  async function remove({ params }: WalletRequestOf<'recoveryRemove'>, caller: WalletCaller) {
    const { user } = signedInOf(caller)
    const wallet = await activeWallet(user.id)
    refuseHeld(user.holdUntil, clock.now())
    await db.query.transaction(async (transaction) => {
      await wallets.lock(user.id, transaction)
      const ways = await recoveries.factorsOf(wallet.id, transaction)
      const way = ways.find(({ id }) => id === params.id)
      if (!way) throw new WalletRefusal('FACTOR_UNKNOWN')
      const needed = way.kind === 'vault' ? 2 : 1
      if (ways.length - 1 < needed) throw new WalletRefusal('FACTOR_LAST')
      await recoveries.remove(way.id, transaction)
      const detail = { kind: way.kind }
      await audit.record({ actor: user.id, action: 'recovery.removed', object: way.id, detail }, transaction)
    })
    await tell(caller, 'removed')
    return {}
  }

  async function open({ body }: WalletRequestOf<'recoveryOpen'>, caller: WalletCaller) {
    const { user, session } = signedInOf(caller)
    const wallet = await activeWallet(user.id)
    const factor = (await recoveries.factorsOf(wallet.id)).find(({ id }) => id === body.factorId)
    if (!factor) throw new WalletRefusal('FACTOR_UNKNOWN')
    if (factor.kind === 'vault') refuseHeld(user.holdUntil, clock.now())
    // By network: opening gives nothing without the factor, so that nobody has to be kept from it by somebody else.
    const key = `recover|${user.id}|${caller.network}`
    const wait = await limits.take([{ key, limit: walletLimits.recoveriesPerDay, window: hours(24) }])
    if (wait > 0) throw new WalletRefusal('STEPUP_LOCKED', { retryAfter: wait })
    const share = await recoveries.newestShare(wallet.id)
    if (!share) throw new WalletRefusal('WALLET_STATE')
    const { ticket, expiresAt } = await recoveries.open({
      userId: user.id,
      walletId: wallet.id,
      factorId: factor.id,
      sessionId: session.id,
      deviceId: session.openedBy ?? session.deviceId,
      sourceDevice: share.deviceId,
      sourceEpoch: share.epoch,
    })
    const detail = { factor: factor.id }
    await audit.record({ actor: session.id, action: 'recovery.opened', object: wallet.id, detail })
    return {
      walletId: wallet.id,
      rkPub: wallet.rkPub,
      kcv: wallet.kcv,
      accounts: await wallets.accountsOf(wallet.id),
      kind: factor.kind,
      rk: factor.rk,
      r: share.r,
      deviceId: share.deviceId,
      epoch: share.epoch,
      ticket,
      expiresAt: expiresAt.getTime(),
      now: clock.now(),
    }
  }

  async function prove({ body }: WalletRequestOf<'recoveryProve'>, caller: WalletCaller) {
    const { user, session } = signedInOf(caller)
    const row = await recoveries.find(body.ticket, session.id)
    const wallet = await activeWallet(user.id)
    const text = recoveryProofText(wallet.id, body.ticket, body.hpkePub)
    if (row?.walletId !== wallet.id || !isSignedBy(wallet.rkPub, text, body.signature))
      throw new WalletRefusal('RECOVERY_PROOF')
    const factor = (await recoveries.factorsOf(wallet.id)).find(({ id }) => id === row.factorId)
    // Taken away, or the address changed, since it was opened.
    if (!factor) throw new WalletRefusal('RECOVERY_PROOF')
    if (factor.kind === 'vault') refuseHeld(user.holdUntil, clock.now())
    const share = await recoveries.shareOf(wallet.id, row.sourceDevice, row.sourceEpoch)
    if (!share) throw new WalletRefusal('WALLET_STATE')
    await db.query.transaction(async (transaction) => {
      if (!(await recoveries.markProved(row, transaction))) throw new WalletRefusal('RECOVERY_PROOF')
      const detail = { factor: factor.id, device: row.deviceId }
      await audit.record(
        { actor: session.id, action: 'recovery.proved', object: wallet.id, detail },
        transaction,
      )
    })
    await sessions.prove(session.id, 'factor')
    await tell(caller, 'used')
    const { walletId, deviceId, epoch, x } = share
    const aad = shareAad({ purpose: 'recover', walletId, deviceId, epoch, bound: '' })
    return { s: await sealed(body.hpkePub, await wallets.openShare(share, user), aad), x, now: clock.now() }
  }

  return {
    async recoveryList(_, caller) {
      const [wallet] = await wallets.ofUser(signedInOf(caller).user.id)
      const rows = wallet?.state === 'active' ? await recoveries.factorsOf(wallet.id) : []
      return {
        now: clock.now(),
        factors: rows.map(({ id, kind, passkeyId, label, createdAt, lastUsed }) => ({
          id,
          kind,
          ...(passkeyId === null ? {} : { passkeyId }),
          ...(label === null ? {} : { label }),
          createdAt: createdAt.getTime(),
          ...(lastUsed === null ? {} : { lastUsed: lastUsed.getTime() }),
        })),
      }
    },

    recoveryAdd: add,
    recoveryRemove: remove,
    recoveryOpen: open,
    recoveryProve: prove,

    async factorShare({ body }, caller) {
      const { user, session } = signedInOf(caller)
      const wallet = await activeWallet(user.id)
      if (wallet.id !== body.walletId) throw new WalletRefusal('WALLET_STATE')
      await admit(caller, await recoveries.factorsOf(wallet.id))
      const share =
        session.openedBy === null ? undefined : await wallets.share(wallet.id, session.openedBy, 'active')
      if (!share) throw new WalletRefusal('WALLET_STATE')
      // Whoever has both shares has the wallet, whatever they were asked for.
      refuseHeld(user.holdUntil, clock.now())
      await refuseNew(recoveries, share.deviceId, clock.now())
      const { walletId, deviceId, epoch, x } = share
      await audit.record({ actor: session.id, action: 'share.factor', object: wallet.id })
      const aad = shareAad({ purpose: 'factor', walletId, deviceId, epoch, bound: '' })
      const s = await sealed(body.hpkePub, await wallets.openShare(share, user), aad)
      return { s, x, epoch, deviceId }
    },
  } satisfies WalletHandlers
}
