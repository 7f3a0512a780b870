/** Connected wallets, and those used here before, as AppKit lists them. */
import {
  type ConnectedWallet,
  type Connector,
  type KitState,
  type Namespace,
  type Network,
  selectNetwork,
} from '@latchkey/core'
import type { Account } from '@latchkey/spec/entities'
import { type Known, nothingKnown } from './known.js'
import type { AppKitAuthProvider } from './read.js'

export interface Connection {
  readonly connectorId: string
  readonly name: string
  readonly icon: string | undefined
  readonly networkIcon: string | undefined
  /** The one that signs comes first. Of a wallet that was left there are none: the page keeps no addresses. */
  readonly accounts: readonly Pick<Account, 'address' | 'type' | 'publicKey'>[]
  readonly caipNetwork: Network | undefined
  /** Of the embedded wallet: how the person signed in, and what the service calls them. */
  readonly auth?: { readonly name: AppKitAuthProvider; readonly username: string | undefined }
}

export interface Connections {
  /** The active one comes first. */
  readonly connections: readonly Connection[]
  /** Wallets that were used here before, can be asked again and are not connected; the last one first. */
  readonly recentConnections: readonly Connection[]
}

/** What the lists are made of. Each is a part of the state, so that a component can tell whether one has changed. */
interface ConnectionParts extends Pick<KitState, 'connectors' | 'networks'>, Pick<Known, 'user' | 'recent'> {
  readonly namespace: Namespace
  readonly wallets: readonly ConnectedWallet[]
  /** Where the page is: wallets without a network of their own are there too. */
  readonly network: Network | undefined
}

const none: readonly ConnectedWallet[] = []

export function connectionParts(
  state: KitState,
  { user, recent }: Known = nothingKnown,
  namespace: Namespace = state.activeNamespace,
): ConnectionParts {
  const { connections, connectors, networks } = state
  const wallets = connections[namespace]?.wallets ?? none
  return { namespace, wallets, connectors, networks, network: selectNetwork(state, namespace), user, recent }
}

/** Gives the last parts again while none of them is another. */
export function keepParts(): (parts: ConnectionParts) => ConnectionParts {
  let last: ConnectionParts | undefined
  return (parts) => {
    const before: readonly unknown[] = Object.values(last ?? {})
    // Both are made by `connectionParts`, which names them in one order.
    if (!last || Object.values(parts).some((part, at) => part !== before[at])) last = parts
    return last
  }
}

export const readConnections = ({
  namespace,
  wallets,
  connectors,
  networks,
  network,
  user,
}: ConnectionParts): readonly Connection[] =>
  wallets.map(({ connectorId, accounts, networkId }) => {
    const connector = connectors.find((each) => each.id === connectorId && each.namespace === namespace)
    const own = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
    const caipNetwork = networkId === undefined ? network : own
    return {
      connectorId,
      name: connector?.name ?? connectorId,
      icon: connector?.icon,
      networkIcon: caipNetwork?.assets?.imageUrl,
      accounts: accounts.map(({ address, type, publicKey }) => ({
        address,
        type,
        ...(publicKey !== undefined && { publicKey }),
      })),
      caipNetwork,
      ...(user &&
        connector?.type === 'AUTH' && { auth: { name: user.provider ?? 'email', username: user.userName } }),
    }
  })

export const readRecent = ({
  namespace,
  wallets,
  connectors,
  recent,
}: ConnectionParts): readonly Connection[] =>
  recent.flatMap((walletId) => {
    const connector = connectors.find((each) => each.namespace === namespace && recentId(each) === walletId)
    if (!connector || wallets.some(({ connectorId }) => connectorId === connector.id)) return []
    const { id: connectorId, name, icon } = connector
    return [{ connectorId, name, icon, networkIcon: undefined, accounts: [], caipNetwork: undefined }]
  })

/** What a connector is called among the recent wallets (S9-04). */
export const recentId = ({ id, explorerId }: Connector): string => explorerId ?? id
