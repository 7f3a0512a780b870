/** What became of an operation: its event in the chain, and the transaction that carried it. */
import * as v from 'valibot'
import { decodeAbiParameters } from 'viem'
import type { Chain } from '../../chain/chain.js'
import { type ChainLog, chainLog, type Hex, quantity } from '../../chain/shapes.js'
import { topics } from '../../indexer/decode.js'
import { entryPoints } from './operation.js'

export interface OperationEvent {
  readonly hash: Hex
  readonly sender: Hex
  readonly paymaster: Hex
  readonly nonce: bigint
  readonly isSuccess: boolean
  readonly gasCost: bigint
  readonly gasUsed: bigint
}

const eventData = [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }] as const

/** The event of an operation; undefined for every other log. */
export function eventOf({
  topics: [topic, hash, sender, paymaster],
  data,
}: ChainLog): OperationEvent | undefined {
  if (topic !== topics.userOperation || !hash || !sender || !paymaster) return undefined
  try {
    const [nonce, isSuccess, gasCost, gasUsed] = decodeAbiParameters(eventData, data)
    const addressOf = (word: Hex): Hex => `0x${word.slice(26)}`
    return {
      hash,
      sender: addressOf(sender),
      paymaster: addressOf(paymaster),
      nonce,
      isSuccess,
      gasCost,
      gasUsed,
    }
  } catch {
    return undefined
  }
}

const receipt = v.object({
  logs: v.array(chainLog),
  status: v.nullish(v.string()),
  gasUsed: v.optional(quantity, '0x0'),
  effectiveGasPrice: v.optional(quantity, '0x0'),
})

export interface BundleReceipt extends v.InferOutput<typeof receipt> {
  /** As the node has it, to be passed on. */
  readonly raw: unknown
}

export async function bundleReceipt(
  chain: Chain,
  hash: Hex,
  signal: AbortSignal,
): Promise<BundleReceipt | undefined> {
  const raw = await chain.read(v.unknown(), 'eth_getTransactionReceipt', [hash], { signal })
  const read = v.safeParse(receipt, raw)
  return read.success ? { ...read.output, raw } : undefined
}

/** What the bundler has paid for it. */
export const costOf = ({ gasUsed, effectiveGasPrice }: BundleReceipt): bigint => gasUsed * effectiveGasPrice

/** Events of operations in a bundle that the EntryPoint itself emitted: anybody can emit the same. */
export function eventsOf({ logs }: BundleReceipt, entryPoint: Hex): OperationEvent[] {
  return logs.flatMap((log) => (log.address === entryPoint ? (eventOf(log) ?? []) : []))
}

/** The revert of an operation's calls. */
const revertTopic = '0x1c4fada7374c0a9ee8841fc38afe82932dc0f8e69012e927f061a8bae611a201'
/** After it the logs of the first operation begin. */
const beforeExecution = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'

/** As clients read it (ERC-7769); undefined where the bundle has no such operation. */
export function operationReceipt(whole: BundleReceipt, hash: Hex, entryPoint: Hex) {
  const { raw } = whole
  const at = whole.logs.findIndex((log) => log.address === entryPoint && eventOf(log)?.hash === hash)
  const log = whole.logs[at]
  const event = log && eventOf(log)
  if (!event) return undefined
  const isEdge = ({ address, topics: [topic] }: ChainLog) =>
    address === entryPoint && (topic === topics.userOperation || topic === beforeExecution)
  const from = whole.logs.slice(0, at).findLastIndex(isEdge) + 1
  const rawLogs = rawLogsOf(raw)
  const failure = whole.logs
    .slice(from, at)
    .find((one) => one.address === entryPoint && one.topics[0] === revertTopic && one.topics[1] === hash)
  return {
    userOpHash: hash,
    entryPoint,
    sender: event.sender,
    nonce: toHex(event.nonce),
    ...(BigInt(event.paymaster) === 0n ? {} : { paymaster: event.paymaster }),
    actualGasCost: toHex(event.gasCost),
    actualGasUsed: toHex(event.gasUsed),
    success: event.isSuccess,
    ...(failure ? { reason: reasonOf(failure.data) } : {}),
    logs: rawLogs.slice(from, at),
    receipt: raw,
  }
}

function rawLogsOf(raw: unknown): unknown[] {
  return typeof raw === 'object' && raw !== null && 'logs' in raw && Array.isArray(raw.logs) ? raw.logs : []
}

function reasonOf(data: Hex): Hex {
  try {
    return decodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], data)[1]
  } catch {
    return '0x'
  }
}

const toHex = (value: bigint): Hex => `0x${value.toString(16)}`

/** Blocks that are searched for an operation that somebody else bundled. */
const searched = 5_000

/** Where an operation that this bundler has not sent was done. */
export async function findOperation(
  chain: Chain,
  hash: Hex,
  signal: AbortSignal,
): Promise<{ readonly transactionHash: Hex; readonly entryPoint: Hex } | undefined> {
  const { number } = await chain.newest({ signal })
  const blocks = { from: Math.max(0, number - searched), to: number }
  const logs = await chain.logs({ blocks, topics: [topics.userOperation, hash] }, { signal })
  const log = logs.find(({ address }) => entryPoints.some((known) => known.address === address))
  return log && { transactionHash: log.transactionHash, entryPoint: log.address }
}
