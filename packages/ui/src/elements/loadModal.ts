/** The border between what every page loads and what only an open modal needs: its window, and then React and the views. */
import type { Kit } from '@latchkey/core'
import { contextOf } from '@latchkey/core/screen'

/** Literal, so that every bundler cuts here. Calling it early warms the cache; a failure may be tried again. */
export function loadWindow(kit: Kit | undefined): Promise<typeof import('../shell/modalWindow.js')> {
  // What the window waits for is on its way beside it instead of after it. If it fails, the window tells.
  loadViews().catch(() => {})
  if (kit)
    contextOf(kit)
      .services.wallets(() => {})
      .catch(() => {})
  return import('../shell/modalWindow.js')
}

export function loadViews(): Promise<typeof import('../shell/mount.js')> {
  return import('../shell/mount.js')
}
