/** The tables of the relay's mailbox, as the code sees them. */
import { sql } from 'drizzle-orm'
import { bigint, customType, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Milliseconds since 1970. */
const moment = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const relayMessages = pgTable(
  'relay_messages',
  {
    topic: text('topic').notNull(),
    digest: bytes('digest').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull().default(sql`nextval('relay_messages_seq')`),
    message: text('message').notNull(),
    tag: bigint('tag', { mode: 'number' }).notNull(),
    attestation: text('attestation'),
    sender: text('sender').notNull(),
    publishedAt: moment('published_at'),
    expiresAt: moment('expires_at'),
  },
  (table) => [
    primaryKey({ name: 'relay_messages_pkey', columns: [table.topic, table.digest] }),
    index('relay_messages_by_expiry').on(table.expiresAt),
  ],
)

export const relayReceipts = pgTable(
  'relay_receipts',
  {
    seq: bigint('seq', { mode: 'number' }).notNull(),
    client: text('client').notNull(),
    expiresAt: moment('expires_at'),
  },
  (table) => [
    primaryKey({ name: 'relay_receipts_pkey', columns: [table.seq, table.client] }),
    index('relay_receipts_by_expiry').on(table.expiresAt),
  ],
)
