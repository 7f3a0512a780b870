/** The adapter for Polkadot and the networks of its kind. Finds wallets at once; keys, addresses and nodes come when one is used. */
import {
  type Adapter,
  type AdapterContext,
  type AdapterHandle,
  type Connector,
  defineAdapter,
} from '@latchkey/core'
import { isExcludedWallet } from '@latchkey/spec/views'
import { createInjectedConnector, type Shared } from './connectors.js'
import { createInjectedWallets, type PolkadotTarget } from './injectedWallets.js'
import type { SignedExtensions } from './payloadBytes.js'
import type { Ss58Prefixes } from './prefixes.js'

export interface PolkadotOptions {
  /** Where wallets are looked for; `window` where there is one. */
  readonly target?: PolkadotTarget
  /**
   * SS58 prefixes by network id, for networks that are not well known: `{ 'polkadot:9eb7…': 5 }`. Without one, addresses
   * are written with 42, which every wallet reads.
   */
  readonly ss58Prefixes?: Ss58Prefixes
  /**
   * What signed extensions of a network's own add to a transaction, by their name. Without it, a transaction that has one
   * is not shown to a wallet: its signature could not be checked.
   */
  readonly signedExtensions?: SignedExtensions
}

export function polkadot(options: PolkadotOptions = {}): Adapter {
  return defineAdapter({
    namespace: 'polkadot',
    start: (context) => start(context, options),
  })
}

function start(context: AdapterContext, options: PolkadotOptions): AdapterHandle {
  const { target = page(), ss58Prefixes: prefixes = {}, signedExtensions: extensions = {} } = options
  const shared: Shared = { context, prefixes, extensions }
  const listeners = new Set<() => void>()
  const made = new Map<string, Connector>()
  const injected = target && createInjectedWallets(target, context.clock, context.log)
  const isOffered = isIncluded(context)

  /** The same wallet is the same object each time the kit looks. */
  function connectorOf(key: string, from: PolkadotTarget): Connector {
    const connector = made.get(key) ?? createInjectedConnector({ shared, target: from, key })
    made.set(key, connector)
    return connector
  }

  injected?.start(() => {
    for (const listener of [...listeners]) listener()
  })

  return {
    connectors: () =>
      target && injected
        ? injected
            .list()
            .map((key) => connectorOf(key, target))
            .filter(isOffered)
        : [],
    subscribe(listener) {
      const entry = () => listener()
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    getBalance: async (input) => (await import('./reads.js')).getBalance(context, input),
    readAddress: async (text) => (await import('./readAddress.js')).readAddress(shared, text),
    openRelaySession: async (link) => (await import('./relaySession.js')).openRelaySession(shared, link),
    stop() {
      injected?.stop()
      listeners.clear()
    },
  }
}

/** S2-16: an excluded id is a wallet's key, its rdns or its name. */
function isIncluded({ options }: AdapterContext): (connector: Connector) => boolean {
  const excluded = (options.excludeWalletIds ?? []).map((id) => ({ rdns: id, name: id }))
  return ({ id, name, rdns }) => !isExcludedWallet({ name, rdns: rdns ?? id }, excluded)
}

/** Whether `window` has the property is what is looked for. */
const page = () => (typeof window === 'undefined' ? undefined : (window as PolkadotTarget))
