/** React bindings: the kit as context, its state as hooks, and types for the custom elements. */
import {
  type Connected,
  type ConnectKitInput,
  type DisconnectInput,
  type Kit,
  type OpenInput,
  selectAccount,
  selectBalance,
  selectNetwork,
  selectStatus,
} from '@latchkey/core'
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import { createElement, type ReactNode, useCallback, useMemo } from 'react'
import { KitContext, useKit, useSelect } from './context.js'
import { selectConnection, selectModal, selectNetworkChoice, selectNetworks } from './select.js'

export type { LatchkeyElementProps } from './jsx.js'
export { useKit, useSelect }

/** Gives every hook below it the kit. */
export function LatchkeyProvider({ kit, children }: { readonly kit: Kit; readonly children?: ReactNode }) {
  return createElement(KitContext.Provider, { value: kit }, children)
}

interface InNamespace {
  /** Without it, the active one. */
  readonly namespace?: Namespace
}

/** The account that signs, and how the connection stands. */
export function useAccount({ namespace }: InNamespace = {}) {
  const account = useSelect((state) => selectAccount(state, namespace))
  const status = useSelect((state) => selectStatus(state, namespace))
  const balance = useSelect((state) => selectBalance(state, namespace))
  return { account, address: account?.address, status, isConnected: account !== undefined, balance }
}

/** The network in use, those on offer, and the way to another. */
export function useNetwork({ namespace }: InNamespace = {}) {
  const kit = useKit()
  const network = useSelect((state) => selectNetwork(state, namespace))
  const choice = useSelect((state) => selectNetworkChoice(state, namespace))
  const networks = useSelect(selectNetworks)
  const switchNetwork = useCallback((networkId: NetworkId) => kit.switchNetwork({ networkId }), [kit])
  return {
    network,
    networkId: choice?.networkId,
    isSupported: choice?.isSupported ?? true,
    networks,
    switchNetwork,
  }
}

/** Connects one wallet without opening the modal; the list of wallets grows as they announce themselves. */
export function useConnect({ namespace }: InNamespace = {}) {
  const kit = useKit()
  const connectors = useSelect((state) => state.connectors)
  const connection = useSelect((state) => selectConnection(state, namespace))
  const connect = useCallback((input: ConnectKitInput): Promise<Connected> => kit.connect(input), [kit])
  return { connect, connectors, isConnecting: connection?.attempt !== undefined, error: connection?.error }
}

/** Leaves one wallet, one namespace or all of them. */
export function useDisconnect() {
  const kit = useKit()
  return useCallback((input?: DisconnectInput) => kit.disconnect(input), [kit])
}

/** Opens and closes the modal, and knows whether it is open. */
export function useModal() {
  const kit = useKit()
  const { isOpen } = useSelect(selectModal)
  const actions = useMemo(
    () => ({ open: (input?: OpenInput) => kit.open(input), close: () => kit.close({ reason: 'app' }) }),
    [kit],
  )
  return { isOpen, ...actions }
}
