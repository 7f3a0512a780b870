/** Moves between views. Refusals shake the modal; they never throw. */
import { type ViewId, viewEntry } from '@latchkey/spec/views'
import type { CloseReason } from '../events.js'
import type { Kit } from '../kit.js'
import { backRoute, pushRoute, type RouteData, type RouteEntry, replaceRoute } from '../router.js'
import { selectIsConnected, selectView } from '../select.js'
import type { KitState } from '../state.js'
import { close } from './close.js'

export interface NavigateInput {
  readonly view: ViewId
  readonly data?: RouteData
}

/** Shows a view on top of the present one. */
export function push(kit: Kit, input: NavigateInput): void {
  kit.store.set((state) => ({ router: pushRoute(state.router, routeFor(state, input)) }))
  kit.events.emit('VIEW_SHOWN', { view: selectView(kit.store.get()) })
}

/** Shows a view instead of the present one. */
export function replace(kit: Kit, input: NavigateInput): void {
  kit.store.set((state) => ({ router: replaceRoute(state.router, routeFor(state, input)) }))
  kit.events.emit('VIEW_SHOWN', { view: selectView(kit.store.get()) })
}

/** S2-07: one step back; closes where there is none. `false` when the view refused to close. */
export function back(kit: Kit, { reason = 'back' }: { readonly reason?: CloseReason } = {}): boolean {
  const router = backRoute(kit.store.get().router)
  if (!router) return close(kit, { reason })
  kit.store.set({ router })
  kit.events.emit('VIEW_SHOWN', { view: selectView(kit.store.get()) })
  return true
}

/** A view that needs an account shows Connect instead while there is none. */
export function routeFor(state: KitState, { view, data }: NavigateInput): RouteEntry {
  if (viewEntry(view).needsAccount && !selectIsConnected(state)) return { view: 'Connect' }
  return data ? { view, data } : { view }
}
