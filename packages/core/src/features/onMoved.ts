/** Hears when a transaction of the kit moved something: what was read before is old then. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { KitContext } from '../context.js'

/** Called when a transaction ended, or when one that had ended is open again; until the returned function is called. */
export function onMoved({ events }: KitContext, listener: (networkId: NetworkId) => void): () => void {
  return events.on((event) => {
    if (event.name === 'TRANSACTION_SETTLED' || event.name === 'TRANSACTION_REOPENED')
      listener(event.props.networkId)
  })
}
