/** The tokens of an account: read from the gateway, kept for 30 s (S9-02), not asked again for 30 s after a failure (S4-26). */

import { balance as balanceEndpoint } from '@latchkey/spec/endpoints'
import type { TokenBalance } from '@latchkey/spec/entities'
import { errorText, isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { canRetryTokenBalance, supportsBalance } from '@latchkey/spec/validation'
import { showToast } from '../../actions/toast.js'
import type { KitContext } from '../../context.js'
import { createStore, type ReadonlyStore } from '../../store.js'
import { within } from '../../within.js'
import { onMoved } from '../onMoved.js'
import { isShown, networkOf, type Subject, subjectKey } from '../subject.js'
import { chainToken, readTokens, totalOf } from './readTokens.js'

export interface TokenList {
  /** `unsupported`: nobody can say more than what is here (S5-20, S7-01). A failed list keeps what was read before. */
  readonly status: 'loading' | 'ready' | 'failed' | 'unsupported'
  /** Worth most first. */
  readonly items: readonly TokenBalance[]
  /** A decimal in US dollars; `undefined` while nothing is known. */
  readonly total: string | undefined
  readonly error: LatchkeyError | undefined
  /** After a failure, when another try is allowed. */
  readonly retryAt: number | undefined
}

export interface TokensState {
  /** By `subjectKey`. */
  readonly lists: Readonly<Record<string, TokenList>>
}

export interface Tokens {
  readonly store: ReadonlyStore<TokensState>
  /** The list, from the cache while it is young. Never rejects: the list says what went wrong. */
  load(subject: Subject): Promise<TokenList>
  /** The list as it is now: past the cache, and not the answer to an earlier question. */
  refresh(subject: Subject): Promise<TokenList>
  /** Keeps the list young until the returned function is called. */
  follow(subject: Subject): () => void
}

/** What a list is before anybody asked. */
const unknownTokens: TokenList = {
  status: 'loading',
  items: [],
  total: undefined,
  error: undefined,
  retryAt: undefined,
}

interface Found {
  readonly status: 'ready' | 'unsupported'
  readonly items: readonly TokenBalance[]
  /** The gateway does not know the network; on a test network nobody misses anything. */
  readonly isMissed?: boolean
}

export function start(context: KitContext): Tokens {
  const { clock, jobs, services } = context
  const store = createStore<TokensState>({ lists: {} })
  /** Lists from before a transaction: the cache knows nothing of it. */
  const outdated = new Set<string>()
  const listOf = (key: string) => store.get().lists[key] ?? unknownTokens
  const put = (key: string, list: TokenList) => {
    const { [key]: _, ...others } = store.get().lists
    // The list that was not touched for longest goes first.
    const kept = Object.entries(others).slice(-(limits.cacheEntriesSmall - 1))
    store.set({ lists: { ...Object.fromEntries(kept), [key]: list } })
    return list
  }

  async function ask(subject: Subject, fresh: boolean): Promise<Found> {
    const network = networkOf(context, subject)
    // S5-20
    if (!network || !supportsBalance(network)) return { status: 'unsupported', items: [] }
    const [api, queries] = await Promise.all([services.api(), services.queries()])
    const { networkId, address } = subject
    // S7-01
    if (api && (await api.supports(networkId))) {
      const { balances } = await queries.fetch({
        kind: 'balance',
        key: [networkId, address],
        fresh,
        run: ({ signal }) =>
          api.call(
            balanceEndpoint,
            { params: { address }, query: { currency: 'usd', chainId: networkId } },
            { signal },
          ),
      })
      return { status: 'ready', items: readTokens(balances, { networkId, gatewayUrl: api.baseUrl }) }
    }
    const adapter = jobs.adapters.get(network.chainNamespace)
    const native =
      adapter?.getBalance &&
      (await queries.fetch({
        kind: 'nativeBalance',
        key: [networkId, address],
        fresh,
        run: async ({ signal }) => adapter.getBalance?.({ address, network, signal }),
      }))
    const items = native ? [chainToken(network, native, context.options.tokens?.[networkId])] : []
    return api ? { status: 'unsupported', items, isMissed: true } : { status: 'ready', items }
  }

  async function read(subject: Subject, isForced: boolean): Promise<TokenList> {
    const key = subjectKey(subject)
    const before = listOf(key)
    // S5-08
    const failedAt = before.retryAt && before.retryAt - limits.tokenBalanceRetryWait
    if (!canRetryTokenBalance(failedAt, clock.now())) return before
    // What is there stays while it is read again; saying "loading" in between would make the screen blink.
    if (before.status === 'failed') put(key, { ...before, status: 'loading', retryAt: undefined })
    try {
      const ms = limits.accountReadDeadline
      const timeout = () =>
        new LatchkeyError('http.timeout', { url: context.options.gatewayUrl ?? '', n: ms })
      const fresh = isForced || outdated.has(key)
      outdated.delete(key)
      const asked = ask(subject, fresh)
      const { status, items, isMissed } = await within(asked, {
        clock,
        ms,
        timeout,
        signal: jobs.scope.signal,
      })
      if (isMissed && before.status !== 'unsupported') tell(subject)
      return put(key, { status, items, total: totalOf(items), error: undefined, retryAt: undefined })
    } catch (cause) {
      if (jobs.scope.isClosed) return before
      context.log.warn('The tokens could not be read', cause)
      tell(subject)
      const error = isLatchkeyError(cause) ? cause : new LatchkeyError('balance.unavailable', {}, { cause })
      const retryAt = clock.now() + limits.tokenBalanceRetryWait
      return put(key, { ...before, status: 'failed', error, retryAt })
    }
  }

  /** S8-02 */
  function tell(subject: Subject) {
    if (isShown(context, subject))
      showToast(context, { variant: 'error', text: errorText('balance.unavailable') })
  }

  jobs.scope.add(
    onMoved(context, (networkId) => {
      for (const key of Object.keys(store.get().lists)) if (key.startsWith(`${networkId}:`)) outdated.add(key)
    }),
  )

  const tokens: Tokens = {
    store,
    load: (subject) => jobs.flights.join(`tokens/${subjectKey(subject)}`, () => read(subject, false)),
    async refresh(subject) {
      const flight = `tokens/${subjectKey(subject)}`
      // Whoever is on the way asked before now.
      await jobs.flights.join(flight, async () => listOf(subjectKey(subject)))
      return jobs.flights.join(flight, () => read(subject, true))
    },
    follow(subject) {
      let cancel = () => {}
      const wait = () => {
        cancel = clock.after(limits.balanceCache, () => {
          wait()
          // After a failure a person decides when to ask again.
          if (listOf(subjectKey(subject)).status !== 'failed') void tokens.refresh(subject)
        })
      }
      const stopHearing = onMoved(context, (networkId) => {
        if (networkId === subject.networkId) void tokens.refresh(subject)
      })
      void tokens.load(subject)
      wait()
      return () => {
        cancel()
        stopHearing()
      }
    },
  }
  return tokens
}
