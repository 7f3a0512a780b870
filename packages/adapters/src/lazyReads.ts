/** What reads of a chain share, made by the first of them and let go with the adapter. */
import { once } from './eip155/once.js'

interface Stoppable {
  stop(): void
}

/** Made while the adapter stops, it is stopped as it comes. */
export function lazyReads<R extends Stoppable>(
  make: () => Promise<R>,
): { readonly reads: () => Promise<R>; readonly stop: () => void } {
  let made: R | undefined
  let isStopped = false
  const reads = once(async () => {
    made = await make()
    if (isStopped) made.stop()
    return made
  })
  return {
    reads,
    stop() {
      isStopped = true
      made?.stop()
    },
  }
}
