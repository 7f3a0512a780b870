/** The border between what every page loads and what only an open modal needs: its window, and then React and the views. */

/** Literal, so that every bundler cuts here. Calling it early warms the cache; a failure may be tried again. */
export function loadWindow(): Promise<typeof import('../shell/modalWindow.js')> {
  // On their way beside the window instead of after it. If they fail, the window tells.
  loadViews().catch(() => {})
  return import('../shell/modalWindow.js')
}

export function loadViews(): Promise<typeof import('../shell/mount.js')> {
  // Most people meet Connect first: fetched beside the shell instead of after it. If it fails, its own load tells.
  import('../views/Connect.js').catch(() => {})
  return import('../shell/mount.js')
}
