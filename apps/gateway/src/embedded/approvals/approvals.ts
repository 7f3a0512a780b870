/** Approvals in the database: only the edges of the contract lead from one state to another, and each is gone once. */
import { hours } from '@latchkey/spec/limits'
import { type ApprovalState, approvalEdges, credentialJson, walletLimits } from '@latchkey/spec/walletApi'
import { and, desc, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { walletApprovals } from '../../store/schema.js'
import type { Connection } from '../audit.js'
import type { FieldOwner, Fields } from '../fields.js'
import type { Wakers } from '../wakers.js'

export type ApprovalRow = typeof walletApprovals.$inferSelect
type Columns = Partial<typeof walletApprovals.$inferInsert>
type SealedColumn = 'payload_sealed' | 'advice_sealed' | 'proof_sealed'

export interface Approvals {
  /** Undefined where the id is taken. */
  add(row: typeof walletApprovals.$inferInsert): Promise<ApprovalRow | undefined>
  /** One's own, as it is now: what was left too long has expired. */
  find(id: string, userId: string): Promise<ApprovalRow | undefined>
  /** Undefined where it was no longer in that state, or in time; of several who try, one is first. */
  move(
    row: Pick<ApprovalRow, 'id' | 'state'>,
    to: ApprovalState,
    columns?: Columns,
    connection?: Connection,
  ): Promise<ApprovalRow | undefined>
  /** The newest of a wallet that were signed. */
  signedOf(walletId: string): Promise<ApprovalRow[]>
  seal(id: string, column: SealedColumn, plain: string, owner: FieldOwner): Promise<string>
  open(id: string, column: SealedColumn, sealed: string, owner: FieldOwner): Promise<string>
  prune(): Promise<void>
}

/** As many as anybody remembers. */
const mostRemembered = 50
/** No share went out for these: once their time is over, they are remembered for whoever still asks, and no longer. */
const leadingNowhere = ['open', 'approved', 'rejected', 'expired', 'aborted'] as const
const nothingMemory = hours(1)

export function createApprovals(input: { db: Db; clock: Clock; fields: Fields; wakers: Wakers }): Approvals {
  const { db, clock, fields, wakers } = input
  const place = (row: string, column: SealedColumn) => ({ table: 'wallet_approvals', column, row })

  async function move(
    { id, state }: Pick<ApprovalRow, 'id' | 'state'>,
    to: ApprovalState,
    columns: Columns = {},
    connection: Connection = db.query,
  ): Promise<ApprovalRow | undefined> {
    const ways: readonly ApprovalState[] = approvalEdges[state]
    if (!ways.includes(to)) throw new RangeError(`An approval does not go from ${state} to ${to}.`)
    const [moved] = await connection
      .update(walletApprovals)
      .set({ ...columns, state: to })
      .where(and(eq(walletApprovals.id, id), eq(walletApprovals.state, state)))
      .returning()
    if (moved) wakers.wake(id)
    return moved
  }

  async function read(condition: SQL | undefined): Promise<ApprovalRow | undefined> {
    const [row] = await db.query.select().from(walletApprovals).where(condition)
    return row
  }

  return {
    async add(row) {
      const [made] = await db.query.insert(walletApprovals).values(row).onConflictDoNothing().returning()
      return made
    },

    async find(id, userId) {
      const isIt = and(eq(walletApprovals.id, id), eq(walletApprovals.userId, userId))
      const row = await read(isIt)
      if (!row || !isLate(row, clock.now())) return row
      return (await move(row, 'expired')) ?? read(isIt)
    },

    move,

    signedOf: (walletId) =>
      db.query
        .select()
        .from(walletApprovals)
        .where(
          and(
            eq(walletApprovals.walletId, walletId),
            inArray(walletApprovals.state, ['signed', 'broadcast']),
          ),
        )
        .orderBy(desc(walletApprovals.createdAt))
        .limit(mostRemembered),

    seal: (id, column, plain, owner) => fields.seal(place(id, column), plain, owner),
    open: (id, column, sealed, owner) => fields.openText(place(id, column), sealed, owner),

    async prune() {
      const before = (age: number) => new Date(clock.now() - age)
      const isOld = lt(walletApprovals.createdAt, before(walletLimits.approvalMemory))
      const isNothing = and(
        inArray(walletApprovals.state, [...leadingNowhere]),
        lt(walletApprovals.expiresAt, before(nothingMemory)),
      )
      await db.query.delete(walletApprovals).where(or(isOld, isNothing))
    },
  }
}

/** Nobody decided it in time, or nobody came for the share. */
export function isLate({ state, expiresAt }: Pick<ApprovalRow, 'state' | 'expiresAt'>, now: number): boolean {
  return (state === 'open' || state === 'approved') && expiresAt.getTime() <= now
}

/** What lies in `proof_sealed`: how it was confirmed, to be handed on with the share. */
export const keptProof = v.variant('kind', [
  v.object({ kind: v.literal('passkey'), credential: credentialJson }),
  v.object({ kind: v.picklist(['pin', 'none']) }),
])
export type KeptProof = v.InferOutput<typeof keptProof>
