/** The table of news that are still to be told; a trigger fills it (migration 0028). */
import { index, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    projectId: text('project_id').notNull(),
    orderId: uuid('order_id').notNull(),
    status: text('status').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    dueAt: moment('due_at').notNull().defaultNow(),
    tries: smallint('tries').notNull().default(0),
  },
  (table) => [index('webhook_deliveries_due').on(table.dueAt)],
)
