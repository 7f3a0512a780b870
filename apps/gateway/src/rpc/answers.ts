/**
 * Answers that are kept: for long what lies in final blocks, for a moment what is about the newest one. Errors, nothing
 * (`null`) and transactions that wait for a block are never kept.
 */
import { createHash } from 'node:crypto'
import { days } from '@latchkey/spec/limits'
import { type Cache, createMemoryCache } from '../ports/cache.js'
import type { Clock } from '../ports/clock.js'
import { blockRefOf, blockTold } from './blockRef.js'
import type { Heads } from './heads.js'
import type { Asked } from './plausible.js'

export interface Answers {
  /** What this process has kept. `maxAge`: how old an answer about the newest block may be, in milliseconds. */
  find(input: AnswerInput & { maxAge: number }): string | undefined
  /** What other gateways have kept of final blocks; undefined where they need not be asked. */
  findElsewhere(input: AnswerInput): Promise<string | undefined> | undefined
  /** A promise where other gateways are told. */
  keep(input: AnswerInput & { result: string }): Promise<void> | undefined
}

export interface AnswerInput {
  /** Of network, method and parameters. */
  readonly key: string
  readonly asked: Asked
  readonly heads: Heads
}

const finalFor = days(1)
const charactersKept = { final: 24 * 1024 * 1024, head: 8 * 1024 * 1024 }
const longestKept = 1024 * 1024
/** About the newest block: a quarter of the time between blocks at most, */
const shareOfInterval = 4
/** and this long where that time is not known. */
const unknownInterval = 1_000

export function createAnswers(input: {
  clock: Clock
  /** How long answers about the newest block are kept at most, in milliseconds. */
  freshFor: number
  /** Where several gateways keep final answers together. */
  shared: Cache | undefined
}): Answers {
  const { clock, freshFor, shared } = input
  const memory = createMemoryCache({ clock, size: charactersKept.final })
  // Apart from the others: what is over in a moment is dropped soon, and does not push out what holds for good.
  const news = createMemoryCache({ clock, size: charactersKept.head })
  const finalKey = (key: string) => `rpc|${key}`
  // Bound to the head: as soon as anybody has seen a newer block, the answer is history.
  const headKey = (key: string, heads: Heads) => `${heads.head() ?? ''}|${key}`

  async function look(elsewhere: Cache, key: string): Promise<string | undefined> {
    const found = await elsewhere.get(key)
    if (found !== undefined) memory.put(key, found, finalFor)
    return found
  }

  return {
    find({ key, asked, heads, maxAge }) {
      if (asked.method.isSend) return undefined
      const kept = blockRefOf(asked) === 'head' ? undefined : memory.peek(finalKey(key))
      if (kept !== undefined) return kept
      return maxAge > 0 && freshFor > 0
        ? youngEnough(news.peek(headKey(key, heads)), maxAge, clock)
        : undefined
    },
    findElsewhere({ key, asked, heads }) {
      if (!shared || asked.method.isSend) return undefined
      const ref = blockRefOf(asked)
      return ref !== 'head' && mayBeFinal(ref, heads) ? look(shared, finalKey(key)) : undefined
    },
    keep({ key, asked, heads, result }) {
      if (asked.method.isSend || result === 'null' || result.length > longestKept) return undefined
      const ref = blockRefOf(asked)
      const block = ref === 'told' ? blockTold(result) : ref
      // A transaction that waits lies in no block yet.
      if (block === undefined) return undefined
      const final = heads.final()
      if (
        block !== 'head' &&
        (asked.method.place === 'constant' || (final !== undefined && block <= final))
      ) {
        memory.put(finalKey(key), result, finalFor)
        return shared?.set(finalKey(key), result, finalFor)
      }
      const ttl = Math.min(freshFor, (heads.interval() ?? unknownInterval) / shareOfInterval)
      if (ttl > 0) news.put(headKey(key, heads), `${clock.now()}|${result}`, ttl)
      return undefined
    },
  }
}

function mayBeFinal(ref: bigint | 'head' | 'told', heads: Heads): boolean {
  if (typeof ref !== 'bigint') return ref === 'told'
  const final = heads.final()
  return final === undefined || ref <= final
}

function youngEnough(entry: string | undefined, maxAge: number, clock: Clock): string | undefined {
  if (entry === undefined) return undefined
  const bar = entry.indexOf('|')
  return clock.now() - Number(entry.slice(0, bar)) <= maxAge ? entry.slice(bar + 1) : undefined
}

const longestKey = 512

export function answerKey(networkId: string, method: string, params: string): string {
  const shown = params.length <= longestKey ? params : createHash('sha256').update(params).digest('base64')
  return `${networkId}|${method}|${shown}`
}
