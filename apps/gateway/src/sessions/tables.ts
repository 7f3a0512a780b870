/** The tables of smart sessions as the code sees them; migrations make them. */
import type { NetworkId } from '@latchkey/spec/caip'
import { isNotNull } from 'drizzle-orm'
import {
  bigint,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A permission, a policy or a signer: its kind is open, its data was bounded when it came in. */
export interface Typed {
  readonly type: string
  readonly data?: unknown
}

export const smartSessions = pgTable(
  'smart_sessions',
  {
    pci: uuid('pci').primaryKey(),
    projectId: text('project_id').notNull(),
    networkId: text('network_id').$type<NetworkId>(),
    address: text('address').notNull(),
    /** Unix seconds. */
    expiry: bigint('expiry', { mode: 'number' }).notNull(),
    signer: jsonb('signer').$type<Typed>().notNull(),
    permissions: jsonb('permissions').$type<readonly Typed[]>().notNull(),
    policies: jsonb('policies').$type<readonly Typed[]>().notNull(),
    context: text('context'),
    publicKey: text('public_key').notNull(),
    sealedKey: text('sealed_key').notNull(),
    createdAt: moment('created_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** When the wallet saw it on the chain; null for what others activate. */
    grantedAt: moment('granted_at'),
  },
  (table) => [
    index('smart_sessions_by_account').on(table.address, table.createdAt),
    index('smart_sessions_by_expiry').on(table.expiry),
    index('smart_sessions_granted').on(table.address, table.grantedAt).where(isNotNull(table.grantedAt)),
  ],
)

export const smartSessionSpends = pgTable(
  'smart_session_spends',
  {
    pci: uuid('pci').notNull(),
    permission: smallint('permission').notNull(),
    /** Number of the period since the allowance began. */
    period: bigint('period', { mode: 'number' }).notNull(),
    /** Wei, in digits. */
    spent: text('spent').notNull(),
  },
  (table) => [
    primaryKey({ name: 'smart_session_spends_pkey', columns: [table.pci, table.permission, table.period] }),
  ],
)

export const smartSessionOperations = pgTable(
  'smart_session_operations',
  {
    pci: uuid('pci').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ name: 'smart_session_operations_pkey', columns: [table.pci, table.hash] })],
)
