/** Whether something draws the modal. Without it nothing is opened: a promise would wait for a view nobody sees (D-10). */
import type { KitContext } from '../context.js'

export function attachScreen(context: KitContext): () => void {
  let isAttached = true
  context.jobs.screens += 1
  return () => {
    if (isAttached) context.jobs.screens -= 1
    isAttached = false
  }
}

export const hasScreen = (context: KitContext): boolean => context.jobs.screens > 0
