/** The tables of the vault as the code sees them; migrations of its own make them. `sealed` columns are ciphertext under its own key. */
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const vaultKeys = pgTable('vault_keys', {
  factorId: uuid('factor_id').primaryKey(),
  keySealed: text('key_sealed').notNull(),
  emailSealed: text('email_sealed').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsed: moment('last_used'),
})

export const vaultCodes = pgTable(
  'vault_codes',
  {
    id: uuid('id').primaryKey(),
    factorId: uuid('factor_id').notNull(),
    purpose: text('purpose').$type<'enrol' | 'open'>().notNull(),
    jkt: text('jkt').notNull(),
    emailSealed: text('email_sealed').notNull(),
    codeMac: text('code_mac').notNull(),
    tries: integer('tries').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('vault_codes_by_end').on(table.expiresAt)],
)
