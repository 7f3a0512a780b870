/** A wallet is connected: says so, and starts what only somebody with a wallet needs. */
import type { KitContext } from '../context.js'
import type { KitEvents } from '../events.js'
import { startFeature } from '../feature.js'
import { balances, signIn } from '../features/index.js'

export function tellConnected(context: KitContext, props: KitEvents['CONNECT_SUCCESS']): void {
  context.events.emit('CONNECT_SUCCESS', props)
  startFeature(context, balances).catch((cause: unknown) =>
    context.log.info('Balances were not loaded', cause),
  )
  // Who comes back may be signed in already; who connects anew is asked when that is done (S4-14).
  if (!props.restored) return
  startFeature(context, signIn)
    .then((feature) => feature?.afterRestore())
    .catch((cause: unknown) => context.log.error('Nobody could be asked to sign in', cause))
}
