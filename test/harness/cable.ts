/** The cable between a page and its relay: can be cut and mended, without touching the relay. */
import type { BrowserContext, WebSocketRoute } from 'playwright-core'

export interface Cable {
  /** Ends what is open; nothing gets through until it is mended. */
  cut(): Promise<void>
  mend(): void
}

export async function layCable(context: BrowserContext, { isCut = false } = {}): Promise<Cable> {
  const open = new Set<WebSocketRoute>()
  let isBroken = isCut
  await context.routeWebSocket(/\/relay/, (socket) => {
    if (isBroken) return void socket.close({ code: 1011, reason: 'cut' })
    open.add(socket)
    socket.connectToServer()
  })
  return {
    async cut() {
      isBroken = true
      for (const socket of open) await socket.close({ code: 1011, reason: 'cut' })
      open.clear()
    },
    mend() {
      isBroken = false
    },
  }
}
