/** The adapter for Bitcoin. Finds wallets at once; everything else comes when one is used. */
import {
  type Adapter,
  type AdapterContext,
  type AdapterHandle,
  type Connector,
  defineAdapter,
} from '@latchkey/core'
import { isExcludedWallet } from '@latchkey/spec/views'
import { once } from '../eip155/once.js'
import { createBitcoinConnector, type FoundWallet, type Shared } from './connectors.js'
import { createDiscovery, type InjectedWallet, knownInjectedWallets, type WalletTarget } from './discovery.js'

export interface Bip122Options {
  /** Wallets injected the way UniSat is, beside those that are known. */
  readonly injected?: readonly InjectedWallet[]
  /** Where wallets are looked for; `window` where there is one. */
  readonly target?: WalletTarget
}

export function bip122(options: Bip122Options = {}): Adapter {
  return defineAdapter({
    namespace: 'bip122',
    start: (context) => start(context, options),
  })
}

function start(context: AdapterContext, { injected = [], target = page() }: Bip122Options): AdapterHandle {
  const listeners = new Set<{ readonly hear: () => void }>()
  const reads = once(async () => (await import('./reads.js')).createReads(context))
  const shared: Shared = { context, reads }
  const made = new Map<FoundWallet, Connector>()
  const discovery = target && createDiscovery(target, context, [...knownInjectedWallets, ...injected])
  const isOffered = isIncluded(context)

  function connectorOf(found: FoundWallet): Connector {
    const connector = made.get(found) ?? createBitcoinConnector(shared, found)
    made.set(found, connector)
    return connector
  }

  discovery?.start(() => {
    for (const { hear } of [...listeners]) hear()
  })

  return {
    connectors: () => (discovery?.list() ?? []).map(connectorOf).filter(isOffered),
    subscribe(hear) {
      const entry = { hear }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    getBalance: async (input) => (await reads()).getBalance(input),
    getFee: async (input) => (await reads()).getFee(input),
    getTransaction: async (input) => (await reads()).getTransaction(input),
    readAddress: async (text) =>
      (await import('./walletAddresses.js')).checkedAddress(text, context.networks),
    openRelaySession: async (link) => (await import('./relaySession.js')).openRelaySession(shared, link),
    stop() {
      discovery?.stop()
      listeners.clear()
    },
  }
}

/** S2-16: an excluded id is a wallet's id or its name. */
function isIncluded({ options }: AdapterContext): (connector: Connector) => boolean {
  const excluded = (options.excludeWalletIds ?? []).map((id) => ({ rdns: id, name: id }))
  return ({ id, name }) => !isExcludedWallet({ name, rdns: id }, excluded)
}

const page = (): WalletTarget | undefined => (typeof window === 'undefined' ? undefined : window)
