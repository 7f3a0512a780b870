/** The tables as the code sees them. The migrations make them; a test compares the two. */
import { sql } from 'drizzle-orm'
import { boolean, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow()

export const projects = pgTable(
  'projects',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    allowedOrigins: text('allowed_origins').array().notNull().default([]),
    isOpen: boolean('is_open').notNull().default(false),
    isEnabled: boolean('is_enabled').notNull().default(true),
    features: jsonb('features').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: moment('created_at'),
    updatedAt: moment('updated_at'),
  },
  (table) => [uniqueIndex('projects_one_open').on(table.isOpen).where(sql`is_open`)],
)
