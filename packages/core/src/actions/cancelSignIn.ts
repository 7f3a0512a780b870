/** The person does not want to sign in (S4-17). */
import { signInCancelEffect } from '@latchkey/spec/states'
import type { KitContext } from '../context.js'
import { startRouter } from '../router.js'
import { selectAccount } from '../select.js'
import { close } from './close.js'
import { disconnect } from './disconnect.js'

/** Leaves the wallet where sign-in is required, else only closes; both ways the next thing shown is Connect. */
export async function cancelSignIn(context: KitContext): Promise<void> {
  const { signIn, activeNamespace, activeNetworks } = context.store.get()
  const networkId = activeNetworks[activeNamespace]?.networkId
  const isSmartAccount = selectAccount(context.store.get())?.type === 'smartAccount'
  if (networkId) context.events.emit('CLICK_CANCEL_SIWX', { networkId, isSmartAccount })
  close(context, { reason: 'app', force: true })
  context.store.set({ router: startRouter({ view: 'Connect' }) })
  if (signInCancelEffect(signIn.isRequired) === 'disconnect') {
    await disconnect(context, { namespace: activeNamespace })
  }
}
