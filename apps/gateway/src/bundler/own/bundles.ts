/**
 * Bundles: one transaction at a time from one account, signed, kept, and only then sent. After a crash the same transaction is
 * sent again, and its nonce lets the chain take it once; an operation has a nonce of its own, so that it is done once even
 * if its bundle is lost. Where the chain is slow, the same bundle is signed again with a higher fee.
 */
import { minutes, seconds } from '@latchkey/spec/limits'
import { and, desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from '../../chain/chain.js'
import type { Hex } from '../../chain/shapes.js'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import type { Log } from '../../ports/log.js'
import { RpcError } from '../../rpc/errors.js'
import { type GasPrice, larger, leastOf, readPrices, smaller } from './gas.js'
import { createGiveUp, createReorganisations } from './giveUp.js'
import type { Losses } from './losses.js'
import { createNextBundle, keepTransaction } from './nextBundle.js'
import { chainIdOf, handleOps, type Operation, readOperation } from './operation.js'
import type { Pool, StoredOperation } from './pool.js'
import { type BundleReceipt, bundleReceipt, costOf, eventsOf } from './receipts.js'
import { bundleTransactions, operationBundles, userOperations } from './tables.js'
import { bundleGas } from './validate.js'

/** How long the chain may take before the fee is raised. */
const slow = seconds(30)
/** After this the bundler pays more than its operations do, within reason, rather than stand still. */
const stuck = minutes(5)

export type StoredBundle = typeof operationBundles.$inferSelect
type StoredTransaction = typeof bundleTransactions.$inferSelect

export interface BundlesInput {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly chain: Chain
  readonly account: PrivateKeyAccount
  readonly pool: Pool
  readonly losses: Losses
  /** Block 0, or a rejection where the network does not answer. */
  readonly genesis: (signal: AbortSignal) => Promise<string>
}

/** The transaction that does these operations, at this price. */
export type SignBundle = (
  operations: readonly Operation[],
  entryPoint: Hex,
  nonce: number,
  price: GasPrice,
) => Promise<Omit<StoredTransaction, 'bundleId'>>

/** Settles the bundle that is open, if there is one, and makes the next. */
export function createBundles(input: BundlesInput): (signal: AbortSignal) => Promise<void> {
  const { db, clock, log, chain, account, pool, losses, genesis } = input
  const { networkId } = chain
  const executor = account.address.toLowerCase() as Hex // lower case of hex is hex
  const now = () => new Date(clock.now())
  const isHere = and(eq(operationBundles.networkId, networkId), eq(operationBundles.executor, executor))

  async function openBundle(): Promise<StoredBundle | undefined> {
    const [found] = await db.query
      .select()
      .from(operationBundles)
      .where(and(isHere, eq(operationBundles.status, 'open')))
    return found
  }

  /** Newest first. */
  function transactionsOf({ id }: StoredBundle): Promise<StoredTransaction[]> {
    return db.query
      .select()
      .from(bundleTransactions)
      .where(eq(bundleTransactions.bundleId, id))
      .orderBy(desc(bundleTransactions.signedAt))
  }

  function operationsOf({ id }: StoredBundle): Promise<StoredOperation[]> {
    return db.query
      .select()
      .from(userOperations)
      .where(and(eq(userOperations.bundleId, id), eq(userOperations.status, 'sent')))
      .orderBy(userOperations.receivedAt)
  }

  const sign: SignBundle = async (operations, entryPoint, nonce, price) => {
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: chainIdOf(networkId),
      to: entryPoint,
      data: handleOps(operations, executor),
      gas: bundleGas(operations),
      nonce,
      ...price,
    })
    return {
      raw,
      hash: keccak256(raw),
      maxFee: price.maxFeePerGas,
      priorityFee: price.maxPriorityFeePerGas,
      signedAt: now(),
    }
  }

  const giveUp = createGiveUp(input)
  const reorganisations = createReorganisations(input, giveUp)
  const next = createNextBundle(input, sign, reorganisations)

  async function send(raw: Hex, signal: AbortSignal): Promise<void> {
    try {
      await chain.read(v.unknown(), 'eth_sendRawTransaction', [raw], { signal })
    } catch (cause) {
      if (!(cause instanceof RpcError)) throw cause
      // Known already, taken already, or not taken: the receipt and the nonce tell which.
      log.debug({ network: networkId, reason: cause.message }, 'a bundle was not taken anew')
    }
  }

  async function finish(bundle: StoredBundle, transactionHash: Hex, found: BundleReceipt): Promise<void> {
    const done = eventsOf(found, bundle.entryPoint)
    const loss = costOf(found) - done.reduce((sum, { gasCost }) => sum + gasCost, 0n)
    if (loss > 0n) losses.add(loss)
    if (found.status === '0x0') {
      // Whose fault it was shows when each is tried alone, which it is once.
      const { length } = await operationsOf(bundle)
      return giveUp(bundle, {
        status: 'mined',
        reason: 'The bundle reverted',
        ...(length > 1 ? {} : { most: 1 }),
      })
    }
    await db.query.transaction(async (tx) => {
      for (const { hash } of done)
        await tx
          .update(userOperations)
          .set({ status: 'done', transactionHash, reason: null, updatedAt: now() })
          .where(and(eq(userOperations.networkId, networkId), eq(userOperations.hash, hash)))
      await tx.update(operationBundles).set({ status: 'mined' }).where(eq(operationBundles.id, bundle.id))
      await tx
        .update(userOperations)
        .set({ status: 'waiting', bundleId: null, updatedAt: now() })
        .where(and(eq(userOperations.bundleId, bundle.id), eq(userOperations.status, 'sent')))
    })
    log.info({ network: networkId, transactionHash, operations: done.length }, 'a bundle was done')
  }

  /** Whether the bundle is settled; false: it waits for the chain. */
  async function settle(bundle: StoredBundle, signal: AbortSignal): Promise<boolean> {
    const transactions = await transactionsOf(bundle)
    if (await isFound()) return true
    const [newest] = transactions
    if (newest) await send(newest.raw, signal)
    // The count first: a receipt that is missing afterwards was missing when the nonce was used.
    const count = await chain.sent(executor, 'latest', { signal })
    if (await isFound()) return true
    if (count > bundle.nonce) {
      await giveUp(bundle, {
        status: 'lost',
        reason: 'The account of the bundler was used for something else',
      })
      return true
    }
    // One before it is missing, without which the chain does not take it.
    if (count < bundle.nonce) await reorganisations.giveUpFrom(bundle.genesisHash, count, signal)
    else if (newest && clock.now() - newest.signedAt.getTime() >= slow) await raise(bundle, newest, signal)
    return false

    async function isFound(): Promise<boolean> {
      for (const { hash } of transactions) {
        const found = await bundleReceipt(chain, hash, signal)
        if (!found) continue
        await finish(bundle, hash, found)
        return true
      }
      return false
    }
  }

  /** Signs the same with a fee that nodes take for a replacement: an eighth more, or what is asked now. */
  async function raise(bundle: StoredBundle, newest: StoredTransaction, signal: AbortSignal): Promise<void> {
    const rows = await operationsOf(bundle)
    if (rows.length === 0) return
    const isStuck = clock.now() - bundle.createdAt.getTime() >= stuck
    const { fast, most } = await readPrices(chain, signal)
    const paid = leastOf(rows)
    const more = (of: keyof GasPrice, fee: bigint) => {
      const next = larger((fee * 9n) / 8n + 1n, fast[of])
      return smaller(next, isStuck ? larger(paid[of], most[of]) : paid[of])
    }
    const price = {
      maxFeePerGas: more('maxFeePerGas', newest.maxFee),
      maxPriorityFeePerGas: more('maxPriorityFeePerGas', newest.priorityFee),
    }
    if (price.maxFeePerGas * 10n < newest.maxFee * 11n) return
    const operations = rows.map(({ operation }) => readOperation(operation))
    const signed = await sign(operations, bundle.entryPoint, bundle.nonce, price)
    await keepTransaction(db.query, bundle.id, signed)
    log.info({ network: networkId, bundle: bundle.id, hash: signed.hash }, 'the fee of a bundle was raised')
    await send(signed.raw, signal)
  }

  return async (signal) => {
    if (!(await pool.hasWork()) && !(await openBundle())) return
    const genesisHash = await genesis(signal)
    const open = await openBundle()
    if (open && open.genesisHash !== genesisHash)
      await giveUp(open, { status: 'lost', reason: 'The chain has started anew' })
    else if (open && !(await settle(open, signal))) return
    await pool.expire()
    // Until nothing is left, or the chain has to be waited for.
    while (!signal.aborted && !losses.isPaused()) {
      const bundle = await next(genesisHash, signal)
      if (!bundle || !(await settle(bundle, signal))) return
    }
  }
}
