/** Hooks that read: each re-renders its component only when what it returns changed. */
import {
  type ConnectedWallet,
  type Connector,
  type KitEvent,
  type OpenInput,
  selectAccount,
  selectBalance,
  selectConnector,
  selectNetwork,
  selectStatus,
  selectView,
  selectWallet,
} from '@latchkey/core'
import { balances, contextOf, startFeature } from '@latchkey/core/screen'
import type { Namespace } from '@latchkey/spec/caip'
import type { Account } from '@latchkey/spec/entities'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useKit, useSelect } from '../context.js'
import { selectModal, selectNetworkChoice, selectNetworks, selectTheme } from '../select.js'

export interface InNamespace {
  /** Without it, the active one. */
  readonly namespace?: Namespace
}

const none: readonly Account[] = []

/** The account that signs (D-11), the others of its wallet, and how the connection stands. */
export function useAccount({ namespace }: InNamespace = {}) {
  const account = useSelect((state) => selectAccount(state, namespace))
  const accounts = useSelect((state) => selectWallet(state, namespace)?.accounts ?? none)
  const status = useSelect((state) => selectStatus(state, namespace))
  return {
    account,
    accounts,
    address: account?.address,
    status,
    isConnected: account !== undefined,
    /** Neither connected nor not: a wallet is asked, a stored one is restored, or this is a server's first paint. */
    isConnecting: status === 'connecting' || status === 'reconnecting',
  }
}

/** The network in use and those on offer. */
export function useNetwork({ namespace }: InNamespace = {}) {
  const network = useSelect((state) => selectNetwork(state, namespace))
  const choice = useSelect((state) => selectNetworkChoice(state, namespace))
  const networks = useSelect(selectNetworks)
  return { network, networkId: choice?.networkId, isSupported: choice?.isSupported ?? true, networks }
}

/** The native balance of the account that signs. A failed read is not an empty one (D-13). */
export function useBalance({ namespace }: InNamespace = {}) {
  const kit = useKit()
  const held = useSelect((state) => selectBalance(state, namespace))
  const refresh = useCallback(async () => {
    const feature = await startFeature(contextOf(kit), balances)
    await feature?.refresh(namespace ?? kit.store.get().activeNamespace)
  }, [kit, namespace])
  return { balance: held?.balance, status: held?.status ?? 'idle', refresh }
}

export interface WalletInfo {
  readonly id: string
  readonly name: string
  readonly type: Connector['type'] | undefined
  readonly icon: string | undefined
  readonly rdns: string | undefined
}

/** The connected wallet: who it is, not what it can do. */
export function useWallet({ namespace }: InNamespace = {}): WalletInfo | undefined {
  const id = useSelect((state) => selectWallet(state, namespace)?.connectorId)
  const connector = useSelect((state) => selectConnector(state, namespace))
  return useMemo(() => {
    if (id === undefined) return undefined
    const { name = id, type, icon, rdns } = connector ?? {}
    return { id, name, type, icon, rdns }
  }, [id, connector])
}

/** The native provider of the active wallet, for an app's own library: EIP-1193 on eip155. Only the app knows its type. */
export function useProvider({ namespace }: InNamespace = {}): unknown {
  return useSelect((state) => providerOf(selectWallet(state, namespace)))
}

const providerOf = (wallet: ConnectedWallet | undefined) => wallet?.session.provider

/** Opens and closes the modal, and knows what it shows. */
export function useModal() {
  const kit = useKit()
  const { isOpen } = useSelect(selectModal)
  const view = useSelect(selectView)
  const actions = useMemo(
    () => ({ open: (input?: OpenInput) => kit.open(input), close: () => kit.close({ reason: 'app' }) }),
    [kit],
  )
  return { isOpen, view: isOpen ? view : undefined, ...actions }
}

/** Light or dark, and the variables; changes reach every element of the kit. */
export function useTheme() {
  const kit = useKit()
  const { mode, variables } = useSelect(selectTheme)
  return { mode, variables, setTheme: kit.setTheme }
}

/** Hears every event of the kit while the component is on the page. The latest listener is called; it causes no render. */
export function useEvents(listener: (event: KitEvent) => void): void {
  const kit = useKit()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => kit.on((event) => latest.current(event)), [kit])
}
