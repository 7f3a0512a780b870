/** The person does not want to sign in (S4-17). */
import { signInCancelEffect } from '@latchkey/spec/states'
import type { Kit } from '../kit.js'
import { startRouter } from '../router.js'
import { selectAccount } from '../select.js'
import { close } from './close.js'
import { disconnect } from './disconnect.js'

/** Leaves the wallet where sign-in is required, else only closes; both ways the next thing shown is Connect. */
export async function cancelSignIn(kit: Kit): Promise<void> {
  const { signIn, activeNamespace, activeNetworks } = kit.store.get()
  const networkId = activeNetworks[activeNamespace]?.networkId
  const isSmartAccount = selectAccount(kit.store.get())?.type === 'smartAccount'
  if (networkId) kit.events.emit('CLICK_CANCEL_SIWX', { networkId, isSmartAccount })
  close(kit, { reason: 'app', force: true })
  kit.store.set({ router: startRouter({ view: 'Connect' }) })
  if (signInCancelEffect(signIn.isRequired) === 'disconnect') {
    await disconnect(kit, { namespace: activeNamespace })
  }
}
