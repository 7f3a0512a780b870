/** The hooks of AppKit 1.8. They need no provider: they read the instance that `createAppKit` made. */
'use client'

import type { Namespace } from '@latchkey/core'
import { useCallback, useEffect, useState } from 'react'
import { currentAppKit } from './createAppKit.js'
import type { AppKitEvent } from './events.js'
import type { AppKitNetwork } from './options.js'
import {
  readAccount,
  readNetwork,
  readProvider,
  readProviderType,
  readState,
  readWalletInfo,
} from './read.js'
import { usePart, useRecord } from './usePart.js'

/** Opens and closes the modal. */
export function useAppKit() {
  const { open, close } = currentAppKit()
  return { open, close }
}

/** Whether the modal is open, a wallet is asked, and stored ones have been tried. */
export const useAppKitState = () => useRecord(readState)

/** The account that signs, and the others of its wallet; of the embedded wallet also who is signed in. */
export const useAppKitAccount = ({ namespace }: { readonly namespace?: Namespace } = {}) =>
  useRecord((state, known) => readAccount(state, namespace, known))

/** The network of the active namespace, and the way to another. */
export function useAppKitNetwork() {
  const { switchNetwork } = currentAppKit()
  const caipNetwork = usePart((state) => readNetwork(state).caipNetwork)
  const caipNetworkId = usePart((state) => readNetwork(state).caipNetworkId)
  const move = useCallback((network: AppKitNetwork) => switchNetwork(network), [switchNetwork])
  return { caipNetwork, caipNetworkId, chainId: caipNetwork?.id, switchNetwork: move }
}

/** Only the app knows the type of its provider: `useAppKitProvider<Eip1193Provider>('eip155')`. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- As AppKit has it: the caller names the type, which is a cast.
export function useAppKitProvider<provider = unknown>(namespace?: Namespace) {
  const walletProvider = usePart((state) => readProvider(state, namespace)) as provider | undefined
  const walletProviderType = usePart((state) => readProviderType(state, namespace))
  return { walletProvider, walletProviderType }
}

/** The wallet that is connected: its name and icon. */
export const useWalletInfo = (namespace?: Namespace) => ({
  walletInfo: useRecord((state) => readWalletInfo(state, namespace)),
})

/** The theme, in our names, and how to change it, in AppKit's. */
export function useAppKitTheme() {
  const { setThemeMode, setThemeVariables } = currentAppKit()
  const { mode, variables } = usePart(({ theme }) => theme)
  return { themeMode: mode, themeVariables: variables, setThemeMode, setThemeVariables }
}

/** The last event since the component is on the page. */
export function useAppKitEvents(): AppKitEvent | undefined {
  const [last, setLast] = useState<AppKitEvent>()
  useEffect(() => currentAppKit().subscribeEvents(setLast), [])
  return last
}

/** Leaves one wallet, one namespace or all of them. */
export function useDisconnect() {
  const { kit } = currentAppKit()
  const disconnect = useCallback(
    ({ namespace, id }: { readonly namespace?: Namespace; readonly id?: string } = {}) =>
      kit.disconnect({ ...(namespace && { namespace }), ...(id !== undefined && { connectorId: id }) }),
    [kit],
  )
  return { disconnect }
}

/** The native balance, asked for when called. */
export function useAppKitBalance() {
  const { kit } = currentAppKit()
  const fetchBalance = useCallback(async () => {
    try {
      const { formatted, symbol } = await kit.getBalance()
      return { data: { balance: formatted, symbol }, error: null, isSuccess: true, isError: false } as const
    } catch (cause) {
      const error = cause instanceof Error ? cause.message : String(cause)
      return { data: undefined, error, isSuccess: false, isError: true } as const
    }
  }, [kit])
  return { fetchBalance }
}
