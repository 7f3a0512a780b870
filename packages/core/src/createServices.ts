/** Loads the heavy parts on first use, once per kit, and closes what was opened. */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { KitContext } from './context.js'
import type { Lazy } from './lazy.js'
import type { Services, WalletActions } from './services.js'

export function createServices(
  context: () => KitContext,
  { fetch, wallets }: { readonly fetch: typeof globalThis.fetch; readonly wallets: Lazy<WalletActions> },
): Services {
  const once = <T>(load: () => Promise<T>) => {
    let loading: Promise<T> | undefined
    return () => {
      if (context().jobs.scope.isClosed) return Promise.reject(new LatchkeyError('kit.destroyed'))
      loading ??= load().catch((cause: unknown) => {
        // A chunk that did not arrive may arrive next time.
        loading = undefined
        throw cause
      })
      return loading
    }
  }
  return {
    wallets,
    api: once(async () => {
      const { options, clock, jobs } = context()
      if (!options.gatewayUrl) return undefined
      const [{ createApi }, { reportRefusal }] = await Promise.all([
        import('./api.js'),
        import('./reportRefusal.js'),
      ])
      return createApi({
        baseUrl: options.gatewayUrl,
        projectId: options.projectId,
        fetch,
        clock,
        signal: jobs.scope.signal,
        onRefused: (code) => reportRefusal(context(), code),
      })
    }),
    queries: once(async () => {
      const { createQueries } = await import('./queries.js')
      const queries = createQueries({ clock: context().clock })
      context().jobs.scope.add(() => queries.destroy())
      return queries
    }),
  }
}
