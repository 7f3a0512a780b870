/** Whether something draws the modal. Without it nothing is opened: a promise would wait for a view nobody sees (D-10). */
import type { Kit } from '../kit.js'

export function attachScreen(kit: Kit): () => void {
  let isAttached = true
  kit.jobs.screens += 1
  return () => {
    if (isAttached) kit.jobs.screens -= 1
    isAttached = false
  }
}

export const hasScreen = (kit: Kit): boolean => kit.jobs.screens > 0
