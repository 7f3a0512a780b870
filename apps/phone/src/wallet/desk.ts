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
  /** Reads apps and questions anew. */
  sync(): void
}

export function say(desk: Pick<Desk, 'store'>, notice: Notice): void {
  desk.store.set({ notice })
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
