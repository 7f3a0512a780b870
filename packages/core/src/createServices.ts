/** Loads the heavy parts on first use, once per kit, and closes what was opened. */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Kit } from './kit.js'
import type { Services } from './services.js'

export function createServices(
  kit: () => Kit,
  { fetch }: { readonly fetch: typeof globalThis.fetch },
): Services {
  const once = <T>(load: () => Promise<T>) => {
    let loading: Promise<T> | undefined
    return () => {
      if (kit().jobs.scope.isClosed) return Promise.reject(new LatchkeyError('kit.destroyed'))
      loading ??= load().catch((cause: unknown) => {
        // A chunk that did not arrive may arrive next time.
        loading = undefined
        throw cause
      })
      return loading
    }
  }
  return {
    api: once(async () => {
      const { options, clock, jobs } = kit()
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
        onRefused: (code) => reportRefusal(kit(), code),
      })
    }),
    queries: once(async () => {
      const { createQueries } = await import('./queries.js')
      const queries = createQueries({ clock: kit().clock })
      kit().jobs.scope.add(() => queries.destroy())
      return queries
    }),
  }
}
