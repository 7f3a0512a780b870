/** What a feed of eip155 missed while no upstream told it, and which of what it is told it has heard already. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import type { Rpc } from '../rpc.js'

export interface CatchUp {
  /** Remembers where the network stands, before anything is followed. */
  start(): Promise<void>
  /** False for what was told before. */
  isNew(result: string): boolean
  /** What happened since the last thing that was told, oldest first. */
  missed(): Promise<string[]>
}

/** Blocks that are asked for at most; who was away for longer sees a gap. */
const mostBlocks = 128n
const remembered = 1024

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,16}$/i),
  v.transform((text) => BigInt(text)),
)
const told = v.looseObject({
  hash: v.optional(v.string()),
  number: v.optional(quantity),
  blockHash: v.optional(v.string()),
  blockNumber: v.optional(quantity),
  logIndex: v.optional(v.string()),
  removed: v.optional(v.boolean()),
})
const subscription = v.union([
  v.tuple([v.literal('newHeads')]),
  v.tuple([v.literal('logs'), v.record(v.string(), v.unknown())]),
  v.tuple([v.literal('logs')]),
])

export function createCatchUp(input: { networkId: NetworkId; params: string; rpc: Rpc }): CatchUp {
  const { networkId, rpc } = input
  const read = v.safeParse(subscription, JSON.parse(input.params))
  // Feeds of other namespaces are followed as they come.
  if (!read.success) return { start: async () => {}, isNew: () => true, missed: async () => [] }
  const [what, filter = {}] = read.output
  const seen = new Set<string>()
  let last: bigint | undefined

  async function head(): Promise<bigint | undefined> {
    const answer = await rpc.call(networkId, 'eth_blockNumber').catch(() => undefined)
    const parsed = v.safeParse(quantity, answer)
    return parsed.success ? parsed.output : undefined
  }

  async function missedHeads(from: bigint, to: bigint): Promise<unknown[]> {
    const blocks: unknown[] = []
    for (let number = from; number <= to; number++)
      blocks.push(await rpc.call(networkId, 'eth_getBlockByNumber', [hex(number), false]))
    return blocks.filter((block) => block !== null).map(headerOf)
  }

  async function missedLogs(from: bigint, to: bigint): Promise<unknown[]> {
    const range = { ...filter, fromBlock: hex(from), toBlock: hex(to) }
    return v.parse(v.array(v.unknown()), await rpc.call(networkId, 'eth_getLogs', [range]))
  }

  return {
    async start() {
      last = await head()
    },
    isNew(result) {
      const { output, success } = v.safeParse(told, JSON.parse(result))
      if (!success) return true
      const { hash, number, blockHash, blockNumber, logIndex, removed = false } = output
      const key = what === 'newHeads' ? hash : `${blockHash}|${logIndex}|${removed}`
      if (key === undefined) return true
      if (seen.has(key)) return false
      seen.add(key)
      if (seen.size > remembered) seen.delete(seen.values().next().value ?? '')
      last = number ?? blockNumber ?? last
      return true
    },
    async missed() {
      const to = await head()
      if (to === undefined || last === undefined) return []
      // Logs of the last block may have been told in part; what was is not told again.
      const after = what === 'logs' ? last : last + 1n
      const from = to - after >= mostBlocks ? to - mostBlocks + 1n : after
      if (from > to) return []
      const things = await (what === 'logs' ? missedLogs(from, to) : missedHeads(from, to)).catch(() => [])
      return things.map((thing) => JSON.stringify(thing))
    },
  }
}

const hex = (number: bigint) => `0x${number.toString(16)}`

/** Feeds tell headers: blocks without what is in them. */
function headerOf(block: unknown): unknown {
  const { transactions: _, uncles: __, withdrawals: ___, ...header } = v.parse(v.looseObject({}), block)
  return header
}
