/** The state of a kit in the shapes that AppKit's getters and hooks return. Equal state gives equal objects. */
import {
  type KitState,
  type Namespace,
  selectAccount,
  selectConnector,
  selectNetwork,
  selectStatus,
  selectWallet,
} from '@latchkey/core'
import type { Account, ConnectorType } from '@latchkey/spec/entities'
import type { SocialProvider } from '@latchkey/spec/options'
import { type Known, nothingKnown } from './known.js'

export interface AppKitAccount {
  readonly address: string | undefined
  readonly caipAddress: string | undefined
  readonly isConnected: boolean
  readonly status: 'connected' | 'connecting' | 'reconnecting' | 'disconnected'
  readonly allAccounts: readonly AppKitListedAccount[]
  /** Where the embedded wallet signs, from the moment that it has said for whom. */
  readonly embeddedWalletInfo?: AppKitEmbeddedWalletInfo
}

/** `passkey` is ours. */
export type AppKitAuthProvider = SocialProvider | 'email' | 'passkey'

export interface AppKitEmbeddedWalletInfo {
  readonly user: {
    readonly email?: string
    readonly username?: string
    readonly accounts: readonly Pick<Account, 'type' | 'address'>[]
  }
  readonly authProvider: AppKitAuthProvider
  /** Of the account that signs. */
  readonly accountType: Account['type'] | undefined
  /** `false` also while nobody has said. */
  readonly isSmartAccountDeployed: boolean
}

export type AppKitListedAccount = Account & { readonly caipAddress: string | undefined }

export interface AppKitWalletInfo {
  readonly name: string
  readonly icon: string | undefined
  readonly type: ConnectorType | undefined
  readonly rdns: string | undefined
}

export interface AppKitState {
  readonly open: boolean
  readonly loading: boolean
  readonly initialized: boolean
  readonly activeChain: Namespace
  readonly selectedNetworkId: string | undefined
}

export function readAccount(
  state: KitState,
  namespace?: Namespace,
  known: Known = nothingKnown,
): AppKitAccount {
  const account = selectAccount(state, namespace)
  const networkId = state.activeNetworks[namespace ?? state.activeNamespace]?.networkId
  const caip = (address: string) => (networkId === undefined ? undefined : `${networkId}:${address}`)
  return {
    address: account?.address,
    caipAddress: account && caip(account.address),
    isConnected: account !== undefined,
    status: selectStatus(state, namespace),
    allAccounts: (selectWallet(state, namespace)?.accounts ?? []).map((one) => ({
      ...one,
      caipAddress: caip(one.address),
    })),
    ...readEmbedded(state, namespace, known),
  }
}

function readEmbedded(
  state: KitState,
  namespace: Namespace | undefined,
  { user, isSmartAccountDeployed }: Known,
): Pick<AppKitAccount, 'embeddedWalletInfo'> {
  if (!user || selectConnector(state, namespace)?.type !== 'AUTH') return {}
  const { accounts = [] } = selectWallet(state, namespace) ?? {}
  const { email, userName, provider = 'email' } = user
  return {
    embeddedWalletInfo: {
      user: {
        ...(email !== undefined && { email }),
        ...(userName !== undefined && { username: userName }),
        accounts: accounts.map(({ type, address }) => ({ type, address })),
      },
      authProvider: provider,
      accountType: accounts[0]?.type,
      isSmartAccountDeployed,
    },
  }
}

export function readNetwork(state: KitState, namespace?: Namespace) {
  const caipNetwork = selectNetwork(state, namespace)
  const caipNetworkId = state.activeNetworks[namespace ?? state.activeNamespace]?.networkId
  return { caipNetwork, caipNetworkId, chainId: caipNetwork?.id }
}

export function readWalletInfo(state: KitState, namespace?: Namespace): AppKitWalletInfo | undefined {
  const id = selectWallet(state, namespace)?.connectorId
  if (id === undefined) return undefined
  const { name = id, icon, type, rdns } = selectConnector(state, namespace) ?? {}
  return { name, icon, type, rdns }
}

export function readState(state: KitState): AppKitState {
  const { modal, connections, activeNamespace, isSwitchingNamespace } = state
  const isWaiting = Object.values(connections).some(({ attempt }) => attempt?.kind === 'connect')
  return {
    open: modal.isOpen,
    loading: isWaiting || isSwitchingNamespace,
    initialized: !Object.values(connections).some(({ attempt }) => attempt?.kind === 'restore'),
    activeChain: activeNamespace,
    selectedNetworkId: readNetwork(state).caipNetworkId,
  }
}

/** The native provider of the wallet: EIP-1193 on eip155. */
export const readProvider = (state: KitState, namespace?: Namespace): unknown =>
  selectWallet(state, namespace)?.session.provider

export const readProviderType = (state: KitState, namespace?: Namespace): ConnectorType | undefined =>
  selectConnector(state, namespace)?.type
