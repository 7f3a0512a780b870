/** The border between what every page loads and what only an open modal needs: its window, and then React and the views. */

/** Literal, so that every bundler cuts here. Calling it early warms the cache; a failure may be tried again. */
export function loadWindow(): Promise<typeof import('../shell/modalWindow.js')> {
  // On their way beside the window instead of after it. If they fail, the window tells.
  loadViews().catch(() => {})
  return import('../shell/modalWindow.js')
}

export function loadViews(): Promise<typeof import('../shell/mount.js')> {
  return import('../shell/mount.js')
}
