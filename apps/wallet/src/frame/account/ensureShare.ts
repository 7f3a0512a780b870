/**
 * Makes sure that this device has its share before anybody is asked to approve. Where the browser lost it, the page's
 * capsule and a factor bring it back (F-L); where there is none, the person recovers it in a window.
 */
import type { KeptShare } from '../../device/deviceStore.js'
import type { FrameContext } from '../context.js'
import { throughWindow } from '../throughWindow.js'
import { restoreShare } from './restoreShare.js'

export async function ensureShare(context: FrameContext, signal: AbortSignal): Promise<KeptShare> {
  const kept = await context.account.share()
  if (kept) return kept
  const restored = await restoreShare(context, signal)
  if (restored) return restored
  await throughWindow(context, 'recover', signal)
  const recovered = await context.account.share()
  if (!recovered) throw new RangeError('This device has no share of the wallet')
  return recovered
}
