/**
 * Deliveries that the chain has taken back, with the blocks that they were in: their nonces are asked for anew. An order that
 * was delivered is paid once more, and what was signed for it is sent again; of one that failed nothing is ever sent.
 */
import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import { keccak256 } from 'viem'
import { nodeLag } from '../../chain/nodeLag.js'
import type { Hex } from '../../chain/shapes.js'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import type { Log } from '../../ports/log.js'
import type { StoredOrder } from '../orders.js'
import { onrampOrders } from '../tables.js'

export interface TakenBackInput {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly sender: Hex
  readonly isOnChain: (hashes: readonly string[], signal: AbortSignal) => Promise<boolean>
}

/**
 * Whether no order that is settled has the nonce. Where one has, and the chain has taken it back, it is opened again with
 * all after it, and has to be asked for once more.
 */
export type ClaimNonce = (nonce: number, genesisHash: string, signal: AbortSignal) => Promise<boolean>

export function createTakenBack({ db, clock, log, sender, isOnChain }: TakenBackInput): ClaimNonce {
  /** Which order the chain was first seen without, and when. */
  let missing: { readonly id: string; readonly since: number } | undefined

  async function reopen(orders: readonly StoredOrder[]): Promise<void> {
    const updatedAt = new Date(clock.now())
    await db.query.transaction(async (tx) => {
      for (const order of orders)
        await tx
          .update(onrampOrders)
          .set({ ...(order.status === 'delivered' ? paidAgain(order) : { nonce: null }), updatedAt })
          .where(and(eq(onrampOrders.id, order.id), eq(onrampOrders.status, order.status)))
    })
    log.warn({ orders: orders.map(({ id }) => id) }, 'the chain has taken deliveries of the sandbox back')
  }

  return async (nonce, genesisHash, signal) => {
    const settled = await db.query
      .select()
      .from(onrampOrders)
      .where(
        and(
          eq(onrampOrders.genesisHash, genesisHash),
          eq(onrampOrders.sender, sender),
          gte(onrampOrders.nonce, nonce),
          inArray(onrampOrders.status, ['delivered', 'failed']),
        ),
      )
      .orderBy(asc(onrampOrders.nonce))
    const [first] = settled
    if (first?.nonce !== nonce || (await isOnChain(hashesOf(first), signal))) {
      missing = undefined
      return first?.nonce !== nonce
    }
    if (missing?.id !== first.id) missing = { id: first.id, since: clock.now() }
    if (clock.now() - missing.since > nodeLag) await reopen(settled)
    return false
  }
}

/** What is sent again is what was signed last, though the chain may have taken one before it. */
function paidAgain(order: StoredOrder): Partial<StoredOrder> {
  const transactionHash = keccak256((order.rawTransaction ?? '0x') as Hex) // as `keep` has written it
  const earlierHashes = hashesOf(order).filter((hash) => hash !== transactionHash)
  return { status: 'paid', transactionHash, earlierHashes }
}

function hashesOf({ transactionHash, earlierHashes }: StoredOrder): readonly string[] {
  return transactionHash === null ? earlierHashes : [transactionHash, ...earlierHashes]
}
