/** Hands events of a session to whoever listens at that moment. */
import type { WalletSessionEvent } from '@latchkey/core'

type Hear = (event: WalletSessionEvent) => void

/** `listen` runs for the first listener, and what it returns after the last: once for everybody. */
export function createListeners(listen: () => () => void): {
  add(hear: Hear): () => void
  tell(event: WalletSessionEvent): void
} {
  const listeners = new Set<{ readonly hear: Hear }>()
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
