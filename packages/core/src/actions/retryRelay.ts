/** Tries a relay that is away, or that refused, at once: what a "Try again" does (D-10). */
import type { KitContext } from '../context.js'
import { startFeature } from '../feature.js'
import { relay } from '../features/index.js'

export async function retryRelay(context: KitContext): Promise<void> {
  const handle = await startFeature(context, relay)
  handle?.retry()
}
