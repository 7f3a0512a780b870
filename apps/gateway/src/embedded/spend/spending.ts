/** What a wallet spends in a day without a window: reserved in the transaction that releases the share, so that no race goes above the cap. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { walletSpendings } from '../../store/schema.js'
import type { ApprovalRow } from '../approvals/approvals.js'
import type { Connection } from '../audit.js'

type Spent = Pick<ApprovalRow, 'id' | 'walletId' | 'projectId' | 'surface' | 'cents'>

export interface Spending {
  /** Cents that are reserved or spent today, by the calendar of UTC. */
  spentToday(walletId: string, connection?: Connection): Promise<bigint>
  hasRoom(spent: Spent, connection?: Connection): Promise<boolean>
  /** False where it would go above the cap. The wallet's owner is locked by the caller (I14). */
  reserve(spent: Spent, connection: Connection): Promise<boolean>
  /** Whatever became of it. Nothing is given back: the share was out, and what was signed may still be sent by somebody. */
  settle(approvalId: string, connection: Connection): Promise<void>
}

export interface SpendingInput {
  readonly db: Db
  readonly clock: Clock
  /** In cents, of what is approved in the frame of this project. */
  readonly capOf: (projectId: string | null) => Promise<bigint>
}

export function createSpending({ db, clock, capOf }: SpendingInput): Spending {
  const today = () => new Date(clock.now()).toISOString().slice(0, 10)

  const spending: Spending = {
    async spentToday(walletId, connection = db.query) {
      const [row] = await connection
        .select({ cents: sql<string>`coalesce(sum(${walletSpendings.cents}), 0)` })
        .from(walletSpendings)
        .where(
          and(
            eq(walletSpendings.walletId, walletId),
            eq(walletSpendings.day, today()),
            inArray(walletSpendings.state, ['reserved', 'settled']),
          ),
        )
      return BigInt(row?.cents ?? 0)
    },

    async hasRoom({ walletId, projectId, surface, cents }, connection) {
      // Confirmed in a window, or worth nothing that anybody could count.
      if (surface !== 'frame-focused' || cents === null) return true
      return (await spending.spentToday(walletId, connection)) + cents <= (await capOf(projectId))
    },

    async reserve(spent, connection) {
      if (!(await spending.hasRoom(spent, connection))) return false
      const { id, walletId, projectId, surface, cents } = spent
      if (surface !== 'frame-focused' || cents === null) return true
      const row = { approvalId: id, walletId, projectId, day: today(), cents, state: 'reserved' as const }
      await connection.insert(walletSpendings).values(row)
      return true
    },

    async settle(approvalId, connection) {
      await connection
        .update(walletSpendings)
        .set({ state: 'settled' })
        .where(and(eq(walletSpendings.approvalId, approvalId), eq(walletSpendings.state, 'reserved')))
    },
  }
  return spending
}
