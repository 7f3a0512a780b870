/** Which block an answer is about, read from the parameters of the call or from the answer itself. */
import type { Asked } from './plausible.js'

/** A number, the moving head of the chain, or something that only the answer tells. */
export type BlockRef = bigint | 'head' | 'told'

export function blockRefOf({ method, params }: Asked): BlockRef {
  const { place } = method
  if (place === 'constant') return 0n
  if (place === 'head') return 'head'
  if (place === 'found') return 'told'
  if (place === 'logs') return logsRef(params[0])
  return numberOf(params[place.block]) ?? 'head'
}

/** The newest block of a filter's range: what lies before is older still. */
function logsRef(filter: unknown): BlockRef {
  if (typeof filter !== 'object' || filter === null) return 'head'
  if ('blockHash' in filter) return 'told'
  const from = 'fromBlock' in filter ? numberOf(filter.fromBlock) : undefined
  const to = 'toBlock' in filter ? numberOf(filter.toBlock) : undefined
  return from === undefined || to === undefined ? 'head' : to
}

/** A block by number; undefined for tags that move, for hashes and for what is left out. */
function numberOf(ref: unknown): bigint | undefined {
  if (ref === 'earliest') return 0n
  if (typeof ref === 'string' && /^0x[0-9a-f]{1,16}$/i.test(ref)) return BigInt(ref)
  return typeof ref === 'object' && ref !== null && 'blockNumber' in ref
    ? numberOf(ref.blockNumber)
    : undefined
}

/** The block that a transaction, receipt, log or block says it lies in; the first one named. */
export function blockTold(result: string): bigint | undefined {
  const [, hex] = /"(?:blockNumber|number)"\s*:\s*"(0x[0-9a-f]{1,16})"/i.exec(result) ?? []
  return hex === undefined ? undefined : BigInt(hex)
}
