/** The tables of the on-ramp as the code sees them; migrations make them. */

import type { NetworkId } from '@latchkey/spec/caip'
import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const onrampOrders = pgTable(
  'onramp_orders',
  {
    id: uuid('id').primaryKey(),
    projectId: text('project_id').notNull(),
    provider: text('provider').notNull(),
    status: text('status').$type<'created' | 'paid' | 'delivered' | 'failed'>().notNull(),
    paymentAmount: text('payment_amount'),
    paymentCurrency: text('payment_currency').notNull(),
    paymentMethod: text('payment_method').notNull(),
    purchaseAmount: text('purchase_amount'),
    purchaseSymbol: text('purchase_symbol').notNull(),
    networkId: text('network_id').$type<NetworkId>().notNull(),
    contract: text('contract').notNull(),
    decimals: smallint('decimals'),
    address: text('address').notNull(),
    redirectUrl: text('redirect_url'),
    reason: text('reason'),
    transactionHash: text('transaction_hash'),
    rawTransaction: text('raw_transaction'),
    /** Of transactions with the same nonce that it has replaced, the oldest first. */
    earlierHashes: text('earlier_hashes').array().notNull().default([]),
    sender: text('sender'),
    nonce: bigint('nonce', { mode: 'number' }),
    genesisHash: text('genesis_hash'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('onramp_orders_to_deliver').on(table.provider, table.updatedAt).where(sql`status = 'paid'`),
    uniqueIndex('onramp_orders_one_nonce').on(table.genesisHash, table.sender, table.nonce),
    index('onramp_orders_by_address').on(
      table.projectId,
      table.provider,
      sql`lower(${table.address})`,
      table.createdAt.desc(),
      table.id.desc(),
    ),
    index('onramp_orders_unpaid').on(table.expiresAt).where(sql`status = 'created'`),
  ],
)

export const onrampEvents = pgTable(
  'onramp_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'onramp_events_pkey', columns: [table.provider, table.eventId] }),
    index('onramp_events_by_age').on(table.receivedAt),
  ],
)
