/** Operations that wait for their bundle, in the database: taken once, replaced by a dearer one, and bounded for everybody. */
import type { NetworkId } from '@latchkey/spec/caip'
import { days, hours } from '@latchkey/spec/limits'
import { and, asc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Hex } from '../../chain/shapes.js'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { type EntryPoint, type Operation, written } from './operation.js'
import { OperationRefused } from './refused.js'
import { userOperations } from './tables.js'

export type StoredOperation = typeof userOperations.$inferSelect

/** Operations that one sender may have in the pool, as other bundlers allow those who have staked nothing. */
const mostOfSender = 4
const mostOfProject = 500
const mostOfNetwork = 4_096
/** Operations of one sender, dropped after they were taken, that show that it is not worth trying. */
const mostDropped = 10
const droppedWithin = hours(1)
/** How long an operation may wait for its price. */
const patience = hours(1)
const kept = days(30)

export interface NewOperation {
  readonly hash: Hex
  readonly operation: Operation
  readonly entryPoint: EntryPoint
  readonly genesisHash: string
  readonly projectId: string | undefined
}

export interface Pool {
  find(hash: Hex): Promise<StoredOperation | undefined>
  /** Refuses a sender or a project that has too many, before anything dear is done for it. */
  requireRoom(sender: Hex, projectId: string | undefined): Promise<void>
  /** Takes it, once; the same again changes nothing. */
  add(input: NewOperation): Promise<void>
  /** The oldest that wait; those of other chains of the same name are forgotten. */
  waiting(genesisHash: string, most: number): Promise<StoredOperation[]>
  hasWork(): Promise<boolean>
  drop(hash: Hex, reason: string): Promise<void>
  /** Drops what has waited for too long. */
  expire(): Promise<void>
  prune(): Promise<void>
}

export function createPool(input: { db: Db; clock: Clock; networkId: NetworkId }): Pool {
  const { db, clock, networkId } = input
  const now = () => new Date(clock.now())
  const here = eq(userOperations.networkId, networkId)
  const live = inArray(userOperations.status, ['waiting', 'sent'])
  const count = (...where: SQL[]) => db.query.$count(userOperations, and(here, ...where))

  async function find(hash: Hex): Promise<StoredOperation | undefined> {
    const [found] = await db.query
      .select()
      .from(userOperations)
      .where(and(here, eq(userOperations.hash, hash)))
    return found
  }

  return {
    find,
    async requireRoom(sender, projectId) {
      const isSender = eq(userOperations.sender, sender)
      const since = new Date(clock.now() - droppedWithin)
      const isDropped = [eq(userOperations.status, 'dropped'), gte(userOperations.updatedAt, since)] as const
      const [ofSender, dropped, ofProject, ofNetwork] = await Promise.all([
        count(isSender, live),
        count(isSender, ...isDropped),
        projectId === undefined ? 0 : count(eq(userOperations.projectId, projectId), live),
        count(live),
      ])
      if (dropped >= mostDropped)
        throw new OperationRefused('throttled', 'Too many operations of this sender have failed')
      if (ofSender >= mostOfSender)
        throw new OperationRefused('throttled', `The sender has ${ofSender} operations waiting already`)
      if (ofProject >= mostOfProject || ofNetwork >= mostOfNetwork)
        throw new OperationRefused('throttled', 'Too many operations are waiting')
    },
    async add({ hash, operation, entryPoint, genesisHash, projectId }) {
      const row = {
        networkId,
        hash,
        genesisHash,
        entryPoint: entryPoint.address,
        projectId: projectId ?? null,
        sender: operation.sender,
        nonce: operation.nonce,
        paymaster: operation.paymaster ?? null,
        operation: written(operation),
        maxFee: operation.maxFeePerGas,
        priorityFee: operation.maxPriorityFeePerGas,
        status: 'waiting' as const,
        reason: null,
        attempts: 0,
        bundleId: null,
        transactionHash: null,
        receivedAt: now(),
        updatedAt: now(),
      }
      await db.query.transaction(async (tx) => {
        await lockSender(tx, networkId, operation.sender)
        const isRival = and(
          here,
          eq(userOperations.entryPoint, entryPoint.address),
          eq(userOperations.sender, operation.sender),
          eq(userOperations.nonce, operation.nonce),
          live,
        )
        const [rival] = await tx.select().from(userOperations).where(isRival).for('update')
        if (rival && rival.genesisHash === genesisHash) {
          if (rival.hash === hash) return
          requireDearer(rival, operation)
        }
        if (rival)
          await tx
            .update(userOperations)
            .set({ status: 'dropped', reason: 'Another operation took its place', updatedAt: now() })
            .where(and(here, eq(userOperations.hash, rival.hash)))
        // Known already: done before, which its nonce would show, dropped, or of a chain that is no more.
        const { networkId: _, hash: __, ...again } = row
        await tx
          .insert(userOperations)
          .values(row)
          .onConflictDoUpdate({ target: [userOperations.networkId, userOperations.hash], set: again })
      })
    },
    waiting: async (genesisHash, most) => {
      await db.query
        .update(userOperations)
        .set({ status: 'dropped', reason: 'The chain has started anew', updatedAt: now() })
        .where(and(here, live, ne(userOperations.genesisHash, genesisHash)))
      return db.query
        .select()
        .from(userOperations)
        .where(and(here, eq(userOperations.status, 'waiting')))
        .orderBy(asc(userOperations.receivedAt))
        .limit(most)
    },
    hasWork: async () => (await count(live)) > 0,
    async drop(hash, reason) {
      await db.query
        .update(userOperations)
        .set({ status: 'dropped', reason: reason.slice(0, 500), updatedAt: now() })
        .where(and(here, eq(userOperations.hash, hash), eq(userOperations.status, 'waiting')))
    },
    async expire() {
      const since = new Date(clock.now() - patience)
      await db.query
        .update(userOperations)
        .set({ status: 'dropped', reason: 'Its fee was too low for too long', updatedAt: now() })
        .where(and(here, eq(userOperations.status, 'waiting'), lt(userOperations.receivedAt, since)))
    },
    async prune() {
      await db.query
        .delete(userOperations)
        .where(
          and(
            here,
            inArray(userOperations.status, ['done', 'dropped']),
            lt(userOperations.updatedAt, new Date(clock.now() - kept)),
          ),
        )
    },
  }
}

/** One of a sender at a time, or of two operations with one nonce the second would meet the index instead of its rival. */
export async function lockSender(
  tx: Pick<Db['query'], 'execute'>,
  networkId: NetworkId,
  sender: string,
): Promise<void> {
  const key = `operation ${networkId} ${sender}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** Both fees by a tenth: otherwise everybody could make the pool work for nothing. */
function requireDearer({ status, maxFee, priorityFee }: StoredOperation, operation: Operation): void {
  if (status === 'sent') throw new OperationRefused('invalid', 'An operation with this nonce is on its way')
  const isDearer =
    operation.maxFeePerGas * 10n >= maxFee * 11n && operation.maxPriorityFeePerGas * 10n >= priorityFee * 11n
  if (!isDearer)
    throw new OperationRefused(
      'invalid',
      'To take the place of a waiting operation, pay a tenth more of both fees',
    )
}
