/** The wallet: keys, networks, the relay client and the questions that wait, behind one store and a few verbs. */
import type { Address } from 'viem'
import type { Ask } from '../asks/ask.js'
import { readNodes } from '../chain/readNodes.js'
import type { Choice } from './answer.js'
import { createStore, type Store } from './createStore.js'
import { holdTab } from './holdTab.js'
import { networksWith, type WalletNetwork } from './networks.js'
import type { OpenWallet } from './openWallet.js'
import type { ConnectedApp, WalletState } from './state.js'
import { createMemory } from './storage.js'
import { noFacts, readWorldFacts } from './worldFacts.js'

export interface WalletOptions {
  /** The page's own origin; the relay, the nodes and the facts of the world are all below it. */
  readonly origin: string
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
}

export interface Wallet {
  readonly store: Store<WalletState>
  /** Takes the wallet to this tab. */
  start(): Promise<void>
  pair(text: string): Promise<void>
  cancelPairing(): void
  approve(ask: Ask, choice: Choice): Promise<void>
  reject(ask: Ask): Promise<void>
  chooseAccount(account: Address): Promise<void>
  chooseNetwork(network: WalletNetwork): Promise<void>
  disconnect(app: ConnectedApp): Promise<void>
  extend(app: ConnectedApp): Promise<void>
  retryRelay(): Promise<void>
  dismissNotice(): void
}

const tabLock = 'latchkey-phone'

export function createWallet({ origin, storage }: WalletOptions): Wallet {
  const memory = createMemory(storage)
  const { account, chainId, added } = memory.get()
  const store = createStore<WalletState>({
    phase: 'starting',
    relay: { status: 'resting' },
    account,
    networkId: `eip155:${chainId}`,
    networks: networksWith(added),
    facts: noFacts,
    nodes: undefined,
    apps: [],
    asks: [],
    busy: undefined,
    failure: undefined,
    pairing: { status: 'idle' },
    notice: undefined,
    beat: 0,
  })
  let opened: OpenWallet | undefined
  /** Before the start there is nothing to press, so there is nothing to do. */
  const open = () => opened

  return {
    store,
    async start() {
      store.set({ phase: 'starting' })
      void readWorldFacts(`${origin}/local.json`).then((facts) => store.set({ facts }))
      let isHere = true
      try {
        await holdTab(tabLock, () => {
          isHere = false
          opened?.close()
          opened = undefined
          store.set({ phase: 'elsewhere', asks: [], pairing: { status: 'idle' } })
        })
        // Large, and not needed to draw the page.
        const [nodes, { openClient }, { openWallet }] = await Promise.all([
          readNodes(`${origin}/gateway`),
          import('../relay/openClient.js'),
          import('./openWallet.js'),
        ])
        // Another tab may have taken it meanwhile.
        if (!isHere) return
        const client = await openClient({
          relayUrl: `${origin.replace(/^http/, 'ws')}/gateway/relay`,
          origin,
        })
        if (!isHere) return void (await client.core.relayer.transportClose())
        opened = openWallet({ client, store, memory, gateway: `${origin}/gateway` })
        store.set({ phase: 'ready', nodes })
      } catch {
        store.set({ phase: 'failed' })
      }
    },
    async pair(text) {
      store.set({ notice: undefined })
      await open()?.pairing.follow(text)
    },
    cancelPairing: () => open()?.pairing.cancel(),
    async approve(ask, choice) {
      await open()?.approve(ask, choice)
    },
    async reject(ask) {
      await open()?.reject(ask)
    },
    async chooseAccount(next) {
      store.set({ account: next })
      memory.change({ account: next })
      await open()?.tellAccount(next)
    },
    async chooseNetwork(network) {
      store.set({ networkId: network.id })
      memory.change({ chainId: network.chainId })
      await open()?.tellNetwork(network)
    },
    async disconnect(app) {
      await open()?.disconnect(app)
    },
    async extend(app) {
      await open()?.extend(app)
    },
    async retryRelay() {
      await open()?.relay.retry()
    },
    dismissNotice: () => store.set({ notice: undefined }),
  }
}
