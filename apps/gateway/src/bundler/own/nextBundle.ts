/** The next bundle: which of the operations that wait go into it, signed and kept before anything is sent. */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Hex } from '../../chain/shapes.js'
import type { Db } from '../../ports/db.js'
import { RpcError } from '../../rpc/errors.js'
import type { BundlesInput, SignBundle, StoredBundle } from './bundles.js'
import { bundlePrice, type GasPrice, leastOf, readPrices } from './gas.js'
import type { Reorganisations } from './giveUp.js'
import { type EntryPoint, entryPoints, type Operation, readOperation } from './operation.js'
import type { StoredOperation } from './pool.js'
import { findOperation } from './receipts.js'
import { refusalOf } from './refused.js'
import { bundleTransactions, operationBundles, userOperations } from './tables.js'
import { bundleGas, mostGas, tryBundle } from './validate.js'

/** Operations of one bundle; with their gas they must fit into one transaction. */
const mostOperations = 20
/** How many of those that wait are looked at. */
const lookedAt = 100

interface Candidate {
  readonly row: StoredOperation
  readonly operation: Operation
}

/** An operation was replaced while its bundle was made, which would carry the old one. */
class Outrun extends Error {
  override readonly name = 'Outrun'
}

export function createNextBundle(
  { db, clock, chain, account, pool }: BundlesInput,
  sign: SignBundle,
  reorganisations: Reorganisations,
): (genesisHash: string, signal: AbortSignal) => Promise<StoredBundle | undefined> {
  const { networkId } = chain
  const executor = account.address.toLowerCase() as Hex // lower case of hex is hex
  const now = () => new Date(clock.now())

  /**
   * Those that pay enough now, one of each sender and of one entry point, as many as fit. One that was in a bundle which was
   * not done goes alone: then it can spoil nothing for the others.
   */
  function choose(rows: readonly StoredOperation[], least: GasPrice): Candidate[] {
    const senders = new Set<string>()
    const chosen: Candidate[] = []
    let gas = 0n
    for (const row of rows) {
      const operation = readOperation(row.operation)
      const together = gas + bundleGas([operation])
      const first = chosen[0]?.row
      const isFit =
        row.maxFee >= least.maxFeePerGas &&
        row.priorityFee >= least.maxPriorityFeePerGas &&
        row.entryPoint === (first ?? row).entryPoint &&
        !senders.has(row.sender) &&
        chosen.length < mostOperations &&
        (!first || (first.attempts === 0 && row.attempts === 0 && together <= mostGas))
      if (!isFit) continue
      gas = together
      senders.add(row.sender)
      chosen.push({ row, operation })
    }
    return chosen
  }

  /** Drops those that the EntryPoint would not take, until it takes the rest. */
  async function weed(
    candidates: Candidate[],
    entryPoint: EntryPoint,
    priceOf: (candidates: readonly Candidate[]) => GasPrice,
    signal: AbortSignal,
  ): Promise<Candidate[]> {
    let left = candidates
    while (left.length > 0) {
      const operations = left.map(({ operation }) => operation)
      const price = priceOf(left)
      const failed = await tryBundle(chain, { operations, entryPoint, executor, price, signal })
        .then((one) => one && { index: one.index, reason: refusalOf(one).message })
        .catch(nameless)
      if (!failed) return left
      // Nobody can tell whose fault it is: each is tried alone.
      if (failed.index === undefined && left.length > 1) {
        left = left.slice(0, 1)
        continue
      }
      const culprit = left[failed.index ?? 0] ?? left[0]
      if (!culprit) return []
      await dropOrFind(culprit.row, failed.reason, signal)
      left = left.filter((one) => one !== culprit)
    }
    return []
  }

  /** What cannot be done may have been done already, in somebody else's bundle. */
  async function dropOrFind({ hash }: StoredOperation, reason: string, signal: AbortSignal): Promise<void> {
    const found = await findOperation(chain, hash, signal)
    if (!found) return pool.drop(hash, reason)
    await db.query
      .update(userOperations)
      .set({ status: 'done', transactionHash: found.transactionHash, reason: null, updatedAt: now() })
      .where(and(eq(userOperations.networkId, networkId), eq(userOperations.hash, hash)))
  }

  /** All or nothing: what is not kept is not sent. */
  function keep(
    signed: Awaited<ReturnType<SignBundle>>,
    nonce: number,
    entryPoint: EntryPoint,
    genesisHash: string,
    candidates: readonly Candidate[],
  ): Promise<StoredBundle | undefined> {
    const id = randomUUID()
    return db.query.transaction(async (tx) => {
      const [bundle] = await tx
        .insert(operationBundles)
        .values({
          id,
          networkId,
          genesisHash,
          executor,
          nonce,
          entryPoint: entryPoint.address,
          status: 'open',
          createdAt: now(),
        })
        // Another process was faster: what it has signed counts.
        .onConflictDoNothing()
        .returning()
      if (!bundle) return undefined
      await keepTransaction(tx, id, signed)
      for (const { row } of candidates) {
        const taken = await tx
          .update(userOperations)
          .set({ status: 'sent', bundleId: id, transactionHash: signed.hash, updatedAt: now() })
          .where(
            and(
              eq(userOperations.networkId, networkId),
              eq(userOperations.hash, row.hash),
              eq(userOperations.status, 'waiting'),
            ),
          )
          .returning()
        if (taken.length === 0) throw new Outrun()
      }
      return bundle
    })
  }

  return async (genesisHash, signal) => {
    const rows = await pool.waiting(genesisHash, lookedAt)
    if (rows.length === 0) return undefined
    const prices = await readPrices(chain, signal)
    const priceOf = (candidates: readonly Candidate[]) =>
      bundlePrice(prices, leastOf(candidates.map(({ row }) => row)))
    const chosen = choose(rows, prices.least)
    const entryPoint = entryPoints.find(({ address }) => address === chosen[0]?.row.entryPoint)
    if (!entryPoint) return undefined
    const candidates = await weed(chosen, entryPoint, priceOf, signal)
    if (candidates.length === 0) return undefined
    const operations = candidates.map(({ operation }) => operation)
    const nonce = await chain.sent(executor, 'latest', { signal })
    const signed = await sign(operations, entryPoint.address, nonce, priceOf(candidates))
    try {
      const kept = await keep(signed, nonce, entryPoint, genesisHash, candidates)
      // Where nobody was faster, what was done with this nonce is in the way; a later round finds it gone.
      if (kept) reorganisations.calm()
      else await reorganisations.giveUpFrom(genesisHash, nonce, signal)
      return kept
    } catch (cause) {
      if (cause instanceof Outrun) return undefined
      throw cause
    }
  }
}

/** The same may have been signed before: for a chain that started anew since, or that took it back. */
export async function keepTransaction(
  query: Pick<Db['query'], 'insert'>,
  bundleId: string,
  signed: Awaited<ReturnType<SignBundle>>,
): Promise<void> {
  const { signedAt } = signed
  await query
    .insert(bundleTransactions)
    .values({ ...signed, bundleId })
    .onConflictDoUpdate({ target: bundleTransactions.hash, set: { bundleId, signedAt } })
}

/** A revert that names no operation. */
function nameless(cause: unknown) {
  if (!(cause instanceof RpcError)) throw cause
  return { index: undefined, reason: 'The entry point reverts' }
}
