/** The tables of approvals, of what was spent and of answers given, as the code sees them; migrations make them. `sealed` columns are ciphertext. */
import type { ApprovalState, approvalSurfaces } from '@latchkey/spec/walletApi'
import { bigint, date, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const walletApprovals = pgTable(
  'wallet_approvals',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    walletId: uuid('wallet_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    projectId: text('project_id'),
    origin: text('origin').notNull(),
    method: text('method').notNull(),
    digest: text('digest').notNull(),
    payloadSealed: text('payload_sealed').notNull(),
    adviceSealed: text('advice_sealed').notNull(),
    surface: text('surface').$type<(typeof approvalSurfaces)[number]>().notNull(),
    /** What it is worth in cents of a dollar; null where nobody knows, or where it counts against no cap. */
    cents: bigint('cents', { mode: 'bigint' }),
    state: text('state').$type<ApprovalState>().notNull(),
    factor: text('factor', { enum: ['passkey', 'pin', 'none'] }),
    proofSealed: text('proof_sealed'),
    reference: text('reference'),
    createdAt: moment('created_at').notNull(),
    decidedAt: moment('decided_at'),
    releasedAt: moment('released_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('wallet_approvals_by_user').on(table.userId, table.createdAt),
    index('wallet_approvals_by_age').on(table.createdAt),
  ],
)

export const walletSpendings = pgTable(
  'wallet_spendings',
  {
    approvalId: uuid('approval_id').primaryKey(),
    walletId: uuid('wallet_id').notNull(),
    projectId: text('project_id'),
    day: date('day', { mode: 'string' }).notNull(),
    cents: bigint('cents', { mode: 'bigint' }).notNull(),
    state: text('state', { enum: ['reserved', 'settled', 'void'] }).notNull(),
  },
  (table) => [index('wallet_spendings_by_day').on(table.walletId, table.day)],
)

export const walletAnswers = pgTable(
  'wallet_answers',
  {
    userId: uuid('user_id').notNull(),
    key: uuid('key').notNull(),
    route: text('route').notNull(),
    requestHash: text('request_hash').notNull(),
    answerSealed: text('answer_sealed'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'wallet_answers_pkey', columns: [table.userId, table.key] }),
    index('wallet_answers_by_end').on(table.expiresAt),
  ],
)
