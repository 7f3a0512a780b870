/** Whether somebody can see the page, and when it wakes up. On a server nobody sees it and nobody has to. */

export const isVisible = (): boolean =>
  typeof document === 'undefined' || document.visibilityState === 'visible'

export function onWake(listener: () => void): () => void {
  const { document } = globalThis
  globalThis.addEventListener?.('online', listener)
  document?.addEventListener('visibilitychange', listener)
  return () => {
    globalThis.removeEventListener?.('online', listener)
    document?.removeEventListener('visibilitychange', listener)
  }
}
