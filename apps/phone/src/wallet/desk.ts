/** What the verbs of the wallet share: the client, the state, the memory, and the nodes. */
import type { IWalletKit } from '@reown/walletkit'
import { type Node, openNode } from '../chain/node.js'
import type { Store } from './createStore.js'
import type { WalletNetwork } from './networks.js'
import type { Notice, WalletState } from './state.js'
import type { Memory } from './storage.js'

export interface Desk {
  readonly client: IWalletKit
  readonly store: Store<WalletState>
  readonly memory: Memory
  nodeOf(network: WalletNetwork): Node
  /** An absolute address without a slash at its end. */
  readonly gateway: string
  /** Reads apps and questions anew. */
  sync(): void
}

export function say(desk: Pick<Desk, 'store'>, notice: Notice): void {
  desk.store.set({ notice })
}

/** The network of an app, for as long as the app is connected. */
export function rememberNetwork({ memory, client }: Desk, topic: string, network: WalletNetwork): void {
  const active = new Set(Object.keys(client.getActiveSessions()))
  const kept = Object.entries(memory.get().networks).filter(([each]) => active.has(each))
  memory.change({ networks: { ...Object.fromEntries(kept), [topic]: network.chainId } })
}

/** One for each network, kept. */
export function createNodes(gateway: string): (network: WalletNetwork) => Node {
  const nodes = new Map<string, Node>()
  return (network) => {
    const known = nodes.get(network.id) ?? openNode(gateway, network)
    nodes.set(network.id, known)
    return known
  }
}
