/** The devices of an account: named, listed, removed, and the key of the capsule that the page of one keeps. */
import { capsuleKeyAad } from '@latchkey/spec/walletApi'
import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { walletDevices, walletSessions } from '../../store/schema.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletHandlers } from '../http/walletRoute.js'
import { locksLetter } from '../mail/letters.js'
import { tellOwner } from '../mail/tellOwner.js'
import type { EmbeddedParts } from '../parts.js'
import { signedInOf } from '../session/sessionHandlers.js'
import { sealed } from './walletHandlers.js'
import type { WalletStore } from './walletStore.js'

export interface DeviceParts {
  readonly parts: Pick<EmbeddedParts, 'db' | 'clock' | 'audit' | 'devices' | 'users' | 'outbox' | 'limits'>
  readonly wallets: WalletStore
}

/** Its own sessions, and those of windows that it opened; but for the window in which it is being removed. */
const isFrom = (deviceId: string, window: string) =>
  or(
    eq(walletSessions.deviceId, deviceId),
    and(eq(walletSessions.openedBy, deviceId), ne(walletSessions.id, window)),
  )

export function createDeviceHandlers({ parts, wallets }: DeviceParts) {
  const { db, clock, audit, devices } = parts

  return {
    async deviceLabel({ body }, caller) {
      const { session } = signedInOf(caller)
      await devices.label(session.deviceId, body.label)
      return { id: session.deviceId }
    },

    async deviceList(_, caller) {
      const { user, session } = signedInOf(caller)
      const rows = await devices.listOf(user.id)
      return {
        now: clock.now(),
        devices: rows.map(({ id, kind, origin, label, state, createdAt, lastSeen }) => ({
          id,
          kind,
          origin,
          ...(label === null ? {} : { label }),
          state: state === 'active' ? ('active' as const) : ('pending' as const),
          hasShare: state === 'active',
          // A window is a device of its own; the person sits at the one of the page that opened it.
          isThis: id === (session.openedBy ?? session.deviceId),
          createdAt: createdAt.getTime(),
          lastSeen: lastSeen.getTime(),
        })),
      }
    },

    async deviceRevoke({ params }, caller) {
      const { user, session } = signedInOf(caller)
      await db.query.transaction(async (transaction) => {
        // Of two that remove each other's device at once, the second finds itself the last.
        await wallets.lock(user.id, transaction)
        const isOwn = and(eq(walletDevices.id, params.id), eq(walletDevices.userId, user.id))
        const [gone] = await transaction
          .update(walletDevices)
          .set({ state: 'revoked' })
          .where(isOwn)
          .returning()
        if (!gone) throw new WalletRefusal('NOT_FOUND')
        if (await wallets.isLastHolder(gone.id, transaction)) throw new WalletRefusal('DEVICE_LAST')
        await wallets.forgetShares(gone.id, transaction)
        await transaction
          .update(walletSessions)
          .set({ endedAt: new Date(clock.now()), endReason: 'device removed' })
          .where(and(isFrom(gone.id, session.id), isNull(walletSessions.endedAt)))
        await audit.record({ actor: session.id, action: 'device.revoke', object: gone.id }, transaction)
      })
      await tellOwner(parts, user, 'device-removed', locksLetter({ news: 'device-removed', at: clock.now() }))
      return {}
    },

    async capsuleKey({ params, body }, caller) {
      const { session, level } = signedInOf(caller)
      const device = await devices.find(session.deviceId)
      if (params.id !== session.deviceId || !device) throw new WalletRefusal('DEVICE_REVOKED')
      // The key that writes also opens. Before there is a share there is nothing to open.
      const isGuarded = body.purpose === 'open' || device.state === 'active'
      if (isGuarded && level < 2) throw new WalletRefusal('AAL')
      const key = await devices.capsuleKey(device)
      return { key: await sealed(body.hpkePub, key, capsuleKeyAad(device.id, body.purpose)) }
    },
  } satisfies WalletHandlers
}
