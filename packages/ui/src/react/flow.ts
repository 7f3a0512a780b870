/** What every feature with steps is to an app that draws its own screens: whether it is there, its state, its actions. */
import type { ReadonlyStore } from '@latchkey/core'
import type { Feature } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { useFeature, useStore } from '../useFeature.js'

/** One shape for sending, swapping, buying, naming and paying. */
export type Flow<state, actions> = {
  /** Asks for the code again, where it did not come. */
  retry(): void
} & (
  | {
      /** `off` where the app switched it off or lacks what it needs; `failed` where its code did not come. */
      readonly status: 'loading' | 'off' | 'failed'
      readonly state: undefined
      readonly actions: undefined
    }
  | {
      readonly status: 'ready'
      /** Everything there is to show. */
      readonly state: state
      /** The same object for as long as the kit lives; none of them needs a `this`. */
      readonly actions: actions
    }
)

interface Handle<state> {
  readonly store: ReadonlyStore<state>
}

const nothing = { get: () => undefined, subscribe: () => () => {} }

/** `look` says that somebody looks, until what it returns is called; a constant, so that a render does not look anew. */
export function useFlow<state, handle extends Handle<state>>(
  feature: Feature<handle>,
  look: (handle: handle) => () => void,
): Flow<state, handle> {
  const { status, handle, retry } = useFeature(feature)
  useEffect(() => handle && look(handle), [handle, look])
  const state = useStore<state | undefined, state | undefined>(handle?.store ?? nothing, whole)
  if (status !== 'ready' || state === undefined) {
    return { status: status === 'ready' ? 'loading' : status, state: undefined, actions: undefined, retry }
  }
  return { status, state, actions: handle, retry }
}

const whole = <state>(state: state) => state
