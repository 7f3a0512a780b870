/** Bundles that were not done, or are done no more: their operations wait again, as often as makes sense. */
import { seconds } from '@latchkey/spec/limits'
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Hex } from '../../chain/shapes.js'
import type { BundlesInput, StoredBundle } from './bundles.js'
import { bundleReceipt } from './receipts.js'
import { bundleTransactions, operationBundles, userOperations } from './tables.js'

/** Bundles without it that an operation may be in. */
const mostAttempts = 3
/** A node that is this long behind what was done is no straggler: the blocks are gone. */
const lagPatience = seconds(6)

export interface Ending {
  readonly status: 'mined' | 'lost'
  readonly reason: string
  /** Attempts after which its operations are dropped. */
  readonly most?: number
}

export type GiveUp = (bundle: StoredBundle, ending: Ending) => Promise<void>

/** Gives the operations back to those that wait; those that were in too many bundles are dropped. */
export function createGiveUp({ db, clock, log, chain }: BundlesInput): GiveUp {
  const { networkId } = chain
  return async (bundle, { status, reason, most = mostAttempts }) => {
    const given = bundle.status === 'mined' ? (['sent', 'done'] as const) : (['sent'] as const)
    const isMine = await db.query.transaction(async (tx) => {
      const changed = await tx
        .update(operationBundles)
        .set({ status })
        .where(and(eq(operationBundles.id, bundle.id), eq(operationBundles.status, bundle.status)))
        .returning()
      // Another process was faster.
      if (changed.length === 0) return false
      await tx
        .update(userOperations)
        .set({
          status: sql`case when attempts + 1 >= ${most} or ${isReplaced} then 'dropped' else 'waiting' end`,
          attempts: sql`attempts + 1`,
          bundleId: null,
          reason: sql`case when ${isReplaced} then 'Another operation took its place' else ${reason}::text end`,
          updatedAt: new Date(clock.now()),
        })
        .where(and(eq(userOperations.bundleId, bundle.id), inArray(userOperations.status, given)))
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
  /** Gives up what was done with this nonce of the executor, and after it, where the chain has taken it back. */
  look(genesisHash: string, nonce: number, signal: AbortSignal): Promise<void>
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

  function doneFrom(genesisHash: string, nonce: number): Promise<StoredBundle[]> {
    return db.query
      .select()
      .from(operationBundles)
      .where(
        and(
          eq(operationBundles.networkId, chain.networkId),
          eq(operationBundles.genesisHash, genesisHash),
          eq(operationBundles.executor, executor),
          gte(operationBundles.nonce, nonce),
          eq(operationBundles.status, 'mined'),
        ),
      )
      .orderBy(operationBundles.nonce)
  }

  function calm(): void {
    missing = undefined
  }

  return {
    calm,
    async look(genesisHash, nonce, signal) {
      const done = await doneFrom(genesisHash, nonce)
      const [first] = done
      if (first?.nonce !== nonce || (await isOnChain(first, signal))) return calm()
      if (missing?.id !== first.id) missing = { id: first.id, since: clock.now() }
      if (clock.now() - missing.since < lagPatience) return
      for (const bundle of done)
        await giveUp(bundle, { status: 'lost', reason: 'The chain has taken its block back' })
    },
  }
}
