/**
 * Brings what was paid for in the sandbox to its buyer, exactly once. A delivery is signed, kept, and only then sent; after
 * a crash the same transaction is sent again, and its nonce lets the chain take it once. One that offers less than the
 * network asks by now is replaced under the same nonce, so that whichever is taken is the only one. Nothing else may send
 * from the account: where something did, the order fails, because a second try could give twice.
 */
import { hours, seconds } from '@latchkey/spec/limits'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from '../../chain/chain.js'
import { nodeLag } from '../../chain/nodeLag.js'
import type { Hex } from '../../chain/shapes.js'
import type { Leadership } from '../../indexer/leader.js'
import type { Job } from '../../jobs/startJob.js'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import type { Log } from '../../ports/log.js'
import { NetworkUnavailable, RpcError } from '../../rpc/errors.js'
import type { Rpc } from '../../rpc/rpc.js'
import type { StoredOrder } from '../orders.js'
import { onrampOrders } from '../tables.js'
import { priceOf, type Signed, signDelivery, Undeliverable, Unfunded } from './signDelivery.js'
import { createTakenBack } from './takenBack.js'

const every = seconds(1)
/** How long a transaction waits before it is replaced by one with a higher fee, and how often that is done. */
const stuckAfter = seconds(30)
const mostReplacements = 20
/** How long it is tried to sign a delivery. */
const patience = hours(1)
/** Deliveries of one round; the rest is for the next. */
const most = 50

export interface DeliverInput {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly rpc: Pick<Rpc, 'call'>
  readonly chain: Chain
  readonly account: PrivateKeyAccount
  readonly leadership: Leadership
}

export function createDeliverJob(input: DeliverInput): Job {
  const { db, clock, log, rpc, chain, account, leadership } = input
  const { networkId } = chain
  const sender = account.address.toLowerCase() as Hex // lower case of hex is hex
  /** When a nonce was first seen to be used without a receipt, by order. */
  const usedSince = new Map<string, number>()
  const isOnChain = async (hashes: readonly string[], signal: AbortSignal) =>
    (await taken(hashes, signal)) !== undefined
  const claimNonce = createTakenBack({ db, clock, log, sender, isOnChain })

  async function update(order: StoredOrder, changes: Partial<StoredOrder>): Promise<void> {
    await db.query
      .update(onrampOrders)
      .set({ ...changes, updatedAt: new Date(clock.now()) })
      .where(and(eq(onrampOrders.id, order.id), eq(onrampOrders.status, 'paid')))
  }

  /** What is signed comes first: a transaction with a later nonce cannot be taken before it. */
  function due(): Promise<StoredOrder[]> {
    return db.query
      .select()
      .from(onrampOrders)
      .where(and(eq(onrampOrders.status, 'paid'), eq(onrampOrders.provider, 'sandbox')))
      .orderBy(sql`raw_transaction is null`, asc(onrampOrders.nonce), asc(onrampOrders.updatedAt))
      .limit(most)
  }

  async function genesis(signal: AbortSignal): Promise<string> {
    const header = await chain.header(0, { signal })
    if (!header) throw new NetworkUnavailable(networkId)
    return header.hash
  }

  async function send(raw: string, signal: AbortSignal): Promise<void> {
    try {
      await rpc.call(networkId, 'eth_sendRawTransaction', [raw], { signal })
    } catch (cause) {
      if (!(cause instanceof RpcError)) throw cause
      // Known already, taken already, or not taken: the receipt and the nonce tell which.
      log.debug({ reason: cause.message }, 'a delivery was not taken anew')
    }
  }

  /** Signs; where that is not possible the order says so, and those after it go on. */
  async function trySigning(order: StoredOrder, signal: AbortSignal): Promise<Signed | undefined> {
    try {
      return await signDelivery(order, { chain, account, signal })
    } catch (cause) {
      // Without the network, or without time, nothing can be said about this order.
      if (signal.aborted || cause instanceof NetworkUnavailable) throw cause
      const isKnown = cause instanceof RpcError || cause instanceof Unfunded || cause instanceof Undeliverable
      const reason = cause instanceof Error ? cause.message : String(cause)
      log[isKnown ? 'warn' : 'error']({ order: order.id, reason }, 'the sandbox cannot deliver an order')
      const isOver = cause instanceof Undeliverable || clock.now() - order.createdAt.getTime() > patience
      // The account is empty, or the token refuses: somebody may mend either.
      await update(
        order,
        isOver
          ? { status: 'failed', reason: 'The sandbox cannot send these tokens' }
          : { reason: 'The sandbox cannot send these tokens at the moment; it tries again' },
      )
      return undefined
    }
  }

  /** Signs and keeps; undefined where that is not possible at the moment. */
  async function prepare(
    order: StoredOrder,
    origin: string,
    signal: AbortSignal,
  ): Promise<Signed | undefined> {
    const signed = await trySigning(order, signal)
    if (!signed || !(await claimNonce(signed.nonce, origin, signal))) return undefined
    return keep(order, { signed, earlier: [], genesisHash: origin })
  }

  /** Where another process was faster, what it has signed counts: undefined. */
  async function keep(
    { id, rawTransaction }: StoredOrder,
    { signed, earlier, genesisHash }: { signed: Signed; earlier: string[]; genesisHash: string },
  ): Promise<Signed | undefined> {
    const isUnchanged =
      rawTransaction === null
        ? isNull(onrampOrders.rawTransaction)
        : eq(onrampOrders.rawTransaction, rawTransaction)
    const kept = await db.query
      .update(onrampOrders)
      .set({
        rawTransaction: signed.raw,
        transactionHash: signed.hash,
        earlierHashes: earlier,
        nonce: signed.nonce,
        sender,
        genesisHash,
        reason: null,
        updatedAt: new Date(clock.now()),
      })
      .where(and(eq(onrampOrders.id, id), eq(onrampOrders.status, 'paid'), isUnchanged))
      .returning()
    return kept.length > 0 ? signed : undefined
  }

  /** Offers more for what waits too long and would not be taken at today's price. */
  async function replace(order: StoredOrder, signed: Signed, signal: AbortSignal): Promise<void> {
    const { earlierHashes: earlier, genesisHash } = order
    // Only what was kept before this round is known to have been sent.
    if (order.transactionHash !== signed.hash || genesisHash === null) return
    if (clock.now() - order.updatedAt.getTime() < stuckAfter || earlier.length >= mostReplacements) return
    if ((await chain.gasPrice({ signal })) <= priceOf(signed)) return
    try {
      const next = await signDelivery(order, { chain, account, replaced: signed, signal })
      const kept = await keep(order, { signed: next, earlier: [...earlier, signed.hash], genesisHash })
      if (!kept) return
      log.info({ order: order.id, hash: kept.hash }, 'a delivery of the sandbox offers a higher fee')
      await send(kept.raw, signal)
    } catch (cause) {
      if (signal.aborted || cause instanceof NetworkUnavailable) throw cause
      // What was sent before is still there, and may yet be taken.
      log.warn({ order: order.id, err: cause }, 'a delivery of the sandbox cannot offer a higher fee')
    }
  }

  /** Of what was signed for an order, the one that the chain has taken. */
  async function taken(hashes: readonly string[], signal: AbortSignal) {
    for (const hash of hashes) {
      const receipt = await chain.receipt(hash as Hex, { signal }) // as `keep` has written it
      if (receipt) return { hash, isDone: receipt.status === 1n }
    }
    return undefined
  }

  /** Whether the order is settled; false: it waits for the chain. */
  async function settle(order: StoredOrder, signed: Signed, signal: AbortSignal): Promise<boolean> {
    const { raw, hash, nonce } = signed
    const isKept = order.transactionHash === hash && order.genesisHash !== null
    const hashes = isKept ? [hash, ...order.earlierHashes] : [hash]
    if (!(await taken(hashes, signal))) await send(raw, signal)
    // The count first: a receipt that is missing afterwards was missing when the nonce was used.
    const count = await chain.sent(sender, 'latest', { signal })
    const found = await taken(hashes, signal)
    if (found) {
      const { hash: transactionHash, isDone } = found
      await update(
        order,
        isDone
          ? { status: 'delivered', reason: null, transactionHash }
          : { status: 'failed', reason: 'The token refused the transfer', transactionHash },
      )
      usedSince.delete(order.id)
      if (isDone) log.info({ order: order.id, hash: transactionHash }, 'the sandbox delivered an order')
      return true
    }
    // One before it is missing, without which the chain does not take it.
    if (count < nonce && order.genesisHash !== null) {
      await claimNonce(count, order.genesisHash, signal)
      return false
    }
    if (count <= nonce) {
      await replace(order, signed, signal)
      return false
    }
    const since = usedSince.get(order.id) ?? clock.now()
    usedSince.set(order.id, since)
    if (clock.now() - since > nodeLag) {
      await update(order, {
        status: 'failed',
        reason: 'The account of the sandbox was used for something else; nothing was delivered',
      })
      usedSince.delete(order.id)
      return true
    }
    return false
  }

  return {
    name: 'deliver purchases of the sandbox',
    every,
    async run(signal) {
      const orders = await due()
      if (orders.length === 0 || !(await leadership.isMine())) return
      const origin = await genesis(signal)
      for (const order of orders) {
        if (signal.aborted || !(await leadership.isMine())) return
        const signed = keptOf(order, origin) ?? (await prepare(order, origin, signal))
        // What waits for the chain holds up those with later nonces; what cannot be signed holds up nobody.
        if (signed && !(await settle(order, signed, signal))) return
      }
    },
  }
}

/** What was signed before, for the chain that is there now. */
function keptOf(
  { rawTransaction, transactionHash, nonce, genesisHash }: StoredOrder,
  origin: string,
): Signed | undefined {
  if (rawTransaction === null || transactionHash === null || nonce === null || genesisHash !== origin)
    return undefined
  return { raw: rawTransaction as Hex, hash: transactionHash as Hex, nonce } // as `prepare` has written them
}
