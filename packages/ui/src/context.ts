/** How components reach their kit. */
import type { Kit, KitState } from '@latchkey/core'
import { contextOf, type KitContext } from '@latchkey/core/screen'
import { LatchkeyError } from '@latchkey/spec/errors'
import { createContext, useContext, useSyncExternalStore } from 'react'

export const CurrentKit = /* @__PURE__ */ createContext<Kit | undefined>(undefined)

/** The kit of the nearest `LatchkeyProvider`. */
export function useKit(): Kit {
  const kit = useContext(CurrentKit)
  if (!kit) throw new LatchkeyError('kit.missing')
  return kit
}

/** The same kit with its insides, for our own views. */
export const useKitContext = (): KitContext => contextOf(useKit())

/**
 * Re-renders when what the selector returns changed. The selector must return a part of the state, not a new object.
 * On a server and while hydrating it reads `kit.serverState`, so that both sides draw the same first paint (S4-02).
 */
export function useSelect<T>(select: (state: KitState) => T): T {
  const { store, serverState } = useKit()
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(serverState),
  )
}
