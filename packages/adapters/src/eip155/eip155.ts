/** The adapter for Ethereum and everything that speaks like it. Finds wallets at once; chain code comes when one is used. */
import {
  type Adapter,
  type AdapterContext,
  type AdapterHandle,
  type Connector,
  defineAdapter,
} from '@latchkey/core'
import { hidesInjectedWallet, isExcludedWallet } from '@latchkey/spec/views'
import { lazyReads } from '../lazyReads.js'
import { type AnnouncedWallet, createAnnouncedWallets, type WalletTarget } from './announcedWallets.js'
import { createProviderConnector, type Shared } from './connectors.js'
import type { ExternalWallet } from './external.js'
import { isProvider } from './provider.js'

export interface Eip155Options {
  /** The app's own wagmi, by `wagmi(config)` of `latchkey/eip155/wagmi`: both then share every connection. */
  readonly wagmi?: OwnWallets
  /** Wallets that come as an SDK: `coinbase(…)`, `safe(…)`. Not used with `wagmi`, which brings its own. */
  readonly external?: readonly ExternalWallet[]
  /** Where wallets are looked for; `window` where there is one. */
  readonly target?: WalletTarget
}

export function eip155(options: Eip155Options = {}): Adapter {
  return defineAdapter({
    namespace: 'eip155',
    start: (context) => start(context, options),
  })
}

function start(
  context: AdapterContext,
  { wagmi, external = [], target = page() }: Eip155Options,
): AdapterHandle {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const { reads, stop: stopReads } = lazyReads(async () => (await import('./reads.js')).createReads(context))
  const shared: Shared = { context, reads }
  const announced =
    target && context.options.enableEIP6963 ? createAnnouncedWallets(target, context.log) : undefined
  const isAnnounced = (provider: unknown) =>
    announced?.list().some((wallet) => wallet.provider === provider) ?? false
  const isOffered = isIncluded(context)
  const offered = wagmi
    ? ownOffer(shared, wagmi, {
        isAnnounced: () => isAnnounced(target?.ethereum),
        onChange: tell,
      })
    : providerOffer(shared, {
        announced: () => announced?.list() ?? [],
        injected: () => (isAnnounced(target?.ethereum) ? undefined : target?.ethereum),
        external: external.flatMap((make) => make(shared, target) ?? []),
      })
  announced?.start(tell)

  return {
    connectors: () => offered.connectors().filter(isOffered),
    subscribe(listener) {
      const entry = () => listener()
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    getBalance: async (input) => (await reads()).getBalance(input),
    estimateGas: async (input) => (await reads()).estimateGas(input),
    readContract: async (input) => (await reads()).readContract(input),
    simulate: async (input) => (await reads()).simulate(input),
    getFee: async (input) => (await reads()).getFee(input),
    isContract: async (input) => (await reads()).isContract(input),
    prepareTransfer: async (transfer) => (await import('./transfers.js')).transferTransaction(transfer),
    readAddress: async (text) => (await import('./transfers.js')).checkedAddress(text),
    resolveName: async (input) => (await reads()).resolveName(input),
    getTransaction: async (input) => (await reads()).getTransaction(input),
    openRelaySession: async (link) => (await import('./relaySession.js')).openRelaySession(shared, link),
    stop() {
      announced?.stop()
      offered.stop()
      stopReads()
      listeners.clear()
    },
  }
}

export interface Offer {
  connectors(): readonly Connector[]
  stop(): void
}

export interface OwnWalletsInput {
  /** `window.ethereum` is one of the announced wallets, so a nameless entry for it would be its double. */
  readonly isAnnounced: () => boolean
  readonly onChange: () => void
}

/** Wallets that a library of the app looks after. */
export type OwnWallets = (shared: Shared, input: OwnWalletsInput) => Promise<Offer>

interface ProviderOfferInput {
  readonly announced: () => readonly AnnouncedWallet[]
  readonly injected: () => unknown
  readonly external: readonly Connector[]
}

/** Every provider keeps its connector, so that the same wallet is the same object each time the kit looks. */
function providerOffer(shared: Shared, { announced, injected, external }: ProviderOfferInput): Offer {
  const made = new Map<object, Connector>()

  function connectorOf(wallet: AnnouncedWallet): Connector {
    const { rdns, name, icon, provider } = wallet
    const known = made.get(wallet)
    if (known) return known
    // A uuid lives as long as the page; the rdns finds the wallet again after a reload.
    const connector = createProviderConnector({
      ...shared,
      id: rdns,
      rdns,
      name,
      icon,
      type: 'ANNOUNCED',
      provider: () => provider,
    })
    made.set(wallet, connector)
    return connector
  }

  /** S2-15 */
  function generic(): readonly Connector[] {
    const provider = injected()
    const isHidden = hidesInjectedWallet({
      isMobile: shared.context.options.isMobile,
      hasProvider: isProvider(provider),
      hasIdentifier: false,
      hasInstalledWallet: isProvider(provider),
    })
    if (isHidden || !isProvider(provider)) return []
    const connector =
      made.get(provider) ??
      createProviderConnector({
        ...shared,
        id: 'injected',
        name: 'Browser Wallet',
        type: 'INJECTED',
        provider: () => provider,
      })
    made.set(provider, connector)
    return [connector]
  }

  return {
    connectors: () => [...announced().map(connectorOf), ...generic(), ...external],
    stop: () => {},
  }
}

/** Until the library's part has arrived there is nothing to offer; it takes a moment, the app has loaded the rest. */
function ownOffer(shared: Shared, load: OwnWallets, input: OwnWalletsInput): Offer {
  let offer: Offer | undefined
  let isStopped = false
  load(shared, input)
    .then((loaded) => {
      if (isStopped) return loaded.stop()
      offer = loaded
      input.onChange()
    })
    .catch((cause: unknown) => shared.context.log.error('The wallets of wagmi cannot be offered', cause))
  return {
    connectors: () => offer?.connectors() ?? [],
    stop() {
      isStopped = true
      offer?.stop()
    },
  }
}

/** S2-16: an excluded id is a wallet's rdns or its name. */
function isIncluded({ options }: AdapterContext): (connector: Connector) => boolean {
  const excluded = (options.excludeWalletIds ?? []).map((id) => ({ rdns: id, name: id }))
  return ({ id, name, rdns }) => !isExcludedWallet({ name, rdns: rdns ?? id }, excluded)
}

const page = (): WalletTarget | undefined => (typeof window === 'undefined' ? undefined : window)
