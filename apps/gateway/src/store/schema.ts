/** The tables as the code sees them. The migrations make them; a test compares the two. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Quotas } from '../config/parse.js'

const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow()

export const projects = pgTable(
  'projects',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    allowedOrigins: text('allowed_origins').array().notNull().default([]),
    isOpen: boolean('is_open').notNull().default(false),
    isEnabled: boolean('is_enabled').notNull().default(true),
    isDeclared: boolean('is_declared').notNull().default(false),
    features: jsonb('features').$type<Record<string, unknown>>().notNull().default({}),
    quotas: jsonb('quotas').$type<Quotas>().notNull().default({}),
    /** SHA-256 of the secret of servers and native apps, in hex. */
    secretHash: text('secret_hash'),
    webhookUrl: text('webhook_url'),
    /** Signs what is told there. */
    webhookKey: text('webhook_key'),
    createdAt: moment('created_at'),
    updatedAt: moment('updated_at'),
  },
  (table) => [uniqueIndex('projects_one_open').on(table.isOpen).where(sql`is_open`)],
)

export const projectUsage = pgTable(
  'project_usage',
  {
    projectId: text('project_id').notNull(),
    day: date('day').notNull(),
    calls: bigint('calls', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'project_usage_pkey', columns: [table.projectId, table.day] })],
)

export const analyticsEvents = pgTable(
  'analytics_events',
  {
    projectId: text('project_id').notNull(),
    eventId: uuid('event_id').notNull(),
    event: text('event').notNull(),
    url: text('url').notNull(),
    domain: text('domain').notNull(),
    address: text('address'),
    properties: jsonb('properties').$type<Record<string, unknown>>().notNull().default({}),
    sdkType: text('sdk_type'),
    sdkVersion: text('sdk_version'),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'analytics_events_pkey', columns: [table.projectId, table.eventId] }),
    index('analytics_events_by_age').on(table.receivedAt),
    index('analytics_events_by_project').on(table.projectId, table.receivedAt, table.eventId),
  ],
)

export * from '../bundler/own/tables.js'
export * from '../embedded/approvals/tables.js'
export * from '../embedded/keys/tables.js'
export * from '../embedded/recovery/tables.js'
export * from '../embedded/tables.js'
export * from '../indexer/tables.js'
export * from '../names/tables.js'
export * from '../nfts/tables.js'
export * from '../onramp/tables.js'
export * from '../relay/mailbox/tables.js'
export * from '../sessions/tables.js'
export * from '../signIn/tables.js'
export * from '../webhooks/tables.js'
