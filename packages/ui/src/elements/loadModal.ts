/** The border between what every page loads and what only an open modal needs: its window, and then React and the views. */
import type { Kit } from '@latchkey/core'
import { contextOf } from '@latchkey/core/screen'

/** Literal, so that every bundler cuts here. Calling it early warms the cache; a failure may be tried again. */
export function loadWindow(): Promise<typeof import('../shell/modalWindow.js')> {
  // On their way beside the window instead of after it. If they fail, the window tells.
  loadViews().catch(() => {})
  return import('../shell/modalWindow.js')
}

/** All that an opening waits for is on its way. What fails here is asked for again by the opening, which tells. */
export function warmUp(kit: Kit | undefined): void {
  loadWindow().catch(() => {})
  if (kit)
    contextOf(kit)
      .services.wallets(() => {})
      .catch(() => {})
}

export function loadViews(): Promise<typeof import('../shell/mount.js')> {
  return import('../shell/mount.js')
}
