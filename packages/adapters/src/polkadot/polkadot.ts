/** The adapter for Polkadot and the networks of its kind. Finds wallets at once; keys, addresses and nodes come when one is used. */
import {
  type Adapter,
  type AdapterContext,
  type AdapterHandle,
  type Connector,
  defineAdapter,
} from '@latchkey/core'
import { isExcludedWallet } from '@latchkey/spec/views'
import { createInjectedConnector } from './connectors.js'
import { createInjectedWallets, type PolkadotTarget } from './injectedWallets.js'

export interface PolkadotOptions {
  /** Where wallets are looked for; `window` where there is one. */
  readonly target?: PolkadotTarget
}

export function polkadot(options: PolkadotOptions = {}): Adapter {
  return defineAdapter({
    namespace: 'polkadot',
    start: (context) => start(context, options),
  })
}

function start(context: AdapterContext, { target = page() }: PolkadotOptions): AdapterHandle {
  const listeners = new Set<() => void>()
  const made = new Map<string, Connector>()
  const injected = target && createInjectedWallets(target, context.clock, context.log)
  const isOffered = isIncluded(context)

  /** The same wallet is the same object each time the kit looks. */
  function connectorOf(key: string, from: PolkadotTarget): Connector {
    const connector = made.get(key) ?? createInjectedConnector({ context, target: from, key })
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
    readAddress: async (text) => (await import('./readAddress.js')).readAddress(context, text),
    openRelaySession: async (link) => (await import('./relaySession.js')).openRelaySession(context, link),
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
