/** Bundles that were not done, or are done no more: their operations wait again, as often as makes sense. */
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { nodeLag } from '../../chain/nodeLag.js'
import type { Hex } from '../../chain/shapes.js'
import type { BundlesInput, StoredBundle } from './bundles.js'
import { lockSender } from './pool.js'
import { bundleReceipt } from './receipts.js'
import { bundleTransactions, operationBundles, userOperations } from './tables.js'

/** Bundles without it that an operation may be in. */
const mostAttempts = 3

export interface Ending {
  readonly status: 'mined' | 'lost'
  readonly reason: string
  /** Attempts after which its operations are dropped. */
  readonly most?: number
  /** Nothing was wrong with its operations: they wait as if they had just come. */
  readonly isBlameless?: boolean
}

export type GiveUp = (bundle: StoredBundle, ending: Ending) => Promise<void>

/** Gives the operations back to those that wait; those that were in too many bundles are dropped. */
export function createGiveUp({ db, clock, log, chain }: BundlesInput): GiveUp {
  const { networkId } = chain
  return async (bundle, { status, reason, most = mostAttempts, isBlameless = false }) => {
    const given = bundle.status === 'mined' ? (['sent', 'done'] as const) : (['sent'] as const)
    const isInIt = eq(userOperations.bundleId, bundle.id)
    const isMine = await db.query.transaction(async (tx) => {
      const { sender } = userOperations
      const senders = await tx.selectDistinct({ sender }).from(userOperations).where(isInIt).orderBy(sender)
      for (const each of senders) await lockSender(tx, networkId, each.sender)
      const changed = await tx
        .update(operationBundles)
        .set({ status })
        .where(and(eq(operationBundles.id, bundle.id), eq(operationBundles.status, bundle.status)))
        .returning()
      // Another process was faster.
      if (changed.length === 0) return false
      const now = new Date(clock.now())
      const isTooMuch = isBlameless ? sql`false` : sql`attempts + 1 >= ${most}`
      await tx
        .update(userOperations)
        .set({
          status: sql`case when ${isTooMuch} or ${isReplaced} then 'dropped' else 'waiting' end`,
          ...(isBlameless ? { receivedAt: now } : { attempts: sql`attempts + 1` }),
          bundleId: null,
          reason: sql`case when ${isReplaced} then 'Another operation took its place' else ${reason}::text end`,
          updatedAt: now,
        })
        .where(and(isInIt, inArray(userOperations.status, given)))
      return true
    })
    if (isMine) log.warn({ network: networkId, bundle: bundle.id, reason }, 'a bundle was not done')
  }
}

/** After it was done its sender may have handed in another of its nonce, once the chain no longer knew it. */
const isReplaced = sql`exists (
  select from user_operations rival
  where rival.network_id = user_operations.network_id and rival.entry_point = user_operations.entry_point
    and rival.sender = user_operations.sender and rival.nonce = user_operations.nonce
    and rival.hash <> user_operations.hash and rival.status in ('waiting', 'sent')
)`

export interface Reorganisations {
  /** The executor has a nonce with which nothing was done: the chain is as it was. */
  calm(): void
  /**
   * The next nonce of the executor is one with which something was done. Where the chain has taken that back, it is
   * given up, with all that was signed for nonces after it.
   */
  giveUpFrom(genesisHash: string, nonce: number, signal: AbortSignal): Promise<void>
}

export function createReorganisations(input: BundlesInput, giveUp: GiveUp): Reorganisations {
  const { db, clock, chain, account } = input
  const executor = account.address.toLowerCase() as Hex // lower case of hex is hex
  /** Which bundle the chain was first seen without, and when. */
  let missing: { readonly id: string; readonly since: number } | undefined

  async function isOnChain({ id }: StoredBundle, signal: AbortSignal): Promise<boolean> {
    const rows = await db.query.select().from(bundleTransactions).where(eq(bundleTransactions.bundleId, id))
    for (const { hash } of rows) if (await bundleReceipt(chain, hash, signal)) return true
    return false
  }

  function bundlesFrom(genesisHash: string, nonce: number): Promise<StoredBundle[]> {
    return db.query
      .select()
      .from(operationBundles)
      .where(
        and(
          eq(operationBundles.networkId, chain.networkId),
          eq(operationBundles.genesisHash, genesisHash),
          eq(operationBundles.executor, executor),
          gte(operationBundles.nonce, nonce),
          inArray(operationBundles.status, ['mined', 'open']),
        ),
      )
      .orderBy(operationBundles.nonce)
  }

  function calm(): void {
    missing = undefined
  }

  return {
    calm,
    async giveUpFrom(genesisHash, nonce, signal) {
      const bundles = await bundlesFrom(genesisHash, nonce)
      const [first] = bundles
      if (first?.status !== 'mined' || first.nonce !== nonce || (await isOnChain(first, signal)))
        return calm()
      if (missing?.id !== first.id) missing = { id: first.id, since: clock.now() }
      if (clock.now() - missing.since < nodeLag) return
      const reason = 'The chain has taken its block back'
      for (const bundle of bundles) await giveUp(bundle, { status: 'lost', reason, isBlameless: true })
      calm()
    },
  }
}
