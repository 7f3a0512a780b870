/** What is known of one account, brought up to date while somebody waits for it. */
import type { NetworkId } from '@latchkey/spec/caip'
import { seconds } from '@latchkey/spec/limits'
import { type Chain, chainOf } from '../chain/chain.js'
import type { Networks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import { RpcError } from '../rpc/errors.js'
import type { CallOptions, Rpc } from '../rpc/rpc.js'
import { createFollower, type Follower } from './follow.js'
import { BlockMoved } from './readBlock.js'
import type { Place, StoredRow, Watch } from './reads.js'
import { createScanner, type Scanner } from './scan.js'
import type { IndexStore } from './store.js'

export interface NetworkIndex {
  readonly chain: Chain
  readonly follower: Follower
  readonly scanner: Scanner
}

/** The parts that work on each network, made when first needed. */
export function createNetworkIndexes(input: {
  rpc: Pick<Rpc, 'call'>
  store: IndexStore
  networks: Networks
  clock: Clock
  log: Log
}): (networkId: NetworkId) => NetworkIndex {
  const { rpc, store, networks, clock, log } = input
  const made = new Map<NetworkId, NetworkIndex>()
  return (networkId) => {
    const before = made.get(networkId)
    if (before) return before
    const chain = chainOf(rpc, networkId)
    const { wrapped } = networks(networkId)
    const index = {
      chain,
      follower: createFollower({ chain, store, clock, log, wrapped }),
      scanner: createScanner({ chain, wrapped }),
    }
    made.set(networkId, index)
    return index
  }
}

/** How long somebody who asks waits for blocks and for the past, together. */
const patience = seconds(4)
/** Blocks that a question brings in by itself; a process with the role `indexer` does more. */
const mostSteps = 32

/** What looking costs of the caller's limits, beyond the request itself. */
export const lookCosts = {
  /** An account that nobody has watched: reading its past is the work of many questions. */
  first: 10,
  /** One step into the past, while somebody waits for it. */
  step: 2,
} as const

export interface LookOptions extends CallOptions {
  /** Called before work that one request does not pay for. May refuse. */
  readonly charge?: (cost: number) => Promise<void>
}

export interface Look {
  readonly watch: Watch
  /** False where the newest blocks could not be had. */
  readonly isCurrent: boolean
}

export interface AccountPage {
  readonly rows: readonly StoredRow[]
  readonly watch: Watch
  /** Nothing older exists. */
  readonly isEnd: boolean
  /** False where the newest blocks could not be had. */
  readonly isCurrent: boolean
}

export function createAccounts(input: {
  store: IndexStore
  clock: Clock
  log: Log
  indexOf: (networkId: NetworkId) => NetworkIndex
}) {
  const { store, clock, log, indexOf } = input
  const running = new Map<string, Promise<unknown>>()

  /** One at a time for a key in this process; between processes the store takes care. */
  function once<value>(key: string, work: () => Promise<value>): Promise<value> {
    const before = running.get(key) as Promise<value> | undefined // the same key always runs the same work
    if (before) return before
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }

  /** Brings in new blocks; true when there are no more. */
  async function catchUp(networkId: NetworkId, until: number, options: CallOptions): Promise<boolean> {
    const { follower } = indexOf(networkId)
    for (let step = 0; step < mostSteps && clock.now() < until; step++) {
      if ((await follower.step(options)) === 'waiting') return true
    }
    return false
  }

  async function watched(networkId: NetworkId, address: Hex, options: LookOptions): Promise<Watch> {
    const now = new Date(clock.now())
    const before = await store.known(networkId, address, now)
    if (before) return before
    await options.charge?.(lookCosts.first)
    const watch = await store.watch(networkId, address, now)
    if (watch) return watch
    await store.begin(networkId, await indexOf(networkId).chain.newest(options))
    const begun = await store.watch(networkId, address, now)
    if (!begun) throw new Error(`${networkId} has no head right after it was given one`)
    return begun
  }

  /** One step into the past; the watch as it is after that, whoever made the step. */
  function scanOnce(networkId: NetworkId, watch: Watch, options: CallOptions): Promise<Watch> {
    return once(`scan ${networkId} ${watch.address} ${watch.scannedFrom}`, async () => {
      try {
        const found = await indexOf(networkId).scanner.scan(watch, options)
        await store.addScan({ networkId, watch, ...found })
      } catch (cause) {
        // Read across a reorganisation: the follower takes it back, then it is read again.
        if (!(cause instanceof BlockMoved)) throw cause
        await indexOf(networkId).follower.step(options)
      }
      return (await store.known(networkId, watch.address, new Date(clock.now()))) ?? watch
    })
  }

  /** What is known once new blocks have been taken in. */
  async function current(
    networkId: NetworkId,
    address: Hex,
    until: number,
    options: LookOptions,
  ): Promise<Look> {
    const before = await watched(networkId, address, options)
    try {
      const isCurrent = await once(`follow ${networkId}`, () => catchUp(networkId, until, {}))
      return { watch: await watched(networkId, address, options), isCurrent }
    } catch (cause) {
      options.signal?.throwIfAborted()
      log.warn({ network: networkId, reason: reasonOf(cause) }, 'new blocks could not be read')
      return { watch: before, isCurrent: false }
    }
  }

  /** A step into the past that somebody waits and pays for. */
  async function stepBack(networkId: NetworkId, watch: Watch, options: LookOptions): Promise<Watch> {
    await options.charge?.(lookCosts.step)
    const after = await scanOnce(networkId, watch, {})
    options.signal?.throwIfAborted()
    return after
  }

  function tellPast(networkId: NetworkId, cause: unknown): void {
    log.warn({ network: networkId, reason: reasonOf(cause) }, 'the past of an account could not be read')
  }

  return {
    watched,
    scanOnce,

    /** Everything up to now, and as much of the past as there is time for. */
    async look(networkId: NetworkId, address: Hex, options: LookOptions): Promise<Look> {
      const until = clock.now() + patience
      const { isCurrent, ...known } = await current(networkId, address, until, options)
      let { watch } = known
      try {
        while (watch.scannedFrom > 0 && clock.now() < until) watch = await stepBack(networkId, watch, options)
      } catch (cause) {
        options.signal?.throwIfAborted()
        tellPast(networkId, cause)
      }
      return { watch, isCurrent }
    },

    /** A page of an account, newest first. What is not known yet is read meanwhile, for some seconds. */
    async page(
      networkId: NetworkId,
      address: Hex,
      { before, size }: { readonly before: Place | undefined; readonly size: number },
      options: LookOptions,
    ): Promise<AccountPage> {
      const until = clock.now() + patience
      const { isCurrent, ...known } = before
        ? { watch: await watched(networkId, address, options), isCurrent: true }
        : await current(networkId, address, until, options)
      let { watch } = known
      for (;;) {
        const rows = await store.page(networkId, watch, before, size)
        const isEnd = rows.length < size && watch.scannedFrom === 0
        if (rows.length >= size || isEnd) return { rows, watch, isEnd: isEnd, isCurrent }
        if (clock.now() >= until) return { rows, watch, isEnd: false, isCurrent }
        try {
          watch = await stepBack(networkId, watch, options)
        } catch (cause) {
          options.signal?.throwIfAborted()
          // What is there is worth having, and the answer says that it is not all. Nothing at all is a failure (D-13).
          if (rows.length === 0) throw cause
          tellPast(networkId, cause)
          return { rows, watch, isEnd: false, isCurrent }
        }
      }
    },
  }
}
export type Accounts = ReturnType<typeof createAccounts>

function reasonOf(cause: unknown): string {
  return cause instanceof RpcError || cause instanceof Error ? cause.message : 'unknown'
}
