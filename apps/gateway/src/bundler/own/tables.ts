/** The tables of the own bundler and its paymaster as the code sees them; migrations make them. */
import type { NetworkId } from '@latchkey/spec/caip'
import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Hex } from '../../chain/shapes.js'

const moment = (name: string) => timestamp(name, { withTimezone: true })
/** Wei, and nonces: whole numbers of up to 32 bytes. */
const whole = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' })

export const userOperations = pgTable(
  'user_operations',
  {
    networkId: text('network_id').$type<NetworkId>().notNull(),
    hash: text('hash').$type<Hex>().notNull(),
    genesisHash: text('genesis_hash').notNull(),
    entryPoint: text('entry_point').$type<Hex>().notNull(),
    projectId: text('project_id'),
    sender: text('sender').$type<Hex>().notNull(),
    nonce: whole('nonce').notNull(),
    paymaster: text('paymaster').$type<Hex>(),
    /** As it came over the wire, parsed once already. */
    operation: jsonb('operation').$type<Readonly<Record<string, unknown>>>().notNull(),
    maxFee: whole('max_fee').notNull(),
    priorityFee: whole('priority_fee').notNull(),
    status: text('status').$type<'waiting' | 'sent' | 'done' | 'dropped'>().notNull(),
    reason: text('reason'),
    attempts: smallint('attempts').notNull(),
    bundleId: uuid('bundle_id'),
    transactionHash: text('transaction_hash').$type<Hex>(),
    receivedAt: moment('received_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'user_operations_pkey', columns: [table.networkId, table.hash] }),
    uniqueIndex('user_operations_one_nonce')
      .on(table.networkId, table.entryPoint, table.sender, table.nonce)
      .where(sql`status in ('waiting', 'sent')`),
    index('user_operations_waiting').on(table.networkId, table.receivedAt).where(sql`status = 'waiting'`),
    index('user_operations_by_bundle').on(table.bundleId).where(sql`status = 'sent'`),
    index('user_operations_by_sender').on(table.networkId, table.sender, table.updatedAt),
    index('user_operations_by_age').on(table.updatedAt),
  ],
)

export const operationBundles = pgTable(
  'operation_bundles',
  {
    id: uuid('id').primaryKey(),
    networkId: text('network_id').$type<NetworkId>().notNull(),
    genesisHash: text('genesis_hash').notNull(),
    executor: text('executor').$type<Hex>().notNull(),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    entryPoint: text('entry_point').$type<Hex>().notNull(),
    status: text('status').$type<'open' | 'mined' | 'lost'>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('operation_bundles_one_nonce')
      .on(table.networkId, table.genesisHash, table.executor, table.nonce)
      .where(sql`status in ('open', 'mined')`),
    uniqueIndex('operation_bundles_one_open').on(table.networkId, table.executor).where(sql`status = 'open'`),
  ],
)

export const bundleTransactions = pgTable(
  'bundle_transactions',
  {
    hash: text('hash').$type<Hex>().primaryKey(),
    bundleId: uuid('bundle_id').notNull(),
    raw: text('raw').$type<Hex>().notNull(),
    maxFee: whole('max_fee').notNull(),
    priorityFee: whole('priority_fee').notNull(),
    signedAt: moment('signed_at').notNull(),
  },
  (table) => [index('bundle_transactions_by_bundle').on(table.bundleId)],
)

export const sponsorBudgets = pgTable(
  'sponsor_budgets',
  {
    networkId: text('network_id').$type<NetworkId>().notNull(),
    projectId: text('project_id').notNull(),
    day: date('day').notNull(),
    used: whole('used').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sponsor_budgets_pkey', columns: [table.networkId, table.projectId, table.day] }),
  ],
)

export const sponsorships = pgTable(
  'sponsorships',
  {
    networkId: text('network_id').$type<NetworkId>().notNull(),
    sender: text('sender').$type<Hex>().notNull(),
    nonce: whole('nonce').notNull(),
    projectId: text('project_id').notNull(),
    paymaster: text('paymaster').$type<Hex>().notNull(),
    day: date('day').notNull(),
    reserved: whole('reserved').notNull(),
    fromBlock: bigint('from_block', { mode: 'number' }).notNull(),
    validUntil: moment('valid_until').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'sponsorships_pkey',
      columns: [table.networkId, table.sender, table.nonce, table.projectId],
    }),
    index('sponsorships_by_end').on(table.validUntil),
  ],
)
