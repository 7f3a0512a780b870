/**
 * Answers that are kept: for long what lies in final blocks, for a moment what is about the newest one. Errors, nothing
 * (`null`) and transactions that wait for a block are never kept.
 */
import { createHash } from 'node:crypto'
import { days } from '@latchkey/spec/limits'
import type { Cache } from '../ports/cache.js'
import type { Clock } from '../ports/clock.js'
import { Shelf } from '../ports/shelf.js'
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

/** About the newest block: as soon as anybody has seen a newer one, the answer is history. */
interface News {
  readonly result: string
  readonly head: bigint | undefined
  readonly at: number
}

const sharedKey = (key: string) => `rpc|${key}`

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
  const final = new Shelf<string>({ clock, size: charactersKept.final })
  // Apart from the others: what is over in a moment is dropped soon, and does not push out what holds for good.
  const news = new Shelf<News>({ clock, size: charactersKept.head })

  function keepFinal(key: string, result: string): void {
    final.set(key, result, { length: result.length, ttl: finalFor })
  }

  function freshNews(key: string, heads: Heads, maxAge: number): string | undefined {
    const told = news.get(key)
    const isFresh = told && told.head === heads.head() && clock.now() - told.at <= maxAge
    return isFresh ? told.result : undefined
  }

  async function look(elsewhere: Cache, key: string): Promise<string | undefined> {
    const found = await elsewhere.get(sharedKey(key))
    if (found !== undefined) keepFinal(key, found)
    return found
  }

  return {
    find({ key, asked, heads, maxAge }) {
      if (asked.method.isSend) return undefined
      const kept = blockRefOf(asked) === 'head' ? undefined : final.get(key)
      if (kept !== undefined) return kept
      return maxAge > 0 && freshFor > 0 ? freshNews(key, heads, maxAge) : undefined
    },
    findElsewhere({ key, asked, heads }) {
      if (!shared || asked.method.isSend) return undefined
      const ref = blockRefOf(asked)
      return ref !== 'head' && mayBeFinal(ref, heads) ? look(shared, key) : undefined
    },
    keep({ key, asked, heads, result }) {
      if (asked.method.isSend || result === 'null' || result.length > longestKept) return undefined
      const ref = blockRefOf(asked)
      const block = ref === 'told' ? blockTold(result) : ref
      // A transaction that waits lies in no block yet.
      if (block === undefined) return undefined
      const newestFinal = heads.final()
      if (
        block !== 'head' &&
        (asked.method.place === 'constant' || (newestFinal !== undefined && block <= newestFinal))
      ) {
        keepFinal(key, result)
        return shared?.set(sharedKey(key), result, finalFor)
      }
      const ttl = Math.min(freshFor, (heads.interval() ?? unknownInterval) / shareOfInterval)
      news.set(key, { result, head: heads.head(), at: clock.now() }, { length: result.length, ttl })
      return undefined
    },
  }
}

function mayBeFinal(ref: bigint | 'head' | 'told', heads: Heads): boolean {
  if (typeof ref !== 'bigint') return ref === 'told'
  const final = heads.final()
  return final === undefined || ref <= final
}

const longestKey = 512

export function answerKey(networkId: string, method: string, params: string): string {
  const shown = params.length <= longestKey ? params : createHash('sha256').update(params).digest('base64')
  return `${networkId}|${method}|${shown}`
}
