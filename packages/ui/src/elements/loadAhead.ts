/** Fetches the modal while the page has nothing else to do, so that the first press finds it there. */
import type { Kit } from '@latchkey/core'
import { loadContent, loadWindow } from './loadModal.js'

/**
 * Not on a connection that is slow, or whose owner asks to save data: there the pointer over the button fetches it.
 * The steps are taken when all of it is at hand. The returned function calls it off.
 */
export function loadAhead(kit: Kit, steps: readonly (() => void)[]): () => void {
  if (!('requestIdleCallback' in globalThis) || isSparing()) return () => {}
  let isOff = false
  // Each in an idle moment of its own: to ask for files takes time, too.
  const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => isOff || resolve()))
  const load = async () => {
    await idle()
    await loadWindow()
    await idle()
    await loadContent(kit)
    for (const step of steps) {
      await idle()
      step()
    }
  }
  // Whoever opens it asks again, and is told if it does not come.
  const begin = () => void load().catch(() => {})
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
  return () => {
    isOff = true
    removeEventListener('load', begin)
  }
}

/** What only some browsers tell. */
interface Teller extends Navigator {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}

function isSparing(): boolean {
  const { connection }: Teller = navigator
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}
