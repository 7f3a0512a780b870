/** How components reach a feature of the core: started when it is first drawn, once per kit (S2-11). */
import type { ReadonlyStore } from '@latchkey/core'
import { type Feature, startFeature } from '@latchkey/core/screen'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useKitContext } from './context.js'

export type StartedFeature<handle> =
  | { readonly status: 'loading'; readonly handle: undefined; retry(): void }
  /** Switched off by the app. */
  | { readonly status: 'off'; readonly handle: undefined; retry(): void }
  /** Its code did not come; `retry` asks again. */
  | { readonly status: 'failed'; readonly handle: undefined; retry(): void }
  | { readonly status: 'ready'; readonly handle: handle; retry(): void }

type Outcome<handle> =
  | { readonly status: 'off' | 'failed' }
  | { readonly status: 'ready'; readonly handle: handle }

export function useFeature<handle>(feature: Feature<handle>): StartedFeature<handle> {
  const kit = useKitContext()
  const [tries, setTries] = useState(0)
  const [outcome, setOutcome] = useState<Outcome<handle>>()
  useEffect(() => {
    let isStale = false
    const settle = (next: Outcome<handle> | undefined) => {
      if (!isStale) setOutcome(next)
    }
    if (tries > 0) settle(undefined)
    startFeature(kit, feature).then(
      (handle) => settle(handle === undefined ? { status: 'off' } : { status: 'ready', handle }),
      (cause: unknown) => {
        kit.log.info(`The feature ${feature.id} could not be started`, cause)
        settle({ status: 'failed' })
      },
    )
    return () => {
      isStale = true
    }
  }, [kit, feature, tries])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  if (outcome?.status === 'ready') return { status: 'ready', handle: outcome.handle, retry }
  return { status: outcome?.status ?? 'loading', handle: undefined, retry }
}

/** Follows the store of a feature. The selector must return a part of the state, not a new object. */
export function useStore<state, part>(store: ReadonlyStore<state>, select: (state: state) => part): part {
  const read = () => select(store.get())
  return useSyncExternalStore(store.subscribe, read, read)
}
