/** The index of eip155 activity: who answers questions about it, and who keeps it up to date. */
import type { NetworkId } from '@latchkey/spec/caip'
import { days, hours, minutes, seconds } from '@latchkey/spec/limits'
import type { AccountProvider } from '../accounts/provider.js'
import type { Networks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { Tokens } from '../chain/tokens.js'
import type { Job } from '../jobs/startJob.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import type { Rpc } from '../rpc/rpc.js'
import { createSealer } from '../store/sealed.js'
import { sharedSecret } from '../store/secrets.js'
import { createAccounts, createNetworkIndexes, type Look, type LookOptions, lookCosts } from './account.js'
import { createCursors } from './cursor.js'
import { createHistory, type History } from './history.js'
import type { Leadership } from './leader.js'
import type { Watch } from './reads.js'
import { createIndexStore, type IndexStore } from './store.js'

export interface Indexer {
  readonly history: History
  /** Tokens without ids that an account has had to do with, as far as it is known. Watches the account from now on. */
  heldTokens(networkId: NetworkId, address: Hex, options: LookOptions): Promise<Hex[]>
  /** Brings what is known of an account up to date. Watches it from now on. */
  look(networkId: NetworkId, address: Hex, options: LookOptions): Promise<Look>
  /** What is known of an account, as it is. */
  watched(networkId: NetworkId, address: Hex, options: LookOptions): Promise<Watch>
  readonly metCollectibles: IndexStore['metCollectibles']
  /** Blocks that the index of a network is behind it; undefined where this process does not follow it. */
  behind(networkId: NetworkId): number | undefined
  /** The work of a process with the role `indexer`. */
  followJob(networkId: NetworkId, leadership: Leadership): Job
  /** Forgets accounts that nobody has looked at for long. */
  readonly forgetJob: Job
}

/** Milliseconds between two looks at a network. */
const followEvery = seconds(2)
/** Steps of one look; the rest waits for the next, so that a stop is not kept waiting. */
const stepsAtOnce = 200
/** Accounts looked at since are read to their beginning behind the scenes. */
const scanFor = hours(1)
const scansAtOnce = 4
/** An account that nobody looks at is forgotten after this. */
const keptFor = days(30)
/** Accounts watched at once, on all networks; beyond it those that were looked at longest ago are forgotten. */
const mostWatched = 200_000
/** Tokens of one account that are considered. */
const mostHeld = 500

export async function createIndexer(input: {
  rpc: Pick<Rpc, 'call'>
  db: Db
  clock: Clock
  log: Log
  networks: Networks
  tokens: Tokens
  provider?: AccountProvider | undefined
}): Promise<Indexer> {
  const { rpc, db, clock, log, networks, tokens, provider } = input
  const store = createIndexStore({ db })
  const indexOf = createNetworkIndexes({ rpc, store, networks, clock, log })
  const accounts = createAccounts({ store, clock, log, indexOf })
  const key = await sharedSecret(db, 'history cursors')
  const cursors = createCursors(key)
  const provided = provider && { provider, sealer: createSealer(key, 'provided history cursor') }

  async function scanBehind(networkId: NetworkId, signal: AbortSignal): Promise<void> {
    const since = new Date(clock.now() - scanFor)
    for (const watch of await store.unfinished(networkId, since, scansAtOnce)) {
      if (signal.aborted) return
      await accounts.scanOnce(networkId, watch, { signal })
    }
  }

  return {
    history: createHistory({ accounts, cursors, tokens, networks, indexOf, log, provided }),

    async heldTokens(networkId, address, options) {
      const watch = await accounts.watched(networkId, address, options)
      // The newest part of the past at once, the rest behind the scenes.
      if (watch.scannedFrom === watch.followedFrom && watch.scannedFrom > 0) {
        await options.charge?.(lookCosts.step)
        await accounts.scanOnce(networkId, watch, {})
      }
      return store.heldTokens(networkId, address, mostHeld)
    },

    look: accounts.look,
    watched: accounts.watched,
    metCollectibles: store.metCollectibles,

    behind: (networkId) => indexOf(networkId).follower.behind(),

    followJob: (networkId, leadership) => ({
      name: `follow ${networkId}`,
      every: followEvery,
      async run(signal) {
        if (!(await leadership.isMine())) return
        const { follower } = indexOf(networkId)
        for (let step = 0; step < stepsAtOnce && !signal.aborted; step++)
          if ((await follower.step({ signal })) === 'waiting') break
        await scanBehind(networkId, signal)
      },
    }),

    forgetJob: {
      name: 'forget accounts',
      every: minutes(10),
      async run(signal) {
        const unseenSince = new Date(clock.now() - keptFor)
        while (!signal.aborted && (await store.forgetOne(unseenSince)));
        const now = new Date(clock.now())
        for (let excess = (await store.watchedCount()) - mostWatched; excess > 0 && !signal.aborted; excess--)
          if (!(await store.forgetOne(now))) break
      },
    },
  }
}
