/** The table of news that are still to be told; a trigger fills it (migration 0028). */
import { pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid('id').primaryKey(),
  projectId: text('project_id').notNull(),
  orderId: uuid('order_id').notNull(),
  status: text('status').notNull(),
  createdAt: moment('created_at').notNull(),
  dueAt: moment('due_at').notNull(),
  tries: smallint('tries').notNull(),
})
