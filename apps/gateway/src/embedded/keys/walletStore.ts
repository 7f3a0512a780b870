/** Wallets and their shares in the database. Whoever reads a row of another person gets nothing. */
import { type HpkeSealed, type WalletAccount, walletLimits } from '@latchkey/spec/walletApi'
import { and, asc, count, desc, eq, inArray, lt, ne } from 'drizzle-orm'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { walletAccounts, walletDevices, walletShares, walletWallets } from '../../store/schema.js'
import type { Connection } from '../audit.js'
import type { FieldOwner, Fields } from '../fields.js'
import { lockUser } from '../users.js'

export type WalletRow = typeof walletWallets.$inferSelect
export type ShareRow = typeof walletShares.$inferSelect

export interface NewShare {
  readonly walletId: string
  readonly deviceId: string
  readonly epoch: number
  /** 17 bytes; sealed before they are stored. */
  readonly s: Buffer
  readonly x: number
  readonly r: HpkeSealed
}

export interface WalletStore {
  find(id: string, userId: string, connection?: Connection): Promise<WalletRow | undefined>
  /** The one that is used; else the newest that waits to be. */
  ofUser(userId: string, connection?: Connection): Promise<WalletRow[]>
  accountsOf(walletId: string): Promise<WalletAccount[]>
  /** Nobody else makes, activates or loses a wallet of this person before the transaction is over. */
  lock(userId: string, connection: Connection): Promise<void>
  /** Nobody has seen an address of what this device left waiting. */
  forgetPending(userId: string, deviceId: string, connection: Connection): Promise<void>
  /** Whether a wallet would have no active share left without this device. */
  isLastHolder(deviceId: string, connection: Connection): Promise<boolean>
  /** False where an address belongs to another wallet, or the id is taken. */
  add(
    wallet: Pick<WalletRow, 'id' | 'userId' | 'rkPub' | 'kcv'>,
    accounts: readonly WalletAccount[],
    connection: Connection,
  ): Promise<boolean>
  stage(share: NewShare, owner: FieldOwner, connection: Connection): Promise<void>
  share(
    walletId: string,
    deviceId: string,
    state: ShareRow['state'],
    connection?: Connection,
  ): Promise<ShareRow | undefined>
  /** The newest that was active; it never falls (I5). */
  epochOf(walletId: string): Promise<number>
  openShare(row: ShareRow, owner: FieldOwner): Promise<Buffer>
  /** False where it was not waiting, or another device of the person has activated one. The device counts from now on. */
  activate(wallet: WalletRow, share: ShareRow, connection: Connection): Promise<boolean>
  /** What this device staged before and never proved. */
  forgetStaged(walletId: string, deviceId: string, connection: Connection): Promise<void>
  /** The staged share takes the place of the device's active one; false where the wallet has gone on meanwhile. */
  renew(walletId: string, share: ShareRow, connection: Connection): Promise<boolean>
  /** Deletes the shares of a device: what is not there cannot be read (I18). */
  forgetShares(deviceId: string, connection: Connection): Promise<void>
  prune(): Promise<void>
}

export function createWalletStore({
  db,
  clock,
  fields,
}: {
  db: Db
  clock: Clock
  fields: Fields
}): WalletStore {
  const now = () => new Date(clock.now())
  const place = ({ walletId, deviceId, epoch }: Pick<ShareRow, 'walletId' | 'deviceId' | 'epoch'>) => ({
    table: 'wallet_shares',
    column: 's_sealed',
    row: `${walletId} ${deviceId} ${epoch}`,
  })

  /** From now on it holds a share; false where it was removed. */
  async function activateDevice(deviceId: string, connection: Connection): Promise<boolean> {
    const isLive = and(eq(walletDevices.id, deviceId), ne(walletDevices.state, 'revoked'))
    const [device] = await connection.update(walletDevices).set({ state: 'active' }).where(isLive).returning()
    return device !== undefined
  }

  return {
    async find(id, userId, connection = db.query) {
      const isIt = and(eq(walletWallets.id, id), eq(walletWallets.userId, userId))
      const [row] = await connection.select().from(walletWallets).where(isIt)
      return row
    },

    ofUser: (userId, connection = db.query) =>
      connection
        .select()
        .from(walletWallets)
        .where(eq(walletWallets.userId, userId))
        .orderBy(asc(walletWallets.state), desc(walletWallets.createdAt)),

    async accountsOf(walletId) {
      const rows = await db.query
        .select()
        .from(walletAccounts)
        .where(eq(walletAccounts.walletId, walletId))
        .orderBy(asc(walletAccounts.place))
      return rows.map(({ namespace, type, address, publicKey, path, owner }) => ({
        namespace,
        type,
        address,
        ...(publicKey === null ? {} : { publicKey }),
        ...(path === null ? {} : { path }),
        ...(owner === null ? {} : { owner }),
      }))
    },

    lock: lockUser,

    async forgetPending(userId, deviceId, connection) {
      const left = connection
        .select({ id: walletShares.walletId })
        .from(walletShares)
        .where(and(eq(walletShares.deviceId, deviceId), eq(walletShares.state, 'staged')))
      const isPending = and(eq(walletWallets.userId, userId), eq(walletWallets.state, 'pending'))
      await connection.delete(walletWallets).where(and(isPending, inArray(walletWallets.id, left)))
    },

    async isLastHolder(deviceId, connection) {
      const isActive = eq(walletShares.state, 'active')
      const [held] = await connection
        .select({ walletId: walletShares.walletId })
        .from(walletShares)
        .where(and(isActive, eq(walletShares.deviceId, deviceId)))
      if (!held) return false
      const isOther = and(eq(walletShares.walletId, held.walletId), ne(walletShares.deviceId, deviceId))
      const [others] = await connection
        .select({ many: count() })
        .from(walletShares)
        .where(and(isActive, isOther))
      return others?.many === 0
    },

    async add(wallet, accounts, connection) {
      const row = { ...wallet, state: 'pending' as const, createdAt: now() }
      const [made] = await connection.insert(walletWallets).values(row).onConflictDoNothing().returning()
      if (!made) return false
      const rows = accounts.map((account, index) => ({ walletId: wallet.id, place: index, ...account }))
      const kept = await connection.insert(walletAccounts).values(rows).onConflictDoNothing().returning()
      return kept.length === rows.length
    },

    async stage(share, owner, connection) {
      const { walletId, deviceId, epoch, s, x, r } = share
      const sSealed = await fields.seal(place(share), s, owner)
      await connection
        .insert(walletShares)
        .values({ walletId, deviceId, epoch, state: 'staged', sSealed, x, r, createdAt: now() })
    },

    async share(walletId, deviceId, state, connection = db.query) {
      const isIt = and(
        eq(walletShares.walletId, walletId),
        eq(walletShares.deviceId, deviceId),
        eq(walletShares.state, state),
      )
      const [row] = await connection
        .select()
        .from(walletShares)
        .where(isIt)
        .orderBy(desc(walletShares.epoch))
        .limit(1)
      return row
    },

    async epochOf(walletId) {
      const [row] = await db.query
        .select({ epoch: walletWallets.epoch })
        .from(walletWallets)
        .where(eq(walletWallets.id, walletId))
      return row?.epoch ?? 0
    },

    async forgetStaged(walletId, deviceId, connection) {
      const isTheirs = and(eq(walletShares.walletId, walletId), eq(walletShares.deviceId, deviceId))
      await connection.delete(walletShares).where(and(isTheirs, eq(walletShares.state, 'staged')))
    },

    async renew(walletId, { deviceId, epoch }, connection) {
      const isNext = and(eq(walletWallets.id, walletId), eq(walletWallets.epoch, epoch - 1))
      const [wallet] = await connection.update(walletWallets).set({ epoch }).where(isNext).returning()
      const isTheirs = and(eq(walletShares.walletId, walletId), eq(walletShares.deviceId, deviceId))
      await connection.delete(walletShares).where(and(isTheirs, eq(walletShares.state, 'active')))
      const [held] = await connection
        .update(walletShares)
        .set({ state: 'active' })
        .where(and(isTheirs, eq(walletShares.epoch, epoch)))
        .returning()
      return wallet !== undefined && held !== undefined && (await activateDevice(deviceId, connection))
    },

    openShare: (row, owner) => fields.open(place(row), row.sSealed, owner),

    async activate(wallet, share, connection) {
      const isInUse = and(eq(walletWallets.userId, wallet.userId), ne(walletWallets.state, 'pending'))
      const [other] = await connection.select({ id: walletWallets.id }).from(walletWallets).where(isInUse)
      if (other) return false
      const isPending = and(eq(walletWallets.id, wallet.id), eq(walletWallets.state, 'pending'))
      const [active] = await connection
        .update(walletWallets)
        .set({ state: 'active', activatedAt: now() })
        .where(isPending)
        .returning()
      const isStaged = and(
        eq(walletShares.walletId, wallet.id),
        eq(walletShares.deviceId, share.deviceId),
        eq(walletShares.epoch, share.epoch),
        eq(walletShares.state, 'staged'),
      )
      const [held] = await connection
        .update(walletShares)
        .set({ state: 'active' })
        .where(isStaged)
        .returning()
      return active !== undefined && held !== undefined && (await activateDevice(share.deviceId, connection))
    },

    async forgetShares(deviceId, connection) {
      await connection.delete(walletShares).where(eq(walletShares.deviceId, deviceId))
    },

    async prune() {
      const oldest = new Date(clock.now() - walletLimits.pendingWalletLife)
      const isOver = and(eq(walletWallets.state, 'pending'), lt(walletWallets.createdAt, oldest))
      await db.query.delete(walletWallets).where(isOver)
      // New shares that nobody proved: whoever wanted them begins anew, and nobody else finds them.
      const isLeft = and(eq(walletShares.state, 'staged'), lt(walletShares.createdAt, oldest))
      await db.query.delete(walletShares).where(isLeft)
    },
  }
}
