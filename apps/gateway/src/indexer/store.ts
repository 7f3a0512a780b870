/**
 * The index in the database. Whoever changes what is known of a network first locks its row and finds it as expected,
 * or changes nothing: so a process that dies, and two that believe to lead, leave neither a gap nor a double.
 */
import type { NetworkId } from '@latchkey/spec/caip'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { BlockHeader, Hex } from '../chain/shapes.js'
import type { Db } from '../ports/db.js'
import type { ActivityRow } from './activity.js'
import { asHex, createIndexReads, toWatch, type Watch } from './reads.js'
import { activity, heldTokens, indexedBlocks, indexedNetworks, watchedAccounts } from './tables.js'

export interface Head {
  readonly number: number
  readonly hash: Hex
}

type Query = Pick<Db['query'], 'execute' | 'insert' | 'update' | 'delete' | 'select'>
export type IndexStore = ReturnType<typeof createIndexStore>

/** Blocks kept to find a fork in; a deeper one makes the network be read anew. */
export const keptBlocks = 256
/** Rows of one insert: PostgreSQL counts its parameters. */
const rowsAtOnce = 1_000

export function createIndexStore({ db }: { db: Db }) {
  const ofNetwork = (networkId: NetworkId) => eq(indexedNetworks.networkId, networkId)
  const ofAccount = (networkId: NetworkId, address: Hex) =>
    and(eq(watchedAccounts.networkId, networkId), eq(watchedAccounts.address, address))

  /** The head, with its row locked until the transaction ends. */
  async function lockHead(query: Query, networkId: NetworkId): Promise<Head | undefined> {
    const [row] = await query.select().from(indexedNetworks).where(ofNetwork(networkId)).for('update')
    return row && { number: row.headNumber, hash: asHex(row.headHash) }
  }

  async function setHead(query: Query, networkId: NetworkId, { number, hash }: Head): Promise<void> {
    await query
      .update(indexedNetworks)
      .set({ headNumber: number, headHash: hash })
      .where(ofNetwork(networkId))
    await query.insert(indexedBlocks).values({ networkId, number, hash }).onConflictDoNothing()
    const ofOld = and(eq(indexedBlocks.networkId, networkId), lte(indexedBlocks.number, number - keptBlocks))
    await query.delete(indexedBlocks).where(ofOld)
  }

  /** Adding a row twice is adding it once. */
  async function addRows(query: Query, networkId: NetworkId, rows: readonly ActivityRow[]): Promise<void> {
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const some = rows.slice(start, start + rowsAtOnce)
      await query
        .insert(activity)
        .values(some.map((row) => ({ networkId, ...row })))
        .onConflictDoNothing()
    }
    const held = new Map<string, typeof heldTokens.$inferInsert>()
    for (const { address, blockNumber, transfers } of rows) {
      for (const { token, standard, id: tokenId = '' } of transfers) {
        if (token === null) continue
        const key = `${address}/${token}/${tokenId}`
        const firstBlock = Math.min(held.get(key)?.firstBlock ?? blockNumber, blockNumber)
        held.set(key, { networkId, address, token, tokenId, standard, firstBlock })
      }
    }
    const tokens = [...held.values()]
    for (let start = 0; start < tokens.length; start += rowsAtOnce) {
      await query
        .insert(heldTokens)
        .values(tokens.slice(start, start + rowsAtOnce))
        .onConflictDoUpdate({
          target: [heldTokens.networkId, heldTokens.address, heldTokens.token, heldTokens.tokenId],
          set: { firstBlock: sql`least(${heldTokens.firstBlock}, excluded.first_block)` },
        })
    }
  }

  async function removeAbove(query: Query, networkId: NetworkId, number: number): Promise<void> {
    await query
      .delete(activity)
      .where(and(eq(activity.networkId, networkId), gt(activity.blockNumber, number)))
    await query
      .delete(heldTokens)
      .where(and(eq(heldTokens.networkId, networkId), gt(heldTokens.firstBlock, number)))
    await query
      .delete(indexedBlocks)
      .where(and(eq(indexedBlocks.networkId, networkId), gt(indexedBlocks.number, number)))
  }

  return {
    async head(networkId: NetworkId): Promise<Head | undefined> {
      const [row] = await db.query.select().from(indexedNetworks).where(ofNetwork(networkId))
      return row && { number: row.headNumber, hash: asHex(row.headHash) }
    },

    /** Where following begins; somebody who has begun already wins. */
    async begin(networkId: NetworkId, head: Head): Promise<void> {
      await db.query.transaction(async (query) => {
        const row = { networkId, headNumber: head.number, headHash: head.hash }
        const { rowCount } = await query.insert(indexedNetworks).values(row).onConflictDoNothing()
        if (rowCount === 1) await setHead(query, networkId, head)
      })
    },

    /** Hash of a followed block; undefined when it is no longer kept. */
    async followedHash(networkId: NetworkId, number: number): Promise<Hex | undefined> {
      const [row] = await db.query
        .select({ hash: indexedBlocks.hash })
        .from(indexedBlocks)
        .where(and(eq(indexedBlocks.networkId, networkId), eq(indexedBlocks.number, number)))
      return row && asHex(row.hash)
    },

    /** Whether anybody's activity is of interest at all. */
    async isWatching(networkId: NetworkId): Promise<boolean> {
      const rows = await db.query
        .select({ address: watchedAccounts.address })
        .from(watchedAccounts)
        .where(eq(watchedAccounts.networkId, networkId))
        .limit(1)
      return rows.length > 0
    },

    /** Whose activity a block is read for, of those who occur in it. */
    async watchedAmong(
      networkId: NetworkId,
      number: number,
      candidates: ReadonlySet<Hex>,
    ): Promise<Set<Hex>> {
      return readWatched(db.query, networkId, number, candidates)
    },

    /** Adds the block after `head`. False, and nothing done, when the head has moved or somebody new is watched. */
    async addBlock(input: {
      networkId: NetworkId
      head: Head
      block: BlockHeader
      candidates: ReadonlySet<Hex>
      accounts: ReadonlySet<Hex>
      rows: readonly ActivityRow[]
    }): Promise<boolean> {
      const { networkId, head, block, candidates, accounts, rows } = input
      return db.query.transaction(async (query) => {
        if ((await lockHead(query, networkId))?.hash !== head.hash) return false
        const watched = await readWatched(query, networkId, block.number, candidates)
        if ([...watched].some((address) => !accounts.has(address))) return false
        await addRows(
          query,
          networkId,
          rows.filter(({ address }) => watched.has(address)),
        )
        await setHead(query, networkId, block)
        return true
      })
    },

    /** Takes back every block above `fork`; the follower reads on from there for everybody. */
    async takeBack(networkId: NetworkId, head: Head, fork: Head): Promise<boolean> {
      return db.query.transaction(async (query) => {
        if ((await lockHead(query, networkId))?.hash !== head.hash) return false
        await removeAbove(query, networkId, fork.number)
        await query
          .update(watchedAccounts)
          .set({
            followedFrom: sql`least(${watchedAccounts.followedFrom}, ${fork.number + 1})`,
            scannedFrom: sql`least(${watchedAccounts.scannedFrom}, ${fork.number + 1})`,
          })
          .where(eq(watchedAccounts.networkId, networkId))
        await setHead(query, networkId, fork)
        return true
      })
    },

    /**
     * Goes on at another block without having read those between: accounts are scanned backwards from there again.
     * What is at or below `sureUpTo` stays.
     */
    async beginAnew(networkId: NetworkId, head: Head, at: Head, sureUpTo: number): Promise<boolean> {
      return db.query.transaction(async (query) => {
        if ((await lockHead(query, networkId))?.hash !== head.hash) return false
        await removeAbove(query, networkId, sureUpTo)
        await query.delete(indexedBlocks).where(eq(indexedBlocks.networkId, networkId))
        await query
          .update(watchedAccounts)
          .set({ followedFrom: at.number + 1, scannedFrom: at.number + 1, hasOldState: true })
          .where(eq(watchedAccounts.networkId, networkId))
        await setHead(query, networkId, at)
        return true
      })
    },

    /** What is known of an account that is watched; it was looked at just now. */
    async known(networkId: NetworkId, address: Hex, now: Date): Promise<Watch | undefined> {
      const [row] = await db.query.select().from(watchedAccounts).where(ofAccount(networkId, address))
      if (row && now.getTime() - row.seenAt.getTime() > seenEvery)
        await db.query.update(watchedAccounts).set({ seenAt: now }).where(ofAccount(networkId, address))
      return row && toWatch(row)
    },

    /** Watches an account from now on; undefined before the network has a head. */
    async watch(networkId: NetworkId, address: Hex, now: Date): Promise<Watch | undefined> {
      return db.query.transaction(async (query) => {
        // Locked, so that no block is added between reading the head and being watched.
        const head = await lockHead(query, networkId)
        if (!head) return undefined
        const from = head.number + 1
        const fresh = { networkId, address, followedFrom: from, scannedFrom: from, seenAt: now }
        await query.insert(watchedAccounts).values(fresh).onConflictDoNothing()
        const [added] = await query.select().from(watchedAccounts).where(ofAccount(networkId, address))
        return added && toWatch(added)
      })
    },

    /** Adds what a scan backwards found. False, and nothing done, when somebody else was faster or the chain moved. */
    async addScan(input: {
      networkId: NetworkId
      watch: Watch
      scannedFrom: number
      hasState: boolean
      rows: readonly ActivityRow[]
    }): Promise<boolean> {
      const { networkId, watch, scannedFrom, hasState, rows } = input
      return db.query.transaction(async (query) => {
        await lockHead(query, networkId)
        const { rowCount } = await query
          .update(watchedAccounts)
          .set({ scannedFrom, hasOldState: watch.hasOldState && hasState })
          .where(and(ofAccount(networkId, watch.address), eq(watchedAccounts.scannedFrom, watch.scannedFrom)))
        if (rowCount !== 1) return false
        await addRows(query, networkId, rows)
        return true
      })
    },

    ...createIndexReads({ db }),
  }

  async function readWatched(
    query: Query,
    networkId: NetworkId,
    number: number,
    candidates: ReadonlySet<Hex>,
  ): Promise<Set<Hex>> {
    if (candidates.size === 0) return new Set()
    const rows = await query
      .select({ address: watchedAccounts.address })
      .from(watchedAccounts)
      .where(
        and(
          eq(watchedAccounts.networkId, networkId),
          // One parameter, however many there are.
          sql`${watchedAccounts.address} = any(${sql.param([...candidates])}::text[])`,
          lte(watchedAccounts.followedFrom, number),
        ),
      )
    return new Set(rows.map(({ address }) => asHex(address)))
  }
}

/** How exactly it is known when an account was last looked at, in milliseconds. */
const seenEvery = 600_000
