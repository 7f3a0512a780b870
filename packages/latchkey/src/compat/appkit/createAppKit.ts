/** `createAppKit` of AppKit 1.8 on a kit of ours. */
import {
  createLatchkey as createKit,
  createMutation,
  type Kit,
  type KitState,
  type Mutation,
  type Namespace,
} from '@latchkey/core'
import type { ThemeMode, ThemeVariables } from '@latchkey/spec/options'
import { isViewId } from '@latchkey/spec/views'
import { attachModal } from '@latchkey/ui'
import { connectionParts, readConnections, readRecent } from './connections.js'
import { defineAppKitElements } from './elements.js'
import { type AppKitEvent, toEvent } from './events.js'
import { followKnown, type Known, type KnownStore } from './known.js'
import {
  type AppKitNetwork,
  type AppKitOptions,
  type AppKitThemeVariables,
  toOptions,
  toThemeVariables,
} from './options.js'
import {
  readAccount,
  readNetwork,
  readProvider,
  readProviderType,
  readState,
  readWalletInfo,
} from './read.js'
import type { ConnectionChange, SwitchConnectionInput } from './switchConnection.js'
import { warn } from './warn.js'

export interface AppKitOpenInput {
  /** A name that the modal does not know opens its first view. */
  readonly view?: string
  readonly namespace?: Namespace
  /** What the form of a swap or a transfer starts with. */
  readonly arguments?: {
    readonly amount?: string
    readonly fromToken?: string
    readonly toToken?: string
    readonly to?: string
    readonly assetAddress?: string
  }
}

export type AppKit = ReturnType<typeof bindKit>

/**
 * AppKit has one instance a page, which its hooks and elements find by themselves; so has this. A second call returns
 * the first instance while it lives, as a module that is loaded again in development expects.
 */
let current: Page | undefined

/** The instance, with what its hooks share. */
interface Page {
  readonly appKit: AppKit
  readonly known: KnownStore
  /** One for all components: each sees that a wallet is being asked. */
  readonly switching: Mutation<SwitchConnectionInput, ConnectionChange>
}

export function createAppKit(options: AppKitOptions): AppKit {
  const first = livingAppKit()
  if (!first) return makeAppKit(options)
  warn('a second createAppKit', 'the first one is kept')
  return first
}

/** The instance of the page, made when there is none: a component may be rendered again and again. */
export const ensureAppKit = (options: AppKitOptions): AppKit => livingAppKit() ?? makeAppKit(options)

const livingAppKit = () =>
  current?.appKit.kit.store.get().isDestroyed === false ? current.appKit : undefined

function makeAppKit(options: AppKitOptions): AppKit {
  const kit = createKit(toOptions(options, warn))
  attachModal(kit)
  defineAppKitElements(kit.options)
  const known = followKnown(kit)
  const appKit = bindKit(kit, known)
  const switching = createMutation(async (input: SwitchConnectionInput) => {
    const { switchConnection } = await import('./switchConnection.js')
    return switchConnection(kit, input)
  })
  current = { appKit, known, switching }
  return appKit
}

/** The instance that `createAppKit` made. */
export const currentAppKit = (): AppKit => currentPage().appKit

export function currentPage(): Page {
  if (!current) throw new Error('Call createAppKit before any of its hooks.')
  return current
}

type Read<T> = (state: KitState, namespace?: Namespace, known?: Known) => T

function bindKit(kit: Kit, known: KnownStore) {
  const { store } = kit
  const read =
    <T>(pick: Read<T>) =>
    (namespace?: Namespace) =>
      pick(store.get(), namespace, known.get())
  const follow = <T>(pick: Read<T>) => {
    const readNow = read(pick)
    return (listener: (value: T) => void, namespace?: Namespace) => {
      let before = JSON.stringify(readNow(namespace))
      return known.subscribe(() => {
        const value = readNow(namespace)
        const now = JSON.stringify(value)
        if (now === before) return
        before = now
        listener(value)
      })
    }
  }
  const lastEvent: { value: AppKitEvent | undefined } = { value: undefined }
  kit.on((event) => {
    lastEvent.value = toEvent(event)
  })
  return {
    /** The kit itself, for everything that is ours: leave this layer at your own pace. */
    kit,
    ready: () => kit.ready,
    open: (input: AppKitOpenInput = {}) => openModal(kit, input),
    close: async () => void kit.close({ reason: 'app' }),
    isOpen: () => store.get().modal.isOpen,
    getState: () => readState(store.get()),
    subscribeState: follow(readState),
    getAccount: read(readAccount),
    subscribeAccount: follow(readAccount),
    getAddress: (namespace?: Namespace) => readAccount(store.get(), namespace).address,
    getCaipAddress: (namespace?: Namespace) => readAccount(store.get(), namespace).caipAddress,
    getIsConnectedState: () => readAccount(store.get()).isConnected,
    getActiveChainNamespace: () => store.get().activeNamespace,
    getCaipNetworks: (namespace?: Namespace) =>
      store.get().networks.filter(({ chainNamespace }) => !namespace || chainNamespace === namespace),
    getCaipNetwork: (namespace?: Namespace) => readNetwork(store.get(), namespace).caipNetwork,
    getCaipNetworkId: () => readNetwork(store.get()).caipNetworkId,
    getChainId: () => readNetwork(store.get()).chainId,
    subscribeNetwork: follow(readNetwork),
    subscribeCaipNetworkChange: (
      listener: (network: ReturnType<typeof readNetwork>['caipNetwork']) => void,
    ) => kit.watch((state) => readNetwork(state).caipNetwork, listener),
    switchNetwork: (network: AppKitNetwork, { throwOnFailure = false } = {}) =>
      switchNetwork(kit, network, throwOnFailure),
    addNetwork: (_namespace: Namespace, network: AppKitNetwork) => kit.addNetwork({ network }),
    removeNetwork: (namespace: Namespace, id: string | number) =>
      kit.removeNetwork({ networkId: `${namespace}:${id}` }),
    disconnect: (namespace?: Namespace) => kit.disconnect(namespace ? { namespace } : {}),
    getConnections: read((state, namespace, now) => readConnections(connectionParts(state, now, namespace))),
    getRecentConnections: read((state, namespace, now) => readRecent(connectionParts(state, now, namespace))),
    getWalletInfo: read(readWalletInfo),
    subscribeWalletInfo: follow(readWalletInfo),
    getProvider: read(readProvider),
    getProviderType: read(readProviderType),
    getWalletProvider: () => readProvider(store.get()),
    subscribeProviders: (listener: (providers: Readonly<Partial<Record<Namespace, unknown>>>) => void) =>
      kit.watch(
        (state) => state.connections,
        (connections) => {
          // Its keys are those of the connections.
          const namespaces = Object.keys(connections) as Namespace[]
          listener(Object.fromEntries(namespaces.map((one) => [one, readProvider(store.get(), one)])))
        },
      ),
    getThemeMode: () => store.get().theme.mode,
    getThemeVariables: () => store.get().theme.variables,
    setThemeMode: (mode: ThemeMode) => kit.setTheme({ mode }),
    setThemeVariables: (variables: AppKitThemeVariables | ThemeVariables) =>
      kit.setTheme({ variables: toThemeVariables(variables, warn) }),
    subscribeTheme: (listener: (theme: KitState['theme']) => void) =>
      kit.watch((state) => state.theme, listener),
    getEvent: () => lastEvent.value,
    subscribeEvents: (listener: (event: AppKitEvent) => void) => kit.on((event) => listener(toEvent(event))),
  }
}

/** Resolves at once: what happens in the modal is told by the state. */
async function openModal(kit: Kit, { view, namespace, arguments: wish }: AppKitOpenInput): Promise<void> {
  if (view !== undefined && !isViewId(view)) warn(`open({ view: '${view}' })`, 'there is no such view')
  const { amount, fromToken, toToken, to, assetAddress } = wish ?? {}
  kit.open({
    ...(isViewId(view) && { view }),
    ...(namespace && { namespace }),
    ...(wish && view === 'Swap' && { data: { swap: { from: fromToken, to: toToken, amount } } }),
    ...(wish && view === 'WalletSend' && { data: { send: { to, amount, token: assetAddress } } }),
  })
}

/** As in AppKit, a switch that failed is quiet unless the caller asks. */
async function switchNetwork(kit: Kit, network: AppKitNetwork, throwOnFailure: boolean): Promise<void> {
  try {
    await kit.switchNetwork({ network })
  } catch (cause) {
    if (throwOnFailure) throw cause
  }
}
