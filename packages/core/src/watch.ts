/** Follows one part of the state. */
import type { KitContext } from './context.js'
import type { KitState } from './state.js'

/** Calls back only when the selected part changed, so the selector should pick a part and not build a new object. */
export function watch<T>(
  context: KitContext,
  select: (state: KitState) => T,
  listener: (value: T, before: T) => void,
): () => void {
  let last = select(context.store.get())
  return context.store.subscribe((state) => {
    const value = select(state)
    if (Object.is(value, last)) return
    const before = last
    last = value
    listener(value, before)
  })
}
