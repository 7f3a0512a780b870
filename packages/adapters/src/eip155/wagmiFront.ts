/** Keeps the wallet in front the same for the kit and for wagmi, whoever moves it. */
import { type Config, switchConnection } from '@wagmi/core'
import type { WagmiConnector } from './wagmiSource.js'

export interface WagmiFront {
  /** Makes it wagmi's current connection. Of several wishes the last one counts. */
  bring(connector: WagmiConnector): void
  /** Calls back when the app makes this connection the current one, until the returned function is called. */
  watch(connector: WagmiConnector, listener: () => void): () => void
}

export function createWagmiFront(config: Config): WagmiFront {
  let wanted: WagmiConnector | undefined
  let isMoving = false

  function next(): WagmiConnector | undefined {
    const { current, connections } = config.state
    return wanted && wanted.uid !== current && connections.has(wanted.uid) ? wanted : undefined
  }

  /** wagmi takes its time; wishes that come meanwhile are followed afterwards, so that two never overtake each other. */
  async function move() {
    isMoving = true
    try {
      for (let connector = next(); connector; connector = next()) {
        await switchConnection(config, { connector })
      }
    } finally {
      isMoving = false
    }
  }

  return {
    bring(connector) {
      wanted = connector
      // The connection ended in between: there is nothing to bring forward.
      if (!isMoving) move().catch(() => {})
    },
    watch: ({ uid }, listener) =>
      config.subscribe(
        ({ current }) => current,
        // What this object does itself is no news.
        (current) => {
          if (current === uid && !isMoving) listener()
        },
      ),
  }
}
