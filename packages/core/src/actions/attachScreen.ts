/** Whether something draws the modal. Without it nothing is opened: a promise would wait for a view nobody sees (D-10). */
import type { KitContext } from '../context.js'

export interface ScreenInput {
  /** Where the frame of the embedded wallet is put when it is made; it never moves, for a moved frame loads again. */
  readonly frameHome?: () => Element | undefined
}

export function attachScreen({ jobs }: KitContext, { frameHome }: ScreenInput = {}): () => void {
  let isAttached = true
  jobs.screens += 1
  jobs.frameHome ??= frameHome
  return () => {
    if (isAttached) jobs.screens -= 1
    isAttached = false
  }
}

export const hasScreen = (context: KitContext): boolean => context.jobs.screens > 0
