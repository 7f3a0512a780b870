/** The tables of PINs and of recovery as the code sees them; migrations make them. `sealed` columns are ciphertext. */
import type { recoveryKinds } from '@latchkey/spec/walletApi'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** In the gateway's own tables the owner is an account, in the vault's it is a way of recovery. */
export const walletPins = pgTable(
  'wallet_pins',
  {
    owner: uuid('owner').primaryKey(),
    mac: text('mac').notNull(),
    tries: integer('tries').notNull(),
    setAt: moment('set_at').notNull(),
    /** Where it was forgotten: when another one can be set. */
    resetAt: moment('reset_at'),
    noticeAt: moment('notice_at'),
    keepHash: text('keep_hash'),
  },
  (table) => [uniqueIndex('wallet_pins_by_keep').on(table.keepHash)],
)

export type RecoveryKind = (typeof recoveryKinds)[number]

export const walletFactors = pgTable(
  'wallet_factors',
  {
    id: uuid('id').primaryKey(),
    walletId: uuid('wallet_id').notNull(),
    kind: text('kind').$type<RecoveryKind>().notNull(),
    passkeyId: text('passkey_id'),
    /** The recovery key as the device wrapped it; nobody here can open it. */
    rk: text('rk').notNull(),
    label: text('label'),
    createdAt: moment('created_at').notNull(),
    lastUsed: moment('last_used'),
  },
  (table) => [index('wallet_factors_by_wallet').on(table.walletId)],
)

export const walletRecoveries = pgTable(
  'wallet_recoveries',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    userId: uuid('user_id').notNull(),
    walletId: uuid('wallet_id').notNull(),
    factorId: uuid('factor_id').notNull(),
    /** The session that asked, and the device that is to get shares. */
    sessionId: uuid('session_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** Whose R was given out, so that S is of the same split. */
    sourceDevice: uuid('source_device').notNull(),
    sourceEpoch: integer('source_epoch').notNull(),
    openedAt: moment('opened_at').notNull(),
    provedAt: moment('proved_at'),
    usedAt: moment('used_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('wallet_recoveries_by_user').on(table.userId, table.openedAt),
    index('wallet_recoveries_by_device').on(table.deviceId, table.usedAt),
  ],
)
