/** Events of a session, or of what it hears from, for as many as listen. */
import type { WalletSessionEvent } from '@latchkey/core'

/**
 * Hands events to whoever listens at that moment. `listen` runs for the first of them and what it returns after the
 * last: once for everybody, because many wallets, asked to forget a function, forget every place it was given to them.
 */
export function createListeners<Event = WalletSessionEvent>(
  listen: () => () => void = () => () => {},
): {
  add(listener: (event: Event) => void): () => void
  tell(event: Event): void
} {
  const listeners = new Set<{ readonly hear: (event: Event) => void }>()
  let stop = () => {}
  return {
    add(hear) {
      const entry = { hear }
      listeners.add(entry)
      if (listeners.size === 1) stop = listen()
      return () => {
        if (listeners.delete(entry) && listeners.size === 0) stop()
      }
    },
    tell(event) {
      for (const { hear } of [...listeners]) hear(event)
    },
  }
}
