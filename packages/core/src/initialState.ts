/** The state of a kit before anything happened, with what the last page load left behind. */
import { type Namespace, type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import type { KitOptions } from './options.js'
import { startRouter } from './router.js'
import type { Connection, KitState, NetworkChoice } from './state.js'
import type { Stored } from './storage.js'
import { themeModeOf } from './systemTheme.js'

/** `stored` is where the person was when the last page ended; absent where nothing is remembered. */
export function initialState(options: KitOptions, stored?: Stored<'activeNetworks'>): KitState {
  const { networks, defaultNetwork } = options
  const isOffered = (networkId: NetworkId | undefined) =>
    networks.some(({ caipNetworkId }) => caipNetworkId === networkId)
  const activeNetworks: Partial<Record<Namespace, NetworkChoice>> = {}
  for (const { chainNamespace, caipNetworkId } of [defaultNetwork, ...networks]) {
    const last = stored?.networks[chainNamespace]
    const networkId = last && isOffered(last) ? last : caipNetworkId
    activeNetworks[chainNamespace] ??= { networkId, isSupported: true }
  }
  const lastNamespace = stored && activeNetworks[stored.namespace] ? stored.namespace : undefined
  return {
    modal: { isOpen: false, isShaking: false },
    router: startRouter({ view: 'Connect' }),
    toast: { isOpen: false, variant: 'success', text: '', isForPage: false },
    alert: { isOpen: false, id: undefined, title: '', text: '' },
    theme: { ...themeModeOf(options.themeMode), variables: options.themeVariables },
    networks,
    connectors: [],
    activeNamespace: lastNamespace ?? defaultNetwork.chainNamespace,
    isSwitchingNamespace: false,
    activeNetworks,
    connections: {},
    relay: { status: 'idle', retryAt: undefined, error: undefined },
    balances: {},
    accountNames: {},
    pendingTransactions: {},
    signIn: { isRequired: isSignInRequired(options), session: undefined },
    hasAcceptedTerms: false,
    send: {},
    socialProvider: undefined,
    isDestroyed: false,
  }
}

/**
 * What a server can say truthfully: it knows the options, but not who has a wallet. Every namespace with an adapter
 * counts as connecting (S4-02), so that nobody who is connected is asked to connect before the browser knows better.
 */
export function serverState(options: KitOptions): KitState {
  const waiting: Connection = { status: 'connecting', wallets: [], attempt: undefined, error: undefined }
  const connections = Object.fromEntries(options.adapters.map(({ namespace }) => [namespace, waiting]))
  // Nor does it know the system's mode; the browser's first paint must be the same.
  const known = options.themeMode === 'auto' ? { ...options, themeMode: 'dark' as const } : options
  return { ...initialState(known), connections }
}

/** Sign-in is required unless the app says that it is not. */
function isSignInRequired({ siwx, siweConfig }: KitOptions): boolean {
  const config: unknown = siwx ?? siweConfig
  if (!(config instanceof Object)) return false
  return !('required' in config && config.required === false)
}

/** What a reload needs to come back to the same place. */
export function placeOf({ activeNamespace, activeNetworks }: KitState): {
  namespace: Namespace
  networks: Partial<Record<Namespace, NetworkId>>
} {
  const networks: Partial<Record<Namespace, NetworkId>> = {}
  for (const choice of Object.values(activeNetworks)) {
    const namespace = choice?.isSupported ? parseNetworkId(choice.networkId)?.namespace : undefined
    if (namespace && choice) networks[namespace] = choice.networkId
  }
  return { namespace: activeNamespace, networks }
}
