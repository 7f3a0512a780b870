/** The tables of the embedded wallet's login as the code sees them; migrations make them. `sealed` columns are ciphertext. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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

export const walletSecrets = pgTable('wallet_secrets', {
  name: text('name').primaryKey(),
  sealed: text('sealed').notNull(),
})

export const walletUsers = pgTable(
  'wallet_users',
  {
    id: uuid('id').primaryKey(),
    dek: text('dek').notNull(),
    emailSealed: text('email_sealed'),
    emailIndex: text('email_index'),
    nameSealed: text('name_sealed'),
    status: text('status').$type<'active' | 'locked'>().notNull(),
    preferred: jsonb('preferred').$type<Record<string, string>>().notNull(),
    holdUntil: moment('hold_until'),
    exhaustedCodes: integer('exhausted_codes').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('wallet_users_by_email').on(table.emailIndex)],
)

export const walletIdentities = pgTable(
  'wallet_identities',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id').notNull(),
    nameSealed: text('name_sealed'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'wallet_identities_pkey', columns: [table.provider, table.subject] }),
    index('wallet_identities_by_user').on(table.userId),
  ],
)

export const walletPasskeys = pgTable(
  'wallet_passkeys',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    isSynced: boolean('is_synced').notNull(),
    hasPrf: boolean('has_prf').notNull(),
    label: text('label'),
    createdAt: moment('created_at').notNull(),
    lastUsed: moment('last_used'),
  },
  (table) => [index('wallet_passkeys_by_user').on(table.userId)],
)

export type AttemptKind = 'email' | 'social' | 'farcaster' | 'passkey' | 'stepup'
export type AttemptState = 'device' | 'code' | 'provider' | 'verified' | 'done' | 'refused'

export const walletAttempts = pgTable(
  'wallet_attempts',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<AttemptKind>().notNull(),
    state: text('state').$type<AttemptState>().notNull(),
    jkt: text('jkt').notNull(),
    projectId: text('project_id'),
    origin: text('origin').notNull(),
    userId: uuid('user_id'),
    sessionId: uuid('session_id'),
    emailIndex: text('email_index'),
    emailSealed: text('email_sealed'),
    matchNumber: text('match_number'),
    numberTries: integer('number_tries').notNull(),
    linkHash: text('link_hash'),
    codeMac: text('code_mac'),
    codeTries: integer('code_tries').notNull(),
    codeExpires: moment('code_expires'),
    provider: text('provider'),
    secretHash: text('secret_hash'),
    /** What only the server may know of the other side's ceremony: PKCE verifier, nonce, channel, challenge. */
    factsSealed: text('facts_sealed'),
    /** Who it turned out to be. */
    resultSealed: text('result_sealed'),
    returnUrl: text('return_url'),
    network: text('network').notNull(),
    browser: text('browser').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('wallet_attempts_by_link').on(table.linkHash),
    index('wallet_attempts_by_end').on(table.expiresAt),
  ],
)

export const walletHandoffs = pgTable(
  'wallet_handoffs',
  {
    codeHash: text('code_hash').primaryKey(),
    attemptId: uuid('attempt_id').notNull(),
    expiresAt: moment('expires_at').notNull(),
    redeemedAt: moment('redeemed_at'),
  },
  (table) => [index('wallet_handoffs_by_end').on(table.expiresAt)],
)

export const walletDevices = pgTable(
  'wallet_devices',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    projectId: text('project_id'),
    origin: text('origin').notNull(),
    kind: text('kind').$type<'frame' | 'window'>().notNull(),
    jkt: text('jkt').notNull(),
    capsuleKeySealed: text('capsule_key_sealed').notNull(),
    label: text('label'),
    state: text('state').$type<'pending' | 'active' | 'revoked'>().notNull(),
    createdAt: moment('created_at').notNull(),
    lastSeen: moment('last_seen').notNull(),
  },
  (table) => [
    index('wallet_devices_by_user').on(table.userId),
    uniqueIndex('wallet_devices_by_key').on(table.userId, table.jkt).where(sql`state <> 'revoked'`),
  ],
)

export const walletSessions = pgTable(
  'wallet_sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    jkt: text('jkt').notNull(),
    origin: text('origin').notNull(),
    provider: text('provider'),
    openedBy: uuid('opened_by'),
    factorAt: moment('factor_at'),
    codeAt: moment('code_at'),
    createdAt: moment('created_at').notNull(),
    idleUntil: moment('idle_until').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    endReason: text('end_reason'),
  },
  (table) => [
    index('wallet_sessions_by_user').on(table.userId),
    index('wallet_sessions_by_end').on(table.expiresAt),
  ],
)

export const walletRefreshTokens = pgTable(
  'wallet_refresh_tokens',
  {
    digest: text('digest').primaryKey(),
    sessionId: uuid('session_id').notNull(),
    issuedAt: moment('issued_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('wallet_refresh_tokens_by_session').on(table.sessionId)],
)

export const walletProofs = pgTable(
  'wallet_proofs',
  {
    jkt: text('jkt').notNull(),
    jti: text('jti').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'wallet_proofs_pkey', columns: [table.jkt, table.jti] }),
    index('wallet_proofs_by_end').on(table.expiresAt),
  ],
)

export const walletHits = pgTable(
  'wallet_hits',
  {
    key: text('key').notNull(),
    at: moment('at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('wallet_hits_by_key').on(table.key, table.at),
    index('wallet_hits_by_end').on(table.expiresAt),
  ],
)

export const walletOutbox = pgTable(
  'wallet_outbox',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    mailSealed: text('mail_sealed').notNull(),
    tries: integer('tries').notNull(),
    nextAt: moment('next_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('wallet_outbox_by_turn').on(table.nextAt)],
)

export const walletWindows = pgTable(
  'wallet_windows',
  {
    id: uuid('id').primaryKey(),
    sessionId: uuid('session_id').notNull(),
    purpose: text('purpose').notNull(),
    approvalId: uuid('approval_id'),
    secretHash: text('secret_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    /** The session of the window itself. */
    openedSession: uuid('opened_session'),
    /** From the frame to the window, and back; sealed under a key that is not ours. */
    parcel: text('parcel'),
    result: text('result'),
    doneAt: moment('done_at'),
  },
  (table) => [index('wallet_windows_by_end').on(table.expiresAt)],
)

export const walletEmailChanges = pgTable(
  'wallet_email_changes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    newSealed: text('new_sealed').notNull(),
    newIndex: text('new_index').notNull(),
    oldSealed: text('old_sealed'),
    oldIndex: text('old_index'),
    state: text('state')
      .$type<'asked' | 'confirmed' | 'primary' | 'secondary' | 'held' | 'undone'>()
      .notNull(),
    codeMac: text('code_mac').notNull(),
    codeTries: integer('code_tries').notNull(),
    expiresAt: moment('expires_at').notNull(),
    undoHash: text('undo_hash'),
    askedAt: moment('asked_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('wallet_email_changes_open')
      .on(table.userId)
      .where(sql`state in ('asked', 'confirmed', 'primary', 'secondary')`),
    uniqueIndex('wallet_email_changes_by_undo').on(table.undoHash),
    index('wallet_email_changes_by_old').on(table.oldIndex).where(sql`state = 'held'`),
  ],
)

export const walletAudit = pgTable('wallet_audit', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  at: moment('at').notNull(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  object: text('object').notNull(),
  detail: text('detail').notNull(),
  previous: text('previous').notNull(),
  hash: text('hash').notNull(),
})
