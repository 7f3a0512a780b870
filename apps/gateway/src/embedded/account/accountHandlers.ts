/** Who somebody is, the devices they are signed in on, and which account they like best. */
import { defaultAccountTypes } from '@latchkey/spec/states'
import { eq } from 'drizzle-orm'
import { walletDevices, walletSessions, walletUsers } from '../../store/schema.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletHandlers } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import { signedInOf } from '../session/sessionHandlers.js'

export function createAccountHandlers(parts: EmbeddedParts) {
  const { db, clock, users, devices, wallets, audit } = parts

  return {
    async me(_, caller) {
      const { user, session, level } = signedInOf(caller)
      const [email, userName, identities, passkeys, wallet, facts] = await Promise.all([
        users.emailOf(user),
        users.nameOf(user),
        users.identitiesOf(user.id),
        users.passkeysOf(user.id),
        wallets.describe(user.id),
        wallets.factsOf(user.id, session.deviceId),
      ])
      return {
        userId: user.id,
        ...(email === undefined ? {} : { email }),
        ...(userName === undefined ? {} : { userName }),
        identities: identities.map(({ provider, createdAt }) => ({
          // The table holds only providers of the contract.
          provider: provider as 'farcaster',
          since: createdAt.getTime(),
        })),
        passkeys: passkeys.map((each) => ({
          id: each.id,
          publicKey: each.publicKey,
          ...(each.label === null ? {} : { label: each.label }),
          isSynced: each.isSynced,
          hasPrf: each.hasPrf,
          createdAt: each.createdAt.getTime(),
          ...(each.lastUsed === null ? {} : { lastUsed: each.lastUsed.getTime() }),
        })),
        hasPin: facts.hasPin,
        level,
        ...(wallet === undefined ? {} : { wallet }),
        preferredAccountTypes: { ...defaultAccountTypes, ...user.preferred },
        ...(user.holdUntil && user.holdUntil.getTime() > clock.now()
          ? { holdUntil: user.holdUntil.getTime() }
          : {}),
        now: clock.now(),
      }
    },

    async preferAccount({ params, body }, caller) {
      const { user } = signedInOf(caller)
      const preferred = { ...user.preferred, [params.namespace]: body.type }
      await db.query.update(walletUsers).set({ preferred }).where(eq(walletUsers.id, user.id))
      return { type: body.type }
    },

    async deviceList(_, caller) {
      const { user, session } = signedInOf(caller)
      const list = await devices.listOf(user.id)
      return {
        devices: await Promise.all(
          list.map(async (device) => ({
            id: device.id,
            kind: device.kind,
            origin: device.origin,
            ...(device.label === null ? {} : { label: device.label }),
            state: device.state === 'active' ? ('active' as const) : ('pending' as const),
            hasShare: (await wallets.factsOf(user.id, device.id)).hasShare,
            isThis: device.id === session.deviceId,
            createdAt: device.createdAt.getTime(),
            lastSeen: device.lastSeen.getTime(),
          })),
        ),
        now: clock.now(),
      }
    },

    async deviceLabel({ body }, caller) {
      const { session } = signedInOf(caller)
      await devices.label(session.deviceId, body.label)
      return { id: session.deviceId }
    },

    /** The room of keys takes the shares away in the same transaction, by `onRevoke`. */
    async deviceRevoke({ params }, caller) {
      const { user } = signedInOf(caller)
      const device = await devices.find(params.id)
      if (!device || device.userId !== user.id) throw new WalletRefusal('NOT_FOUND')
      await db.query.transaction(async (transaction) => {
        const revoked = { state: 'revoked' as const }
        await transaction.update(walletDevices).set(revoked).where(eq(walletDevices.id, device.id))
        const ended = { endedAt: new Date(clock.now()), endReason: 'device removed' }
        await transaction.update(walletSessions).set(ended).where(eq(walletSessions.deviceId, device.id))
        await wallets.onRevoke(device.id, transaction)
        await audit.record({ actor: user.id, action: 'device.removed', object: device.id }, transaction)
      })
      return {}
    },
  } satisfies WalletHandlers
}
