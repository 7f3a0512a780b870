/** The list of wallets that a person may choose from: the gateway's directory, the app's own and the widget's copy. */
import { bounds, endpointUrl, walletImage, wallets as walletsEndpoint } from '@latchkey/spec/endpoints'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { CustomWallet } from '@latchkey/spec/options'
import { walletSearchText } from '@latchkey/spec/views'
import type { KitContext } from '../../context.js'
import { unlessAborted } from '../../unlessAborted.js'
import { sdkType, sdkVersion } from '../../version.js'
import { within } from '../../within.js'
import { customWalletProblem } from './customWalletProblem.js'
import { isWallet, pickWallets } from './pickWallets.js'
import { createUnknownTeller } from './unknownWallets.js'
import { type DirectoryWallet, fromCustomWallet, toDirectoryWallet } from './wallet.js'

export interface WalletQuery {
  /** From 1. */
  readonly page?: number
  /** Wallets a page; 40, and 100 in a search (S9-11). */
  readonly entries?: number
  readonly search?: string
  /** Only these and in this order, by id, alias, rdns or slug; without it the app's `includeWalletIds`. */
  readonly include?: readonly string[]
  /** Besides the app's `excludeWalletIds`. */
  readonly exclude?: readonly string[]
  /** Wallets of any of these networks; without it those of the kit. */
  readonly chains?: readonly string[]
  readonly badge?: 'certified'
  readonly signal?: AbortSignal
}

export interface WalletPage {
  readonly wallets: readonly DirectoryWallet[]
  /** How many match in all. */
  readonly count: number
  readonly hasMore: boolean
  /** `built-in` where the kit has no gateway: the list is then short. */
  readonly source: 'directory' | 'built-in'
}

export interface Directory {
  /** One page. Rejects when the gateway cannot be asked: an empty list would be a lie (D-13). */
  getWallets(query?: WalletQuery): Promise<WalletPage>
  /** The same question asked of the widget's copy and the app's own alone, for when the gateway cannot be asked. */
  getBuiltInWallets(query?: WalletQuery): Promise<WalletPage>
  /** One wallet by id, alias, rdns or slug. */
  getWallet(id: string, options?: { readonly signal?: AbortSignal }): Promise<DirectoryWallet | undefined>
  /** The app's `featuredWalletIds`, in its order. From the widget's copy where the gateway cannot be asked. */
  getFeatured(options?: { readonly signal?: AbortSignal }): Promise<readonly DirectoryWallet[]>
  /**
   * The first four that are not featured (S9-11); on a phone those come first that open from there. From the widget's copy where the gateway cannot be asked.
   */
  getRecommended(options?: { readonly signal?: AbortSignal }): Promise<readonly DirectoryWallet[]>
  /** The app's `customWallets` that are for a network of the kit. */
  readonly custom: readonly DirectoryWallet[]
  /** Hands in the widget's own copy; it is loaded when it is first needed. */
  useBuiltIn(load: () => Promise<readonly DirectoryWallet[]>): void
}

interface CallOptions {
  readonly signal?: AbortSignal
}

export function start(context: KitContext): Directory {
  const { options, services, clock, log } = context
  const { includeWalletIds = [], excludeWalletIds = [], featuredWalletIds = [], customWallets = [] } = options
  const custom = customWallets.filter(isUsable).map(fromCustomWallet)
  customWallets.forEach((wallet, i) => {
    const problem = customWalletProblem(wallet)
    if (problem) log.error(`The option customWallets[${i}]${problem}`)
  })
  const tellUnknown = createUnknownTeller(context, custom)
  let loadBuiltIn: () => Promise<readonly DirectoryWallet[]> = async () => []

  const ownChains = () => context.store.get().networks.map(({ caipNetworkId }) => caipNetworkId)

  /** The query with the app's wishes in it. */
  function fill(query: WalletQuery): WalletQuery {
    const include = query.include ?? (includeWalletIds.length > 0 ? includeWalletIds : undefined)
    return {
      ...query,
      search: walletSearchText(query.search ?? ''),
      exclude: [...new Set([...(query.exclude ?? []), ...excludeWalletIds])],
      chains: query.chains ?? ownChains(),
      ...(include ? { include } : {}),
    }
  }

  async function ask(query: WalletQuery, ms: number): Promise<WalletPage> {
    const { page = 1, entries = entriesOf(query), search = '', include, exclude, chains, badge } = query
    const api = await services.api()
    if (!api) return askBuiltIn(query)
    const included = include && askable(include)
    if (included?.length === 0) return { wallets: [], count: 0, hasMore: false, source: 'directory' }
    const asked = {
      page,
      entries,
      search,
      chains: chains?.slice(0, bounds.filterItems) ?? [],
      exclude: askable(exclude ?? []),
      ...(included ? { include: included } : {}),
      ...(badge ? { badge_type: badge } : {}),
    }
    const queries = await services.queries()
    const answer = queries.fetch({
      kind: 'gateway',
      key: ['wallets', asked],
      run: ({ signal }) => api.call(walletsEndpoint, { query: asked }, { signal }),
    })
    const timeout = () => new LatchkeyError('http.timeout', { url: api.baseUrl, n: ms })
    // Others may wait for the same answer, so a caller leaves alone.
    const { data, count, unknown } = await within(unlessAborted(answer, query.signal), { clock, ms, timeout })
    tellUnknown(unknown)
    const wallets = data.map((listed) => toDirectoryWallet(listed, (id) => imageUrl(api.baseUrl, id)))
    return { wallets, count, hasMore: page * entries < count && data.length > 0, source: 'directory' }
  }

  async function askBuiltIn(query: WalletQuery): Promise<WalletPage> {
    const { page = 1, entries = entriesOf(query) } = query
    const found = pickWallets(await loadBuiltIn(), query)
    const wallets = found.slice((page - 1) * entries, page * entries)
    return { wallets, count: found.length, hasMore: page * entries < found.length, source: 'built-in' }
  }

  /** The app's own come first, on the first page; none is listed twice. */
  function withCustom(query: WalletQuery, page: WalletPage): WalletPage {
    const search = walletSearchText(query.search ?? '')
    const chains = query.chains ?? ownChains()
    const own = query.include ? [] : pickWallets(custom, { search, chains, exclude: excludeWalletIds })
    const isFirst = (query.page ?? 1) === 1
    const wallets = page.wallets.filter((wallet) => !own.some(({ id }) => id === wallet.id))
    return { ...page, wallets: isFirst ? [...own, ...wallets] : wallets, count: page.count + own.length }
  }

  /** For what is shown beside other things: a gateway that does not answer takes nothing from the screen. */
  async function advise(query: WalletQuery): Promise<readonly DirectoryWallet[]> {
    try {
      return (await ask(query, limits.walletAdviceDeadline)).wallets
    } catch (cause) {
      if (query.signal?.aborted || context.jobs.scope.isClosed) throw cause
      log.warn('The directory did not answer, the wallets are those of the widget', cause)
      return (await askBuiltIn(query)).wallets
    }
  }

  /** One identification for all, so that a browser keeps one copy of each picture. */
  function imageUrl(base: string, id: string): string {
    const { projectId } = options
    return endpointUrl(base, walletImage, {
      params: { id },
      query: { projectId, st: sdkType, sv: sdkVersion },
    })
  }

  return {
    get custom() {
      return pickWallets(custom, { chains: ownChains() })
    },
    useBuiltIn(load) {
      loadBuiltIn = load
    },
    async getWallets(query = {}) {
      return withCustom(query, await ask(fill(query), limits.walletListDeadline))
    },
    async getBuiltInWallets(query = {}) {
      return withCustom(query, await askBuiltIn(fill(query)))
    },
    async getWallet(id, { signal } = {}) {
      const own = custom.find((wallet) => isWallet(wallet, id))
      if (own) return own
      const [found] = await advise({ include: [id], entries: 1, ...(signal ? { signal } : {}) })
      return found
    },
    async getFeatured({ signal }: CallOptions = {}) {
      if (featuredWalletIds.length === 0) return []
      const ids = featuredWalletIds.slice(0, bounds.walletPage)
      return advise({
        include: ids,
        exclude: excludeWalletIds,
        entries: ids.length,
        ...(signal ? { signal } : {}),
      })
    },
    async getRecommended({ signal }: CallOptions = {}) {
      const { isMobile } = options
      const most = limits.recommendedWallets
      const found = await advise({
        ...fill({ exclude: featuredWalletIds }),
        entries: isMobile ? most * choice : most,
        ...(signal ? { signal } : {}),
      })
      if (!isMobile) return found
      const [{ opensHere }, { detectPlatform, readSurroundings }] = await Promise.all([
        import('../../links/ways.js'),
        import('../../links/platform.js'),
      ])
      const platform = { ...detectPlatform(readSurroundings()), isMobile }
      const opens = (wallet: DirectoryWallet) => opensHere(wallet, platform)
      return [...found.filter(opens), ...found.filter((wallet) => !opens(wallet))].slice(0, most)
    },
  }
}

/** What has no name is no wallet; a link that is none is left out where it would be followed. */
const isUsable = (wallet: CustomWallet) => Boolean(wallet?.id && wallet.name)

/** On a phone so many times as are shown are looked at, as not all of them open there. */
const choice = 4

const entriesOf = ({ search }: WalletQuery) => (search ? limits.walletSearch : limits.walletPage)

/** What a gateway takes as the name of a wallet; anything else names none. */
const askable = (ids: readonly string[]) =>
  ids.filter((id) => id !== '' && id.length <= 64 && !id.includes(',')).slice(0, bounds.filterItems)
