/** The kit is made once, outside of the components; what they read of `wallet` follows its state. */
import { createLatchkey, type KitState, selectAccount } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { createSubscriber } from 'svelte/reactivity'
import { base, mainnet } from 'viem/chains'

export const kit = createLatchkey({ networks: [mainnet, base], adapters: [eip155()], themeMode: 'auto' })

const selectAddress = (state: KitState) => selectAccount(state)?.address
const followAddress = createSubscriber((update) => kit.watch(selectAddress, update))

export const wallet = {
  get address() {
    followAddress()
    return selectAddress(kit.store.get())
  },
}
