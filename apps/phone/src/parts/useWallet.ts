/** The wallet for components: its state by a selector, its verbs as they are. */
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Wallet } from '../wallet/createWallet.js'
import type { WalletState } from '../wallet/state.js'

const WalletContext = createContext<Wallet | undefined>(undefined)
export const WalletProvider = WalletContext.Provider

export function useWallet(): Wallet {
  const wallet = useContext(WalletContext)
  if (!wallet) throw new Error('useWallet needs a WalletProvider above it')
  return wallet
}

/** Whether a network can be asked; true where nobody knows. */
export const useHasNode = (networkId: string) =>
  useSelect(({ nodes }) => nodes === undefined || nodes.includes(networkId))

/** `select` must give the same value for the same state. */
export function useSelect<Value>(select: (state: WalletState) => Value): Value {
  const { store } = useWallet()
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
