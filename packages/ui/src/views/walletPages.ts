/** The answer to one question of the directory, page by page as far as somebody looks. */
import type { DirectoryWallet, KitContext, WalletPage, WalletQuery } from '@latchkey/core/screen'
import { limits } from '@latchkey/spec/limits'
import { openDirectory } from './openDirectory.js'

export type WalletPagesQuery = Pick<WalletQuery, 'search' | 'badge' | 'chains' | 'exclude'>

export interface LoadedPages {
  readonly wallets: readonly DirectoryWallet[]
  /** How many there are in all, once the first page said so. */
  readonly total: number | undefined
  /** The last page that is here. */
  readonly page: number
  readonly hasMore: boolean
  /** `failed` keeps the pages that came before. */
  readonly status: 'loading' | 'ready' | 'failed'
}

export interface WalletPages {
  get(): LoadedPages
  subscribe(listener: () => void): () => void
  /** Somebody sees this far. */
  reach(index: number): void
  /** Asks for the page that failed. */
  retry(): void
  stop(): void
}

export const nothingYet: LoadedPages = {
  wallets: [],
  total: undefined,
  page: 0,
  hasMore: false,
  status: 'loading',
}

export function createWalletPages(kit: KitContext, query: WalletPagesQuery): WalletPages {
  const leaving = new AbortController()
  const { signal } = leaving
  const listeners = new Set<() => void>()
  let loaded = nothingYet
  let isAsking = false
  let reached = 0

  const put = (next: LoadedPages) => {
    loaded = next
    for (const listener of [...listeners]) listener()
  }

  async function load(): Promise<void> {
    if (isAsking || signal.aborted) return
    isAsking = true
    const page = loaded.page + 1
    try {
      const directory = await openDirectory(kit)
      const answer = await directory.getWallets({ ...query, page, signal })
      if (!signal.aborted) put(withPage(loaded, answer, page))
    } catch (cause) {
      if (signal.aborted) return
      kit.log.warn('The list of wallets could not be loaded', cause)
      put(page === 1 ? await withBuiltIn(kit, query) : { ...loaded, status: 'failed' })
    } finally {
      isAsking = false
    }
    more()
  }

  const more = () => {
    if (loaded.status === 'ready' && loaded.hasMore && reached >= loaded.wallets.length) void load()
  }

  void load()
  return {
    get: () => loaded,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reach(index) {
      reached = index
      more()
    },
    retry() {
      put({ ...loaded, status: loaded.page === 0 ? 'loading' : 'ready' })
      void load()
    },
    stop: () => leaving.abort(),
  }
}

/** D-10: a gateway that is down leaves the best known wallets and the app's own, as far as they answer the question. */
async function withBuiltIn(kit: KitContext, query: WalletPagesQuery): Promise<LoadedPages> {
  try {
    const directory = await openDirectory(kit)
    const { wallets } = await directory.getBuiltInWallets({ ...query, entries: limits.walletSearch })
    return { ...nothingYet, wallets, total: wallets.length, status: 'failed' }
  } catch (cause) {
    kit.log.warn('The wallets of the widget could not be loaded', cause)
    return { ...nothingYet, total: 0, status: 'failed' }
  }
}

/** A directory that changes between two pages may name a wallet twice; it is shown once. */
function withPage(before: LoadedPages, { wallets, count, hasMore }: WalletPage, page: number): LoadedPages {
  const earlier = page === 1 ? [] : before.wallets
  const known = new Set(earlier.map(({ id }) => id))
  const all = [...earlier, ...wallets.filter(({ id }) => !known.has(id))]
  const total = hasMore ? Math.max(count, all.length) : all.length
  return { wallets: all, total, page, hasMore, status: 'ready' }
}
