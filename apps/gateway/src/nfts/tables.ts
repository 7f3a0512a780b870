/** The tables of collectibles, as the code sees them. */
import { customType, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true })

export const nftMetadata = pgTable(
  'nft_metadata',
  {
    networkId: text('network_id').notNull(),
    token: text('token').notNull(),
    tokenId: text('token_id').notNull(),
    name: text('name'),
    description: text('description'),
    imageId: text('image_id'),
    /** Null where the last try came to nothing. */
    knownAt: moment('known_at'),
    triedAt: moment('tried_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'nft_metadata_pkey', columns: [table.networkId, table.token, table.tokenId] }),
    index('nft_metadata_by_age').on(table.triedAt),
    index('nft_metadata_by_image').on(table.imageId),
  ],
)

export const nftImages = pgTable(
  'nft_images',
  {
    id: text('id').primaryKey(),
    source: text('source').notNull(),
    bytes: bytes('bytes'),
    size: integer('size').notNull(),
    fetchedAt: moment('fetched_at'),
    usedAt: moment('used_at').notNull(),
  },
  (table) => [index('nft_images_by_use').on(table.usedAt)],
)
