/** The tables of wallets and shares as the code sees them; migrations make them. `sealed` columns are ciphertext. */
import type { HpkeSealed, WalletAccount } from '@latchkey/spec/walletApi'
import { sql } from 'drizzle-orm'
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const walletWallets = pgTable(
  'wallet_wallets',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    state: text('state', { enum: ['pending', 'active', 'locked'] }).notNull(),
    rkPub: text('rk_pub').notNull(),
    kcv: text('kcv').notNull(),
    /** Only rises. */
    epoch: integer('epoch').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    activatedAt: moment('activated_at'),
    exportedAt: moment('exported_at'),
  },
  (table) => [
    uniqueIndex('wallet_wallets_by_user').on(table.userId).where(sql`state <> 'pending'`),
    index('wallet_wallets_by_age').on(table.createdAt).where(sql`state = 'pending'`),
  ],
)

export const walletAccounts = pgTable(
  'wallet_accounts',
  {
    walletId: uuid('wallet_id').notNull(),
    place: integer('place').notNull(),
    namespace: text('namespace').$type<WalletAccount['namespace']>().notNull(),
    type: text('type').$type<WalletAccount['type']>().notNull(),
    address: text('address').notNull(),
    publicKey: text('public_key'),
    path: text('path'),
    /** Of a smart account; others have none. */
    owner: text('owner'),
  },
  (table) => [
    primaryKey({ name: 'wallet_accounts_pkey', columns: [table.walletId, table.place] }),
    uniqueIndex('wallet_accounts_by_address').on(table.namespace, table.address),
  ],
)

export const walletShares = pgTable(
  'wallet_shares',
  {
    walletId: uuid('wallet_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    epoch: integer('epoch').notNull(),
    state: text('state', { enum: ['staged', 'active'] }).notNull(),
    sSealed: text('s_sealed').notNull(),
    x: integer('x').notNull(),
    r: jsonb('r').$type<HpkeSealed>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'wallet_shares_pkey', columns: [table.walletId, table.deviceId, table.epoch] }),
    uniqueIndex('wallet_shares_by_device').on(table.deviceId).where(sql`state = 'active'`),
  ],
)

export const walletChallenges = pgTable(
  'wallet_challenges',
  {
    nonce: text('nonce').primaryKey(),
    kid: text('kid').notNull(),
    userId: uuid('user_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    keySealed: text('key_sealed').notNull(),
    usedAt: moment('used_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('wallet_challenges_by_end').on(table.expiresAt),
    index('wallet_challenges_by_device').on(table.userId, table.deviceId),
  ],
)
