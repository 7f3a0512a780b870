/** The tables of the relay's mailbox, as the code sees them. */
import { bigint, boolean, customType, pgTable, text } from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const number = (name: string) => bigint(name, { mode: 'number' })

export const relayPages = pgTable('relay_pages', {
  id: number('id').primaryKey(),
  /** Milliseconds since 1970. */
  expiresAt: number('expires_at').notNull(),
  heads: text('heads').notNull(),
  bodies: bytes('bodies').notNull(),
})

export const relayKeeper = pgTable('relay_keeper', {
  isOnly: boolean('is_only').primaryKey().default(true),
  numbers: number('numbers').notNull(),
})
