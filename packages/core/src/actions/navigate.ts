/** Moves between views. Refusals shake the modal; they never throw. */
import { type ViewId, viewEntry } from '@latchkey/spec/views'
import type { KitContext } from '../context.js'
import type { CloseReason } from '../events.js'
import { backRoute, pushRoute, type RouteData, type RouteEntry, replaceRoute } from '../router.js'
import { selectIsConnected, selectView } from '../select.js'
import type { KitState } from '../state.js'
import { close } from './close.js'

export interface NavigateInput {
  readonly view: ViewId
  readonly data?: RouteData
}

/** Shows a view on top of the present one. */
export function push(context: KitContext, input: NavigateInput): void {
  context.store.set((state) => ({ router: pushRoute(state.router, routeFor(state, input)) }))
  context.events.emit('VIEW_SHOWN', { view: selectView(context.store.get()) })
}

/** Shows a view instead of the present one. */
export function replace(context: KitContext, input: NavigateInput): void {
  context.store.set((state) => ({ router: replaceRoute(state.router, routeFor(state, input)) }))
  context.events.emit('VIEW_SHOWN', { view: selectView(context.store.get()) })
}

/** S2-07: one step back; closes where there is none. `false` when the view refused to close. */
export function back(
  context: KitContext,
  { reason = 'back' }: { readonly reason?: CloseReason } = {},
): boolean {
  const router = backRoute(context.store.get().router)
  if (!router) return close(context, { reason })
  context.store.set({ router })
  context.events.emit('VIEW_SHOWN', { view: selectView(context.store.get()) })
  return true
}

/** Back to a view that the person came through, past everything since; `false` when they did not. */
export function returnTo(context: KitContext, view: ViewId): boolean {
  const { router, modal } = context.store.get()
  const at = router.history.findLastIndex((entry) => entry.view === view)
  if (!modal.isOpen || at === -1) return false
  context.store.set({ router: { ...router, history: router.history.slice(0, at + 1) } })
  context.events.emit('VIEW_SHOWN', { view })
  return true
}

/** A view that needs an account shows Connect instead while there is none. */
export function routeFor(state: KitState, { view, data }: NavigateInput): RouteEntry {
  if (viewEntry(view).needsAccount && !selectIsConnected(state)) return { view: 'Connect' }
  return data ? { view, data } : { view }
}
