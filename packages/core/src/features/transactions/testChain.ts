/** A chain that a test can play: blocks, a pool, nonces, reorganisations and nodes that fail. For the tests of this folder. */
import type { TransactionQuestion, TransactionSighting } from '../../adapter.js'

export interface TestTransaction {
  readonly hash: string
  readonly nonce: number
  readonly willSucceed: boolean
  /** The same for a transaction and its faster twin. */
  readonly intent: string
}

export interface TestChain {
  readonly height: number
  /** Enters the pool. */
  send(transaction: Partial<TestTransaction> & { readonly hash: string; readonly nonce: number }): void
  /** A block with everything in the pool that fits. */
  mine(): void
  /** An empty block, however full the pool is. */
  mineEmpty(): void
  /** The pool forgets it. */
  drop(hash: string): void
  /** The newest blocks were never there; what was in them is in the pool again, or gone with `isLost`. */
  reorganise(depth: number, options?: { readonly isLost?: boolean }): void
  /** Nobody answers until it is mended. */
  isDown: boolean
  /** Answers given. */
  readonly asked: number
  /** The truth that followers should arrive at. */
  fateOf(hash: string): 'confirmed' | 'failed' | 'replaced' | 'waiting' | 'unknown'
  getTransaction(question: TransactionQuestion): Promise<TransactionSighting>
}

export function createTestChain(): TestChain {
  let blocks: TestTransaction[][] = [[]]
  let pool: TestTransaction[] = []
  const known = new Map<string, TestTransaction>()
  let asked = 0

  const included = () => blocks.flat()
  const blockOf = (hash: string) => blocks.findIndex((block) => block.some((each) => each.hash === hash))
  const isUsed = (nonce: number) => included().some((each) => each.nonce === nonce)

  function sightingOf(hash: string): TransactionSighting {
    const height = blocks.length
    const at = blockOf(hash)
    const own = known.get(hash)
    const trace = own ? { trace: `${own.nonce} ${own.intent}` } : {}
    if (own && at >= 0) {
      return { place: 'block', height, depth: height - at, isSuccess: own.willSucceed, ...trace }
    }
    const by = own && included().find((each) => each.nonce === own.nonce)
    if (by) {
      const how = by.intent === own.intent ? 'sped-up' : by.intent === 'cancel' ? 'cancelled' : 'other'
      return {
        place: 'taken',
        height,
        by: { hash: by.hash, how, depth: height - blockOf(by.hash), isSuccess: by.willSucceed },
        ...trace,
      }
    }
    return { place: pool.some((each) => each.hash === hash) ? 'waiting' : 'unknown', height, ...trace }
  }

  return {
    get height() {
      return blocks.length
    },
    send({ hash, nonce, willSucceed = true, intent = hash }) {
      const transaction = { hash, nonce, willSucceed, intent }
      known.set(hash, transaction)
      if (isUsed(nonce)) return
      pool = [...pool.filter((each) => each.nonce !== nonce), transaction]
    },
    mine() {
      const block = pool.filter(({ nonce }) => !isUsed(nonce))
      pool = []
      blocks = [...blocks, block]
    },
    mineEmpty() {
      blocks = [...blocks, []]
    },
    drop(hash) {
      pool = pool.filter((each) => each.hash !== hash)
    },
    reorganise(depth, { isLost = false } = {}) {
      const cut = Math.max(1, blocks.length - depth)
      const undone = blocks.slice(cut).flat()
      // A reorganisation puts at least as many blocks on top as it takes away.
      blocks = [...blocks.slice(0, cut), ...blocks.slice(cut).map(() => []), []]
      if (!isLost)
        pool = [...pool.filter((each) => !undone.some(({ nonce }) => nonce === each.nonce)), ...undone]
    },
    isDown: false,
    get asked() {
      return asked
    },
    fateOf(hash) {
      const sighting = sightingOf(hash)
      if (sighting.place === 'block') return sighting.isSuccess ? 'confirmed' : 'failed'
      if (sighting.place !== 'taken') return sighting.place
      return sighting.by?.how === 'sped-up' && !sighting.by.isSuccess ? 'failed' : 'replaced'
    },
    async getTransaction({ hash, signal }) {
      signal.throwIfAborted()
      if (this.isDown) throw new Error('no node answers')
      asked += 1
      const sighting = sightingOf(hash)
      // The answer was true when it was given; by the time it arrives the chain may have moved.
      await Promise.resolve()
      return sighting
    },
  }
}
