/** The kit is made once, outside of the components; `useSelect` makes a ref of any part of its state. */
import { createLatchkey, type KitState, selectAccount } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'viem/chains'
import { onScopeDispose, type ShallowRef, shallowRef } from 'vue'

export const kit = createLatchkey({ networks: [mainnet, base], adapters: [eip155()], themeMode: 'auto' })

function useSelect<T>(select: (state: KitState) => T): Readonly<ShallowRef<T>> {
  const value = shallowRef(select(kit.store.get()))
  onScopeDispose(kit.watch(select, (next) => (value.value = next)))
  return value
}

export const useAddress = () => useSelect((state) => selectAccount(state)?.address)
