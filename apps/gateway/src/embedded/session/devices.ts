/** Devices: a browser in the partition of one page, known by its key, with the key of the capsule that its page keeps. */
import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { type CapsuleClaim, capsuleAad, hkdfInfos, walletLimits } from '@latchkey/spec/walletApi'
import { and, count, eq, ne } from 'drizzle-orm'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { walletDevices } from '../../store/schema.js'
import type { Connection } from '../audit.js'
import type { Fields } from '../fields.js'
import { WalletRefusal } from '../http/refusal.js'
import { isSame } from './dpop.js'

export type Device = typeof walletDevices.$inferSelect

export interface Devices {
  ofKey(
    owner: Pick<Device, 'userId' | 'jkt' | 'projectId' | 'origin' | 'kind'>,
    connection: Connection,
  ): Promise<Device>
  find(id: string): Promise<Device | undefined>
  /** Whether this key has signed in to this account before. */
  isKnown(userId: string, jkt: string): Promise<boolean>
  /** Whether the page really holds what the frame of this device wrote for it, under this origin. */
  isClaimRight(claim: CapsuleClaim, origin: string): Promise<Device | undefined>
  /** K_cap, for the frame alone; see `capsuleKey` of the contract. */
  capsuleKey(device: Device): Promise<Buffer>
  /** Before its sessions and their tokens, as they go with it when it is removed: otherwise each would wait for the other. */
  lock(id: string, connection: Connection): Promise<void>
  seen(id: string, connection: Connection): Promise<void>
  rekey(id: string, jkt: string, connection: Connection): Promise<void>
  listOf(userId: string): Promise<Device[]>
  label(id: string, label: string): Promise<void>
}

export function createDevices({ db, clock, fields }: { db: Db; clock: Clock; fields: Fields }): Devices {
  const now = () => new Date(clock.now())
  const capsulePlace = (id: string) => ({ table: 'wallet_devices', column: 'capsule_key_sealed', row: id })
  const isLive = ne(walletDevices.state, 'revoked')

  /**
   * Frames and windows each have their own places, and whoever holds no share gives way: the one that was not seen for
   * the longest. So nobody who merely signed in, however often, keeps the owner out of a new device or window.
   */
  async function makeRoom(
    { userId, kind }: Pick<Device, 'userId' | 'kind'>,
    connection: Connection,
  ): Promise<void> {
    const isOwn = and(eq(walletDevices.userId, userId), eq(walletDevices.kind, kind), isLive)
    const [{ devices: many } = { devices: 0 }] = await connection
      .select({ devices: count() })
      .from(walletDevices)
      .where(isOwn)
    if (many < walletLimits.devicesPerUser) return
    const [idle] = await connection
      .select({ id: walletDevices.id })
      .from(walletDevices)
      .where(and(isOwn, eq(walletDevices.state, 'pending')))
      .orderBy(walletDevices.lastSeen)
      .limit(1)
    if (!idle) throw new WalletRefusal('TOO_MANY_DEVICES')
    // Its sessions go with it. Asked once more: it may have got a share just now.
    const isIdle = and(eq(walletDevices.id, idle.id), eq(walletDevices.state, 'pending'))
    await connection.delete(walletDevices).where(isIdle)
  }

  const devices: Devices = {
    async ofKey(owner, connection) {
      const isIt = and(eq(walletDevices.userId, owner.userId), eq(walletDevices.jkt, owner.jkt), isLive)
      // Held: nobody makes room in its place, or opens another session of it, before this one is open.
      const find = async () => {
        const [row] = await connection.select().from(walletDevices).where(isIt).for('no key update')
        return row
      }
      const known = await find()
      if (known) return known
      await makeRoom(owner, connection)
      const id = randomUUID()
      const row = {
        ...owner,
        id,
        capsuleKeySealed: await fields.seal(capsulePlace(id), randomBytes(32)),
        state: 'pending' as const,
        createdAt: now(),
        lastSeen: now(),
      }
      const [made] = await connection.insert(walletDevices).values(row).onConflictDoNothing().returning()
      const device = made ?? (await find())
      if (!device) throw new Error('A device was neither found nor made.')
      return device
    },

    async find(id) {
      const [row] = await db.query
        .select()
        .from(walletDevices)
        .where(and(eq(walletDevices.id, id), isLive))
      return row
    },

    async isKnown(userId, jkt) {
      const isIt = and(eq(walletDevices.userId, userId), eq(walletDevices.jkt, jkt), isLive)
      const [row] = await db.query.select({ id: walletDevices.id }).from(walletDevices).where(isIt)
      return row !== undefined
    },

    async isClaimRight(claim, origin) {
      const device = await devices.find(claim.deviceId)
      if (!device || device.origin !== origin) return undefined
      const root = await devices.capsuleKey(device)
      const key = Buffer.from(hkdfSync('sha256', root, '', hkdfInfos.capsuleProof(), 32))
      const { projectId, userId, id } = device
      const text = capsuleAad({
        projectId: projectId ?? undefined,
        origin,
        userId,
        deviceId: id,
        epoch: claim.epoch,
      })
      const due = createHmac('sha256', key).update(text).digest('base64url')
      return isSame(due, claim.proof) ? device : undefined
    },

    capsuleKey: (device) => fields.open(capsulePlace(device.id), device.capsuleKeySealed),

    async lock(id, connection) {
      const isIt = eq(walletDevices.id, id)
      await connection.select({ id: walletDevices.id }).from(walletDevices).where(isIt).for('no key update')
    },

    async seen(id, connection) {
      await connection.update(walletDevices).set({ lastSeen: now() }).where(eq(walletDevices.id, id))
    },

    async rekey(id, jkt, connection) {
      await connection.update(walletDevices).set({ jkt, lastSeen: now() }).where(eq(walletDevices.id, id))
    },

    listOf: (userId) =>
      db.query
        .select()
        .from(walletDevices)
        .where(and(eq(walletDevices.userId, userId), isLive))
        .orderBy(walletDevices.createdAt),

    async label(id, label) {
      await db.query.update(walletDevices).set({ label }).where(eq(walletDevices.id, id))
    },
  }
  return devices
}
