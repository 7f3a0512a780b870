/** The tables of sign-in as the code sees them; migrations make them. */
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const signInNonces = pgTable(
  'sign_in_nonces',
  {
    nonce: text('nonce').primaryKey(),
    projectId: text('project_id').notNull(),
    origin: text('origin'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_in_nonces_by_end').on(table.expiresAt)],
)

export const signInAccounts = pgTable(
  'sign_in_accounts',
  {
    id: uuid('id').primaryKey(),
    projectId: text('project_id').notNull(),
    account: text('account').notNull(),
    metadata: jsonb('metadata').$type<Readonly<Record<string, unknown>>>(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at'),
  },
  (table) => [uniqueIndex('sign_in_accounts_once').on(table.projectId, table.account)],
)

export const signInSessions = pgTable(
  'sign_in_sessions',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    projectId: text('project_id').notNull(),
    claims: jsonb('claims').$type<Readonly<Record<string, string>>>().notNull(),
    refreshDigest: text('refresh_digest').notNull(),
    previousDigests: text('previous_digests').array().notNull(),
    /** What came after the last one that was used, sealed with it; for a short while. */
    successorSealed: text('successor_sealed'),
    refreshedAt: moment('refreshed_at').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('sign_in_sessions_by_end').on(table.expiresAt),
    index('sign_in_sessions_by_successor').on(table.refreshedAt).where(sql`successor_sealed is not null`),
  ],
)
