/** The tables of the index as the code sees them; migrations make them. */
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { StoredTransfer } from './activity.js'

const blockNumber = (name: string) => bigint(name, { mode: 'number' })
const moment = (name: string) => timestamp(name, { withTimezone: true })

export const indexedNetworks = pgTable('indexed_networks', {
  networkId: text('network_id').primaryKey(),
  headNumber: blockNumber('head_number').notNull(),
  headHash: text('head_hash').notNull(),
})

export const indexedBlocks = pgTable(
  'indexed_blocks',
  {
    networkId: text('network_id').notNull(),
    number: blockNumber('number').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ name: 'indexed_blocks_pkey', columns: [table.networkId, table.number] })],
)

export const watchedAccounts = pgTable(
  'watched_accounts',
  {
    networkId: text('network_id').notNull(),
    address: text('address').notNull(),
    followedFrom: blockNumber('followed_from').notNull(),
    scannedFrom: blockNumber('scanned_from').notNull(),
    hasOldState: boolean('has_old_state').notNull().default(true),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'watched_accounts_pkey', columns: [table.networkId, table.address] }),
    index('watched_accounts_by_age').on(table.seenAt),
  ],
)

export const activity = pgTable(
  'activity',
  {
    networkId: text('network_id').notNull(),
    address: text('address').notNull(),
    blockNumber: blockNumber('block_number').notNull(),
    transactionIndex: integer('transaction_index').notNull(),
    transactionHash: text('transaction_hash').notNull(),
    minedAt: moment('mined_at').notNull(),
    sender: text('sender').notNull(),
    recipient: text('recipient'),
    nonce: blockNumber('nonce').notNull(),
    operation: text('operation').notNull(),
    isConfirmed: boolean('is_confirmed').notNull(),
    isOwn: boolean('is_own').notNull(),
    touchedToken: text('touched_token'),
    transfers: jsonb('transfers').$type<readonly StoredTransfer[]>().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'activity_pkey',
      columns: [table.networkId, table.address, table.blockNumber, table.transactionIndex],
    }),
    index('activity_by_block').on(table.networkId, table.blockNumber),
  ],
)

export const heldTokens = pgTable(
  'held_tokens',
  {
    networkId: text('network_id').notNull(),
    address: text('address').notNull(),
    token: text('token').notNull(),
    tokenId: text('token_id').notNull(),
    standard: text('standard').notNull(),
    firstBlock: blockNumber('first_block').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'held_tokens_pkey',
      columns: [table.networkId, table.address, table.token, table.tokenId],
    }),
    index('held_tokens_by_block').on(table.networkId, table.firstBlock),
  ],
)

export const tokens = pgTable(
  'tokens',
  {
    networkId: text('network_id').notNull(),
    address: text('address').notNull(),
    name: text('name'),
    symbol: text('symbol'),
    decimals: smallint('decimals'),
    readAt: moment('read_at').notNull(),
  },
  (table) => [primaryKey({ name: 'tokens_pkey', columns: [table.networkId, table.address] })],
)

export const gatewaySecrets = pgTable('gateway_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})
