/** The cache of everything fetched, with the ages and sizes of S9-02 and the retries of S8-33. */
import { limits } from '@latchkey/spec/limits'
import { MutationObserver, type MutationObserverResult, QueryClient } from '@tanstack/query-core'
import type { Clock } from './clock.js'
import { pause } from './http.js'
import { mayPass } from './mayPass.js'
import { asError, type Mutation, type MutationState } from './mutation.js'

/** What is fetched, how long it is good for, and how many answers are kept. */
export const queryKinds = {
  balance: { staleTime: limits.balanceCache, entries: limits.cacheEntries },
  nativeBalance: { staleTime: limits.nativeBalanceCache, entries: limits.cacheEntries },
  name: { staleTime: limits.nameCache, entries: limits.cacheEntries },
  identity: { staleTime: limits.identityCache, entries: limits.cacheEntries },
  /** Pages of a list that grows: always asked for anew, by everybody at once. */
  list: { staleTime: 0, entries: limits.cacheEntriesSmall },
  /** Answers about the gateway itself: few, and the same for everybody. */
  gateway: { staleTime: limits.queryGarbage, entries: limits.cacheEntriesSmall },
} as const satisfies Record<string, { readonly staleTime: number; readonly entries: number }>

export type QueryKind = keyof typeof queryKinds

export interface QueryInput<T> {
  readonly kind: QueryKind
  /** Everything the answer depends on. */
  readonly key: readonly unknown[]
  readonly run: (input: { readonly signal: AbortSignal }) => Promise<T>
  /** Asks again even if the answer in the cache is young. */
  readonly fresh?: boolean
}

export interface NetworkMutationState<input, T> extends MutationState<input, T> {
  /** Waits for the network to come back, then continues by itself. */
  readonly isPaused: boolean
}

export type NetworkMutation<input, T> = Mutation<input, T, NetworkMutationState<input, T>>

export interface Queries {
  /** The cached answer while it is young, else a new one; callers of the same key share one request. */
  fetch<T>(input: QueryInput<T>): Promise<T>
  /** Something that needs the network: waits for it where it is missing (S4-11). Never repeated by itself. */
  mutation<input, T>(run: (input: input) => Promise<T>): NetworkMutation<input, T>
  /** The query client itself, for React bindings. */
  readonly client: QueryClient
  destroy(): void
}

export function createQueries({ clock }: { readonly clock: Clock }): Queries {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: limits.queryGarbage,
        // Retries are ours: the library's run on timers that neither a test nor `destroy()` can reach.
        retry: false,
        // The kit is told when the network is missing by the request itself; a guess must not hold one back (D-10).
        networkMode: 'always',
      },
    },
  })
  return {
    client,
    fetch({ kind, key, run, fresh }) {
      trim(client, kind)
      const { staleTime } = queryKinds[kind]
      return client.query({
        queryKey: [kind, ...key],
        queryFn: ({ signal }) => withRetries(clock, signal, run),
        staleTime: fresh ? 0 : staleTime,
      })
    },
    mutation: (run) => createMutation(client, run),
    destroy() {
      // A cancelled query still sets its clean-up timer, so the cache is emptied after that.
      void client.cancelQueries().finally(() => client.clear())
    },
  }
}

function createMutation<input, T>(
  client: QueryClient,
  run: (input: input) => Promise<T>,
): NetworkMutation<input, T> {
  const observer = new MutationObserver<T, unknown, input>(client, { mutationFn: run, retry: false })
  let seen = observer.getCurrentResult()
  let state = pick(seen)
  const read = (): NetworkMutationState<input, T> => {
    const now = observer.getCurrentResult()
    if (now !== seen) {
      seen = now
      state = pick(now)
    }
    return state
  }
  return {
    get: read,
    run: (input) => observer.mutate(input),
    reset: () => observer.reset(),
    subscribe: (listener) => observer.subscribe(() => listener(read())),
  }
}

const pick = <input, T>({
  status,
  isPaused,
  variables,
  data,
  error,
}: MutationObserverResult<T, unknown, input>): NetworkMutationState<input, T> => ({
  status,
  isPaused,
  variables,
  data,
  error: error === null ? null : asError(error),
})

async function withRetries<T>(clock: Clock, signal: AbortSignal, run: QueryInput<T>['run']): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await run({ signal })
    } catch (cause) {
      if (signal.aborted || tried >= limits.queryRetries || !mayPass(cause)) throw cause
      await pause(clock, queryRetryDelay(tried), signal)
    }
  }
}

/** S8-33: 1 s, doubling, never more than 30 s. */
export function queryRetryDelay(count: number): number {
  return Math.min(limits.queryRetryDelay * 2 ** count, limits.queryRetryDelayMax)
}

/** Makes room for one more: the answers nobody watches and that were updated longest ago go first. */
function trim(client: QueryClient, kind: QueryKind) {
  const cache = client.getQueryCache()
  const own = cache.findAll({ queryKey: [kind] })
  const excess = own.length + 1 - queryKinds[kind].entries
  if (excess <= 0) return
  own
    .filter((query) => query.getObserversCount() === 0 && query.state.fetchStatus === 'idle')
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
    .slice(0, excess)
    .forEach((query) => cache.remove(query))
}
