/** Keeps up with the newest blocks of a network: one step at a time, each of them safe to be the last. */
import { seconds } from '@latchkey/spec/limits'
import type { Chain } from '../chain/chain.js'
import type { BlockHeader, Hex } from '../chain/shapes.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { CallOptions } from '../rpc/rpc.js'
import { allTopics } from './decode.js'
import { addressesOf, BlockMoved, readBlock } from './readBlock.js'
import { type Head, type IndexStore, keptBlocks } from './store.js'

export interface FollowInput {
  readonly chain: Chain
  readonly store: IndexStore
  readonly clock: Clock
  readonly log: Log
  /** The contract that wraps the native coin, where it is known. */
  readonly wrapped: Hex | undefined
}

/** Blocks that are read one after the other when behind; from further behind it is quicker to scan accounts anew. */
const mostBehind = 5_000
/** A node that is this long behind what was followed is no straggler: the blocks are gone. */
const lagPatience = seconds(6)

export type FollowStep = 'waiting' | 'moved' | 'took-back' | 'began-anew'

export function createFollower({ chain, store, clock, log, wrapped }: FollowInput) {
  const { networkId } = chain
  let laggingSince: number | undefined
  /** The newest block that was seen: below it there is no need to ask for the newest again. */
  let seen = 0
  let behind: number | undefined

  /** The newest block that was followed and is still part of the chain. */
  async function findFork(head: Head, options: CallOptions): Promise<Head | undefined> {
    for (let number = Math.max(0, head.number - 1); number > head.number - keptBlocks; number--) {
      const followed = await store.followedHash(networkId, number)
      if (followed === undefined) return undefined
      const header = await chain.header(number, options)
      if (header?.hash === followed) return { number, hash: followed }
      if (number === 0) return undefined
    }
    return undefined
  }

  async function takeBack(head: Head, newest: BlockHeader, options: CallOptions): Promise<FollowStep> {
    const fork = await findFork(head, options)
    if (fork) {
      log.warn({ network: networkId, from: head.number, to: fork.number }, 'the chain was reorganised')
      await store.takeBack(networkId, head, fork)
      return 'took-back'
    }
    log.warn({ network: networkId, from: head.number }, 'nothing that was followed is part of the chain')
    await store.beginAnew(networkId, head, newest, -1)
    return 'began-anew'
  }

  /** Finds out where the chain is; undefined when the block after the head is to be read. */
  async function look(head: Head, options: CallOptions): Promise<FollowStep | undefined> {
    const newest = await chain.newest(options)
    behind = Math.max(0, newest.number - head.number)
    if (newest.hash === head.hash) {
      laggingSince = undefined
      return 'waiting'
    }
    if (newest.number <= head.number) {
      const followed = await store.followedHash(networkId, newest.number)
      if (followed !== newest.hash) return takeBack(head, newest, options)
      // One upstream may be behind another. Only when all stay behind were blocks taken away.
      laggingSince ??= clock.now()
      if (clock.now() - laggingSince < lagPatience) return 'waiting'
      laggingSince = undefined
      await store.takeBack(networkId, head, newest)
      return 'took-back'
    }
    laggingSince = undefined
    if (!(await store.isWatching(networkId)) || newest.number - head.number > mostBehind) {
      // Unsettled blocks may have been replaced unseen.
      const isSame = (await chain.header(head.number, options))?.hash === head.hash
      const sureUpTo = isSame ? head.number : head.number - keptBlocks
      await store.beginAnew(networkId, head, newest, sureUpTo)
      return 'began-anew'
    }
    seen = newest.number
    return undefined
  }

  return {
    /** Blocks between the newest that was seen and what is followed; undefined before this process has looked. */
    behind: () => behind,
    /** One step; 'waiting' means that there is nothing to do before the next block. */
    async step(options: CallOptions = {}): Promise<FollowStep> {
      const head = await store.head(networkId)
      if (!head) return 'waiting'
      if (head.number + 1 >= seen) {
        const step = await look(head, options)
        if (step) return step
      }
      const block = await chain.block(head.number + 1, options)
      if (!block || block.parentHash !== head.hash) {
        seen = 0
        return block ? takeBack(head, await chain.newest(options), options) : 'waiting'
      }
      const logs = await chain.logs({ blocks: { blockHash: block.hash }, topics: [allTopics] }, options)
      const candidates = addressesOf(block, logs)
      const accounts = await store.watchedAmong(networkId, block.number, candidates)
      try {
        const { rows } = await readBlock(chain, { block, logs, accounts, wrapped }, options)
        await store.addBlock({ networkId, head, block, candidates, accounts, rows })
        behind = Math.max(0, seen - block.number)
      } catch (cause) {
        if (!(cause instanceof BlockMoved)) throw cause
      }
      return 'moved'
    },
  }
}
export type Follower = ReturnType<typeof createFollower>
