/** How the hooks read the instance of the page: what they pick, and when to render again. */
import type { KitState } from '@latchkey/core'
import { useMemo, useSyncExternalStore } from 'react'
import { currentPage } from './createAppKit.js'
import { type Known, nothingKnown } from './known.js'

/** Renders again when what is picked is another: a part of the state, or a text. */
export function usePart<T>(pick: (state: KitState, known: Known) => T): T {
  const { appKit, known } = currentPage()
  const { store, serverState } = appKit.kit
  return useSyncExternalStore(
    known.subscribe,
    () => pick(store.get(), known.get()),
    () => pick(serverState, nothingKnown),
  )
}

/** The same for a record that is made anew each time: equal ones are one. */
export function useRecord<T>(pick: (state: KitState, known: Known) => T): T {
  const text = usePart((state, known) => JSON.stringify(pick(state, known)) ?? '')
  // It was written two lines above from a value of this type.
  return useMemo(() => (text === '' ? undefined : JSON.parse(text)) as T, [text])
}
