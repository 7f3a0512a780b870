/** Reads the past of one account, newest first, a window of blocks at a time. */
import { type Chain, isStateGone } from '../chain/chain.js'
import type { ChainLog, Hex } from '../chain/shapes.js'
import { RpcError } from '../rpc/errors.js'
import { inTurns } from '../rpc/inTurns.js'
import type { CallOptions } from '../rpc/rpc.js'
import type { ActivityRow } from './activity.js'
import { topicOf, topics } from './decode.js'
import { BlockMoved, readBlock } from './readBlock.js'
import type { Watch } from './reads.js'

export interface ScanResult {
  readonly scannedFrom: number
  readonly rows: readonly ActivityRow[]
  readonly hasState: boolean
}

/** Blocks of the first window; it doubles where the node agrees and halves where it does not. */
const firstWindow = 2_000
const widestWindow = 128_000
/** Blocks read for one account in one step: the rest of a busy window is left for the next. */
const blocksAtOnce = 40
const readsAtOnce = 4

/** Learns how many blocks the node searches at once, so that one is kept for each network. */
export function createScanner({ chain, wrapped }: { chain: Chain; wrapped: Hex | undefined }) {
  let window = firstWindow

  /** Logs that name the account at any place, in blocks `from` to `to`. */
  async function logsOf(account: Hex, from: number, to: number, options: CallOptions): Promise<ChainLog[]> {
    const topic = topicOf(account)
    const { transfer, transferSingle, transferBatch, approval, approvalForAll } = topics
    const filters = [
      [[transfer, approval, approvalForAll, topics.deposit, topics.withdrawal], topic],
      [[transfer, transferSingle, transferBatch, topics.userOperation], null, topic],
      [[transferSingle, transferBatch], null, null, topic],
    ]
    const found = await Promise.all(
      filters.map((topics) => chain.logs({ blocks: { from, to }, topics }, options)),
    )
    return found.flat()
  }

  /** One step down from `watch.scannedFrom`. What it returns reaches down without a gap. */
  async function scan(watch: Watch, options: CallOptions): Promise<ScanResult> {
    const to = watch.scannedFrom - 1
    for (;;) {
      const from = Math.max(0, to - window + 1)
      let logs: ChainLog[]
      try {
        logs = await logsOf(watch.address, from, to, options)
      } catch (cause) {
        // Nodes refuse in many words: too many blocks, too many results. A smaller window is the answer to all.
        if (!(cause instanceof RpcError) || window === 1) throw cause
        window = Math.max(1, Math.floor(window / 4))
        continue
      }
      const native = await changedBlocks(chain, watch.address, { from, to }, options)
      const numbers = [...new Set([...logs.map(({ blockNumber }) => blockNumber), ...native.blocks])]
        .filter((number) => number >= from && number <= to)
        .sort((a, b) => b - a)
      const read = numbers.slice(0, blocksAtOnce)
      // Only as far down as every block of interest has been read.
      const scannedFrom =
        read.length === numbers.length ? native.from : Math.max(native.from, read.at(-1) ?? native.from)
      const { rows, hasState } = await readAll(watch.address, read, logs, options)
      if (scannedFrom === from) window = Math.min(widestWindow, window * 2)
      const kept = rows.filter(({ blockNumber }) => blockNumber >= scannedFrom)
      return { scannedFrom, rows: kept, hasState: hasState && native.hasState }
    }
  }

  async function readAll(
    account: Hex,
    numbers: readonly number[],
    logs: readonly ChainLog[],
    options: CallOptions,
  ) {
    const accounts = new Set([account])
    const turns = { atOnce: readsAtOnce, signal: options.signal ?? new AbortController().signal }
    const readings = await inTurns(numbers, turns, async (number, signal) => {
      const block = await chain.block(number, { ...options, signal })
      if (!block) throw new BlockMoved(number)
      const own = logs.filter(({ blockNumber }) => blockNumber === number)
      return readBlock(chain, { block, logs: dropDoubles(own), accounts, wrapped }, { ...options, signal })
    })
    return {
      rows: readings.flatMap(({ rows }) => rows),
      hasState: readings.every(({ hasState }) => hasState),
    }
  }

  return { scan }
}
export type Scanner = ReturnType<typeof createScanner>

/** A transfer to oneself is found at both places. */
function dropDoubles(logs: readonly ChainLog[]): ChainLog[] {
  return [...new Map(logs.map((log) => [log.logIndex, log])).values()]
}

interface ChangedBlocks {
  readonly blocks: readonly number[]
  /** How far down the search came; all blocks of change from here up are in the list. */
  readonly from: number
  readonly hasState: boolean
}

/** Reads of one search; a busy account is searched on in the next step. */
const mostProbes = 400

/**
 * Blocks in which the account sent something or its balance changed, newest first: both are asked at the two ends of a
 * range, which is halved where they differ. Incoming coins only add, and outgoing ones count up the nonce, so that equal
 * ends mean that nothing happened between. It needs a node that remembers old balances.
 */
async function changedBlocks(
  chain: Pick<Chain, 'balance' | 'sent'>,
  account: Hex,
  { from, to }: { readonly from: number; readonly to: number },
  options: CallOptions,
): Promise<ChangedBlocks> {
  let probes = 0
  const known = new Map<number, Promise<string>>()
  const stateAt = (number: number): Promise<string> => {
    const found = known.get(number)
    if (found) return found
    probes++
    const asked =
      number < 0
        ? Promise.resolve('0/0')
        : Promise.all([chain.sent(account, number, options), chain.balance(account, number, options)]).then(
            (parts) => parts.join('/'),
          )
    known.set(number, asked)
    return asked
  }
  const blocks: number[] = []
  // Ranges above come off the stack first, so that a search that is cut short has no gap.
  const open: { low: number; high: number }[] = [{ low: from - 1, high: to }]
  try {
    for (let range = open.pop(); range; range = open.pop()) {
      if (probes >= mostProbes) return { blocks, from: range.high + 1, hasState: true }
      const [below, above] = await Promise.all([stateAt(range.low), stateAt(range.high)])
      if (below === above) continue
      if (range.high - range.low === 1) {
        blocks.push(range.high)
        continue
      }
      const middle = Math.floor((range.low + range.high) / 2)
      open.push({ low: range.low, high: middle }, { low: middle, high: range.high })
    }
    return { blocks, from, hasState: true }
  } catch (cause) {
    // Logs are all there is.
    if (isStateGone(cause)) return { blocks: [], from, hasState: false }
    throw cause
  }
}
