/** Holds what a session spends against what its allowances have left, once for each operation. */
import { and, eq } from 'drizzle-orm'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import type { Db } from '../ports/db.js'
import type { Spend } from './permissions.js'
import { smartSessionOperations, smartSessionSpends } from './tables.js'

/** Operations that one session signs; each is kept, so that it counts once. */
const mostOperations = 10_000

interface Counted {
  readonly pci: string
  readonly hash: Hex
  readonly spends: readonly Spend[]
}

/** Counts the operation and what it spends; the same operation again counts for nothing. */
export async function countOperation(db: Db, { pci, hash, spends }: Counted): Promise<void> {
  await db.query.transaction(async (tx) => {
    const noted = await tx
      .insert(smartSessionOperations)
      .values({ pci, hash })
      .onConflictDoNothing()
      .returning()
    if (noted.length === 0) return
    const operations = await tx.$count(smartSessionOperations, eq(smartSessionOperations.pci, pci))
    if (operations > mostOperations)
      throw refuse('cosigner', 'The operation is not permitted: the session has signed too many')
    // In one order, so that two operations never wait for each other.
    for (const { permission, period, amount, allowance } of [...spends].sort(byPermission)) {
      const row = { pci, permission, period, spent: '0' }
      await tx.insert(smartSessionSpends).values(row).onConflictDoNothing()
      const isRow = and(
        eq(smartSessionSpends.pci, pci),
        eq(smartSessionSpends.permission, permission),
        eq(smartSessionSpends.period, period),
      )
      const [found] = await tx.select().from(smartSessionSpends).where(isRow).for('update')
      const spent = BigInt(found?.spent ?? '0') + amount
      if (spent > allowance)
        throw refuse('cosigner', 'The operation is not permitted: the allowance is used up')
      await tx.update(smartSessionSpends).set({ spent: spent.toString() }).where(isRow)
    }
  })
}

const byPermission = (one: Spend, other: Spend): number => one.permission - other.permission
