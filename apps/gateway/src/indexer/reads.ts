/** Questions to the index: pages of an account, what it has met, and whom nobody looks at any more. */
import type { NetworkId } from '@latchkey/spec/caip'
import { and, desc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Hex } from '../chain/shapes.js'
import type { Db } from '../ports/db.js'
import { activity, heldTokens, indexedNetworks, watchedAccounts } from './tables.js'

export interface Watch {
  readonly address: Hex
  /** Blocks from here on are followed as they come. */
  readonly followedFrom: number
  /** Blocks from here on are known. */
  readonly scannedFrom: number
  readonly hasOldState: boolean
}

/** A place in the pages of an account: what comes after is older. */
export interface Place {
  readonly block: number
  readonly index: number
}

/** A place among the collectibles of an account: what comes after has a greater contract or id. */
export interface CollectiblePlace {
  readonly token: Hex
  readonly tokenId: string
}

export interface MetCollectible extends CollectiblePlace {
  readonly standard: 'erc721' | 'erc1155'
}

export type StoredRow = typeof activity.$inferSelect

export function createIndexReads({ db }: { db: Db }) {
  return {
    /** Newest first, older than `before` and not below what is known. One range of the key, however many rows there are. */
    async page(
      networkId: NetworkId,
      watch: Watch,
      before: Place | undefined,
      size: number,
    ): Promise<StoredRow[]> {
      const { address, scannedFrom } = watch
      const isOlder = before
        ? sql`(${activity.blockNumber}, ${activity.transactionIndex}) < (${before.block}, ${before.index})`
        : undefined
      return db.query
        .select()
        .from(activity)
        .where(
          and(
            eq(activity.networkId, networkId),
            eq(activity.address, address),
            gte(activity.blockNumber, scannedFrom),
            isOlder,
          ),
        )
        .orderBy(desc(activity.blockNumber), desc(activity.transactionIndex))
        .limit(size)
    },

    /** Accounts that somebody looked at since, and that are not scanned to the beginning; the last seen first. */
    async unfinished(networkId: NetworkId, since: Date, size: number): Promise<Watch[]> {
      const rows = await db.query
        .select()
        .from(watchedAccounts)
        .where(
          and(
            eq(watchedAccounts.networkId, networkId),
            gt(watchedAccounts.scannedFrom, 0),
            gte(watchedAccounts.seenAt, since),
          ),
        )
        .orderBy(desc(watchedAccounts.seenAt))
        .limit(size)
      return rows.map(toWatch)
    },

    /** Tokens without ids that an account has had to do with, those met last first. */
    async heldTokens(networkId: NetworkId, address: Hex, size: number): Promise<Hex[]> {
      const rows = await db.query
        .select({ token: heldTokens.token })
        .from(heldTokens)
        .where(
          and(
            eq(heldTokens.networkId, networkId),
            eq(heldTokens.address, address),
            eq(heldTokens.standard, 'erc20'),
          ),
        )
        .orderBy(desc(heldTokens.firstBlock))
        .limit(size)
      return rows.map(({ token }) => asHex(token))
    },

    /** Tokens with ids that an account has had to do with, collection by collection. One range of the key. */
    async metCollectibles(
      networkId: NetworkId,
      address: Hex,
      after: CollectiblePlace | undefined,
      size: number,
    ): Promise<MetCollectible[]> {
      const isLater = after
        ? sql`(${heldTokens.token}, ${heldTokens.tokenId}) > (${after.token}, ${after.tokenId})`
        : undefined
      const rows = await db.query
        .select({ token: heldTokens.token, tokenId: heldTokens.tokenId, standard: heldTokens.standard })
        .from(heldTokens)
        .where(
          and(
            eq(heldTokens.networkId, networkId),
            eq(heldTokens.address, address),
            inArray(heldTokens.standard, ['erc721', 'erc1155']),
            isLater,
          ),
        )
        .orderBy(heldTokens.token, heldTokens.tokenId)
        .limit(size)
      return rows.map(({ token, tokenId, standard }) => ({
        token: asHex(token),
        tokenId,
        standard: standard === 'erc721' ? 'erc721' : 'erc1155',
      }))
    },

    /** How many accounts are watched, on all networks. */
    async watchedCount(): Promise<number> {
      return db.query.$count(watchedAccounts)
    },

    /** Forgets the account that was looked at longest ago, if that was before; true when there was one. */
    async forgetOne(unseenSince: Date): Promise<boolean> {
      const isUnseen = lt(watchedAccounts.seenAt, unseenSince)
      const [oldest] = await db.query
        .select()
        .from(watchedAccounts)
        .where(isUnseen)
        .orderBy(watchedAccounts.seenAt)
        .limit(1)
      if (!oldest) return false
      const { networkId, address } = oldest
      const mine = (table: typeof activity | typeof heldTokens | typeof watchedAccounts) =>
        and(eq(table.networkId, networkId), eq(table.address, address))
      await db.query.transaction(async (query) => {
        // The network first, as everybody does who adds to an account: nobody adds to it while it goes.
        await query
          .select()
          .from(indexedNetworks)
          .where(eq(indexedNetworks.networkId, networkId))
          .for('update')
        const gone = await query
          .delete(watchedAccounts)
          .where(and(mine(watchedAccounts), isUnseen))
          .returning()
        // Somebody has looked at it just now, or another process has forgotten it.
        if (gone.length === 0) return
        for (const table of [activity, heldTokens] as const) await query.delete(table).where(mine(table))
      })
      return true
    },
  }
}

/** Hex that the index itself has written. */
export function asHex(text: string): Hex {
  return text as Hex
}

export function toWatch({
  address,
  followedFrom,
  scannedFrom,
  hasOldState,
}: typeof watchedAccounts.$inferSelect): Watch {
  return { address: asHex(address), followedFrom, scannedFrom, hasOldState }
}
