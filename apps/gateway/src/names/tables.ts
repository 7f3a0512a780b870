/** The tables of names as the code sees them; migrations make them. */
import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const coinType = (name: string) => bigint(name, { mode: 'number' }).notNull()
const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull()

export const names = pgTable(
  'names',
  {
    name: text('name').primaryKey(),
    likeness: text('likeness').notNull(),
    owner: text('owner').notNull(),
    ownerCoinType: coinType('owner_coin_type'),
    isContract: boolean('is_contract').notNull(),
    attributes: jsonb('attributes').$type<Readonly<Record<string, string>>>().notNull(),
    registeredAt: moment('registered_at'),
    updatedAt: moment('updated_at'),
  },
  (table) => [
    uniqueIndex('names_one_of_a_likeness').on(table.likeness),
    index('names_by_owner').on(table.owner, table.registeredAt, table.name),
  ],
)

export const nameAddresses = pgTable(
  'name_addresses',
  {
    name: text('name').notNull(),
    coinType: coinType('coin_type'),
    address: text('address').notNull(),
    createdAt: moment('created_at'),
  },
  (table) => [primaryKey({ name: 'name_addresses_pkey', columns: [table.name, table.coinType] })],
)

export const usedMessages = pgTable(
  'used_messages',
  {
    digest: text('digest').primaryKey(),
    keptUntil: moment('kept_until'),
  },
  (table) => [index('used_messages_by_age').on(table.keptUntil)],
)
