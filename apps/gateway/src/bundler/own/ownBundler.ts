/** The gateway's own bundler for one network: what clients ask of it, and the work that it does by itself. */
import { seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from '../../chain/chain.js'
import type { Hex } from '../../chain/shapes.js'
import type { Leadership } from '../../indexer/leader.js'
import type { Job } from '../../jobs/startJob.js'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import type { Log } from '../../ports/log.js'
import { NetworkUnavailable } from '../../rpc/errors.js'
import { createBundles } from './bundles.js'
import { estimateGas, readPrices } from './gas.js'
import type { Losses } from './losses.js'
import {
  chainIdOf,
  type EntryPoint,
  entryPointOf,
  entryPoints,
  hashOperation,
  type Operation,
  readDraft,
  readOperation,
  written,
} from './operation.js'
import { createPool } from './pool.js'
import { createProbe, pretended, type StateOverrides } from './probe.js'
import { bundleReceipt, findOperation, operationReceipt } from './receipts.js'
import { OperationRefused } from './refused.js'
import type { RequireServed } from './servedAccounts.js'
import { requireSane, requireValid } from './validate.js'

export interface Asking {
  readonly projectId: string | undefined
  readonly signal: AbortSignal
}

export interface OwnBundler {
  /** The result of a method; undefined for one that it does not have. Throws `OperationRefused`. */
  answer(method: string, params: readonly unknown[], asking: Asking): Promise<unknown> | undefined
  send(operation: Operation, entryPoint: EntryPoint, asking: Asking): Promise<Hex>
  /** What became of an operation that was taken and is not done: why it never will be, or that it waits. */
  stateOf(hash: Hex): Promise<{ readonly isDropped: boolean; readonly reason: string | null } | undefined>
  readonly job: Job
  readonly pruneJob: Job
  /** Resolves when nothing of it runs any more. */
  close(): Promise<void>
}

export interface OwnBundlerInput {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly chain: Chain
  readonly account: PrivateKeyAccount
  readonly leadership: Leadership
  readonly losses: Losses
  readonly requireServed: RequireServed
  /** Whether this process bundles, beside taking operations. */
  readonly isBundling: boolean
}

const every = seconds(1)
const pruneEvery = seconds(3_600)
/** State that a client may exchange for an estimate. */
const overridesShape = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.toLowerCase()),
    v.record(v.picklist(['balance', 'nonce', 'code', 'state', 'stateDiff']), v.unknown()),
  ),
  v.maxEntries(16),
)
const hashShape = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i), v.toLowerCase())

export function createOwnBundler(input: OwnBundlerInput): OwnBundler {
  const { db, clock, log, chain, account, leadership, losses, requireServed, isBundling } = input
  const { networkId } = chain
  const executor = account.address.toLowerCase() as Hex // lower case of hex is hex
  const pool = createPool({ db, clock, networkId })
  const probe = createProbe(chain)
  const bundle = createBundles({ db, clock, log, chain, account, pool, losses, genesis })
  const ending = new AbortController()
  let running: Promise<void> | undefined

  async function genesis(signal: AbortSignal): Promise<string> {
    const header = await chain.header(0, { signal })
    if (!header) throw new NetworkUnavailable(networkId)
    return header.hash
  }

  /** One round at a time; who comes meanwhile waits for the one that runs. */
  function round(): Promise<void> {
    running ??= (async () => {
      if ((await pool.hasWork()) && (await leadership.isMine())) await bundle(ending.signal)
    })().finally(() => {
      running = undefined
    })
    return running
  }

  const send: OwnBundler['send'] = async (operation, entryPoint, { projectId, signal }) => {
    requireSane(operation)
    if (losses.isPaused())
      throw new OperationRefused('throttled', 'The bundler pauses: its bundles have failed too often')
    await pool.requireRoom(operation.sender, projectId)
    await requireServed(operation, signal)
    const hash = hashOperation(operation, entryPoint, networkId)
    const now = Math.floor(clock.now() / 1000)
    await requireValid({ chain, probe, operation, entryPoint, executor, now, signal })
    await pool.add({ hash, operation, entryPoint, genesisHash: await genesis(signal), projectId })
    // Not waited for: what goes wrong in it is tried again by the job, which also says so.
    if (isBundling && !ending.signal.aborted) round().catch(() => {})
    return hash
  }

  async function place(hash: Hex, signal: AbortSignal) {
    const stored = await pool.find(hash)
    if (stored?.transactionHash && stored.status === 'done')
      return { transactionHash: stored.transactionHash, entryPoint: stored.entryPoint }
    return findOperation(chain, hash, signal)
  }

  async function receiptOf(hash: Hex, signal: AbortSignal) {
    const found = await place(hash, signal)
    const receipt = found && (await bundleReceipt(chain, found.transactionHash, signal))
    return (receipt && operationReceipt(receipt, hash, found.entryPoint)) ?? null
  }

  /** Null until it is in a block, as the standard has it. */
  async function byHash(hash: Hex, signal: AbortSignal) {
    const stored = await pool.find(hash)
    const found = stored && (await place(hash, signal))
    const receipt = found && (await bundleReceipt(chain, found.transactionHash, signal))
    const [log_] = receipt?.logs ?? []
    if (!stored || !found || !log_) return null
    return {
      userOperation: stored.operation,
      entryPoint: found.entryPoint,
      transactionHash: found.transactionHash,
      blockHash: log_.blockHash,
      blockNumber: `0x${log_.blockNumber.toString(16)}`,
    }
  }

  async function estimate([value, point, states]: readonly unknown[], signal: AbortSignal) {
    const operation = readDraft(value)
    const entryPoint = entryPointOf(point)
    const overrides = states === undefined ? { [operation.sender]: pretended } : readOverrides(states)
    const estimated = await estimateGas({ operation, entryPoint, probe, overrides, signal })
    return Object.fromEntries(Object.entries(estimated).map(([key, gas]) => [key, `0x${gas.toString(16)}`]))
  }

  async function supported(signal: AbortSignal): Promise<Hex[]> {
    const codes = await Promise.all(
      entryPoints.map(({ address }) => chain.code(address, 'latest', { signal })),
    )
    return entryPoints.filter((_, index) => codes[index] !== '0x').map(({ address }) => address)
  }

  async function prices(signal: AbortSignal) {
    const { slow, standard, fast } = await readPrices(chain, signal)
    return { slow: written(slow), standard: written(standard), fast: written(fast) }
  }

  const methods: Readonly<Record<string, (params: readonly unknown[], asking: Asking) => Promise<unknown>>> =
    {
      eth_chainId: async () => `0x${chainIdOf(networkId).toString(16)}`,
      eth_supportedEntryPoints: (_, { signal }) => supported(signal),
      eth_sendUserOperation: async ([operation, entryPoint], asking) =>
        send(readOperation(operation), entryPointOf(entryPoint), asking),
      eth_estimateUserOperationGas: (params, { signal }) => estimate(params, signal),
      eth_getUserOperationReceipt: async ([hash], { signal }) => receiptOf(readHash(hash), signal),
      eth_getUserOperationByHash: async ([hash], { signal }) => byHash(readHash(hash), signal),
      pimlico_getUserOperationGasPrice: (_, { signal }) => prices(signal),
    }

  return {
    answer: (method, params, asking) =>
      Object.hasOwn(methods, method) ? methods[method]?.(params, asking) : undefined,
    send,
    async stateOf(hash) {
      const found = await pool.find(hash)
      return found && { isDropped: found.status === 'dropped', reason: found.reason }
    },
    job: { name: `bundle operations of ${networkId}`, every, run: round },
    pruneJob: { name: `forget operations of ${networkId}`, every: pruneEvery, run: () => pool.prune() },
    async close() {
      ending.abort(new Error('the gateway stops'))
      await running?.catch(() => {})
    },
  }
}

function readHash(value: unknown): Hex {
  const read = v.safeParse(hashShape, value)
  if (!read.success) throw new OperationRefused('invalid', 'Expected the hash of an operation')
  return read.output as Hex // just seen
}

function readOverrides(value: unknown): StateOverrides {
  const read = v.safeParse(overridesShape, value)
  if (!read.success) throw new OperationRefused('invalid', 'The state overrides are not readable')
  return read.output
}
