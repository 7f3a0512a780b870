/** The adapter for Solana. Finds wallets at once; chain code comes when one is used. */
import {
  type Adapter,
  type AdapterContext,
  type AdapterHandle,
  type Connector,
  defineAdapter,
} from '@latchkey/core'
import { isExcludedWallet } from '@latchkey/spec/views'
import { lazyReads } from '../lazyReads.js'
import { createStandardWallets, type RegisteredWallet } from '../walletStandard/registry.js'
import { createStandardConnector, type Shared } from './connectors.js'
import { isSolanaWallet } from './features.js'
import type { RegisterWallets } from './mobile.js'

export interface SolanaOptions {
  /** Wallets that come as a package and register themselves: `mobileWallets(…)`. */
  readonly external?: readonly RegisterWallets[]
  /** Where wallets are looked for; `window` where there is one. */
  readonly target?: EventTarget
}

export function solana(options: SolanaOptions = {}): Adapter {
  return defineAdapter({ namespace: 'solana', start: (context) => start(context, options) })
}

function start(context: AdapterContext, { external = [], target = page() }: SolanaOptions): AdapterHandle {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const { reads, stop: stopReads } = lazyReads(async () => (await import('./reads.js')).createReads(context))
  const shared: Shared = { context, reads }
  const wallets = target && createStandardWallets(target, context.log, isSolanaWallet)
  const isOffered = isIncluded(context)
  const made = new Map<RegisteredWallet, Connector>()

  /** Every wallet keeps its connector, so that the same wallet is the same object each time the kit looks. */
  function connectorOf(registered: RegisteredWallet): Connector {
    const connector = made.get(registered) ?? createStandardConnector(shared, registered)
    made.set(registered, connector)
    return connector
  }

  wallets?.start(tell)
  if (target) {
    for (const register of external) {
      register(context).catch((cause: unknown) => context.log.error('A wallet could not be offered', cause))
    }
  }

  return {
    connectors: () => (wallets?.list() ?? []).map(connectorOf).filter(isOffered),
    subscribe(listener) {
      const entry = () => listener()
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    getBalance: async (input) => (await reads()).getBalance(input),
    isContract: async (input) => (await reads()).isContract(input),
    async simulate({ address, calls, tokens, holder = address, ...read }) {
      const [{ simulate }, { ask }] = await Promise.all([import('./simulate.js'), reads()])
      return simulate({ ask: ask(read), payer: address, calls, tokens, holder })
    },
    async getFee({ address, transaction, ...read }) {
      const [{ transactionFee }, { ask }] = await Promise.all([import('./fees.js'), reads()])
      return transactionFee({ ask: ask(read), payer: address, transaction })
    },
    // Where it goes and from which accounts is found out on the network, when one is known.
    prepareTransfer: async (transfer) => ({ transfer }),
    readAddress: async (text) => (await import('./readAddress.js')).readAddress(text),
    async getTransaction(input) {
      const [{ getTransaction }, { ask }] = await Promise.all([import('./transaction.js'), reads()])
      return getTransaction(ask(input), input)
    },
    openRelaySession: async (link) => (await import('./relaySession.js')).openRelaySession(shared, link),
    stop() {
      wallets?.stop()
      stopReads()
      listeners.clear()
    },
  }
}

/** S2-16: the standard gives wallets a name and nothing else. */
function isIncluded({ options }: AdapterContext): (connector: Connector) => boolean {
  const excluded = (options.excludeWalletIds ?? []).map((id) => ({ rdns: id, name: id }))
  return ({ name }) => !isExcludedWallet({ name, rdns: name }, excluded)
}

const page = (): EventTarget | undefined => (typeof window === 'undefined' ? undefined : window)
