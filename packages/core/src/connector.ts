/** What a wallet must offer to be connected. An absent method means that the wallet cannot do it. */
import type { Address, Namespace, NetworkId } from '@latchkey/spec/caip'
import type { Account, ConnectorType, Network } from '@latchkey/spec/entities'
import type { SignInData } from '@latchkey/spec/signIn'
import type { TransactionQuestion, TransactionSighting } from './adapter.js'

export interface ConnectInput {
  /** The network the page would like; a wallet may answer with another. */
  readonly networkId?: NetworkId
  /** Aborted when nobody waits for the answer any more. A wallet that can withdraw its prompt should. */
  readonly signal: AbortSignal
  /** Relay connectors show a pairing link before the wallet answers. */
  readonly onUri?: (uri: string) => void
}

/** A way to reach a wallet: an extension, a relay, an embedded wallet. */
export interface Connector {
  readonly id: string
  readonly namespace: Namespace
  readonly type: ConnectorType
  readonly name: string
  readonly icon?: string
  readonly imageId?: string
  readonly explorerId?: string
  readonly rdns?: string
  readonly installed?: boolean
  /** May ask the person. Rejects when refused; the kit never has two of these open for one connector. */
  connect(input: ConnectInput): Promise<WalletSession>
  /** Silent: never asks the person. `undefined` means that there is nothing to restore. */
  reconnect?(input: { readonly signal: AbortSignal }): Promise<WalletSession | undefined>
}

export type WalletSessionEvent =
  | { readonly type: 'accounts' }
  | { readonly type: 'network' }
  /** Methods of the session came or went: wallets gain and lose features while they are connected. */
  | { readonly type: 'abilities' }
  /** The app put this wallet before the others with a library of its own. */
  | { readonly type: 'activated' }
  | { readonly type: 'disconnected'; readonly cause?: unknown }

/** EIP-712 data, as wallets take it. */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** A transaction in the words of its namespace; the adapter narrows it. */
export type TransactionRequest = Readonly<Record<string, unknown>>

/** A function of a contract, by its ABI. */
export interface ContractCall {
  readonly address: Address
  readonly abi: readonly unknown[]
  readonly functionName: string
  readonly args?: readonly unknown[]
  /** Native currency sent along, in its smallest unit. */
  readonly value?: bigint
}

/** Several calls that a wallet shows and sends as one. */
export interface CallsRequest {
  readonly calls: readonly TransactionRequest[]
  /** All or nothing; a wallet that cannot promise it refuses. */
  readonly isAtomic?: boolean
  readonly capabilities?: Readonly<Record<string, unknown>>
}

export interface CallsStatus {
  readonly id: string
  readonly status: 'pending' | 'success' | 'failure'
  /** The wallet's own number for it. */
  readonly code: number
  readonly isAtomic: boolean
  readonly receipts: readonly unknown[]
}

/** What a wallet can do beyond the usual, by network id; `<namespace>:*` stands for every network. */
export type Capabilities = Readonly<Record<string, unknown>>

/** A sign-in that the wallet worded itself: what it signed is what the server reads. */
export interface SignedIn {
  readonly message: string
  readonly signature: string
}

/** Every request names the address that must sign and a signal that ends the wait. */
export interface SessionRequest {
  readonly address: Address
  /** Where given, the only network on which the wallet may be asked; compared at the last moment. */
  readonly networkId?: NetworkId | undefined
  readonly signal: AbortSignal
}

/**
 * The live thing that signs. What the kit shows is read from here and from nowhere else (D-11):
 * `accounts()[0]` is the account that signs when the next request is made.
 */
export interface WalletSession {
  /**
   * The active account first. Never empty while connected. `on` is the network that the page shows, for wallets that
   * have none of their own in namespaces that write addresses per network (SS58).
   */
  accounts(on?: NetworkId): readonly Account[]
  /** `undefined` where wallets of the namespace have no notion of a network. */
  networkId(): NetworkId | undefined
  /** The only networks that it can be moved to; where absent or `undefined`, the wallet decides when it is asked. */
  networks?(): readonly NetworkId[] | undefined
  /** An event says that something changed; the listener reads the new value from the session. */
  subscribe(listener: (event: WalletSessionEvent) => void): () => void
  disconnect(): Promise<void>
  signMessage?(input: SessionRequest & { readonly message: string | Uint8Array }): Promise<string>
  /** Only of wallets that write the message of a sign-in themselves; it says exactly what `data` says. */
  signIn?(input: SessionRequest & { readonly data: SignInData }): Promise<SignedIn>
  signTypedData?(input: SessionRequest & { readonly data: TypedData }): Promise<string>
  sendTransaction?(input: SessionRequest & { readonly transaction: TransactionRequest }): Promise<string>
  /** Signs and does not send; answers in the words of its namespace. */
  signTransaction?(input: SessionRequest & { readonly transaction: TransactionRequest }): Promise<unknown>
  writeContract?(input: SessionRequest & { readonly call: ContractCall }): Promise<string>
  /** Answers with the id of the bundle. */
  sendCalls?(input: SessionRequest & CallsRequest): Promise<string>
  getCallsStatus?(input: SessionRequest & { readonly id: string }): Promise<CallsStatus>
  getCapabilities?(input: SessionRequest): Promise<Capabilities>
  /** What the wallet's own node says of a transaction on the wallet's network: asked where the page's nodes fail. */
  getTransaction?(input: TransactionQuestion): Promise<TransactionSighting>
  /** Resolves once `networkId()` answers the new network. */
  switchNetwork?(input: { readonly network: Network; readonly signal: AbortSignal }): Promise<void>
  /** Teaches the wallet a network it does not know (S4-24). */
  addNetwork?(input: { readonly network: Network; readonly signal: AbortSignal }): Promise<void>
  /** Makes another of `accounts()` the first. */
  switchAccount?(input: { readonly address: Address; readonly signal: AbortSignal }): Promise<void>
  /** Told when the kit puts this wallet before the others of its namespace. */
  activate?(): void
  /** The namespace's native provider, for apps that bring their own library. */
  readonly provider?: unknown
}

/** Types a connector where it is written. */
export const defineConnector = <const C extends Connector>(connector: C): C => connector
