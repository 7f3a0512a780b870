/** What an app holds in its hands. The methods are the actions of `actions/`; what they work on is in `context.ts`. */
import type { Address, Namespace, NetworkId } from '@latchkey/spec/caip'
import type { Account } from '@latchkey/spec/entities'
import type { ViewId } from '@latchkey/spec/views'
import type { ScreenInput } from './actions/attachScreen.js'
import type { NativeBalance } from './adapter.js'
import type {
  CallsRequest,
  CallsStatus,
  Capabilities,
  ContractCall,
  TransactionRequest,
  TypedData,
  WalletSession,
} from './connector.js'
import type { Embedded } from './embedded/start.js'
import type { CloseReason, KitEvent } from './events.js'
import type { PayReceipt, PayRequest } from './features/pay/payRequest.js'
import type { TransactionMeta } from './features/transactions/followed.js'
import type { Transactions } from './features/transactions/transactions.js'
import type { NetworkIdInput, NetworkInput } from './network.js'
import type { KitOptions } from './options.js'
import type { RouteData } from './router.js'
import type { KitState, ThemeState } from './state.js'
import type { ReadonlyStore } from './store.js'

export interface OpenInput {
  /** The view to show; without it, Account or Connect (S2-04). */
  readonly view?: ViewId
  readonly data?: RouteData
  readonly namespace?: Namespace
}

export interface CloseInput {
  readonly reason?: CloseReason
  /** Closes even where a view refuses (S2-08). */
  readonly force?: boolean
}

/** Asks one wallet, without the modal. */
export interface ConnectWalletInput {
  readonly connectorId: string
  /** Needed only where connectors of two namespaces share an id. */
  readonly namespace?: Namespace
  readonly networkId?: NetworkId
  readonly signal?: AbortSignal
}

/** Opens the modal and lets the person choose. */
export interface ChooseWalletInput {
  readonly connectorId?: undefined
  /** Which namespace the wallet is for; without it, the active one. */
  readonly namespace?: Namespace
  /** Asks also where a wallet is connected already. */
  readonly force?: boolean
  /** Gives up waiting; the modal closes when nobody else waits. */
  readonly signal?: AbortSignal
}

export type ConnectKitInput = ConnectWalletInput | ChooseWalletInput

export type SwitchNetworkInput = { readonly signal?: AbortSignal } & (
  | { readonly networkId: NetworkIdInput }
  | { readonly network: NetworkInput }
)

export interface Connected {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly accounts: readonly Account[]
  readonly networkId: NetworkId | undefined
  readonly session: WalletSession
}

export interface DisconnectInput {
  /** Without a namespace every namespace is left. */
  readonly namespace?: Namespace
  /** Without a connector every wallet of the namespace is left. */
  readonly connectorId?: string
}

export interface RequestInput {
  /** Without a namespace the active one. */
  readonly namespace?: Namespace
  /** Refuses to sign with any other address. Without it, the address that is shown. */
  readonly address?: Address
  readonly signal?: AbortSignal
}

/** For requests that a network could change the meaning of. */
export interface SignInput extends RequestInput {
  /** Refuses with `network.mismatch` while the wallet is on any other network. Without it, where the wallet is. */
  readonly networkId?: NetworkId
}

/** For what is followed once the wallet has sent it (S9-12). */
export interface SendInput extends SignInput {
  /** What to call it where transactions are listed. */
  readonly meta?: TransactionMeta
}

export interface ReadInput {
  /** Without a network the one that is shown. */
  readonly networkId?: NetworkId
  readonly signal?: AbortSignal
}

export interface BalanceInput {
  readonly namespace?: Namespace
  readonly signal?: AbortSignal
  /** Asks the chain even if an answer is in the cache. */
  readonly fresh?: boolean
}

/** What an app calls. */
export interface KitMethods {
  open(input?: OpenInput): void
  /** `false` when the view on screen refused; the modal shakes. */
  close(input?: CloseInput): boolean
  /**
   * Resolves when a wallet is connected. Without a connector it opens the modal, or answers at once with the wallet
   * that is connected; rejects with `connection.closed` when the person closes the modal instead.
   */
  connect(input?: ConnectKitInput): Promise<Connected>
  /** Gives up the attempt of a namespace; the wallet's late answer changes nothing. */
  cancelConnect(input?: { readonly namespace?: Namespace }): void
  reconnect(input?: { readonly namespace?: Namespace }): Promise<void>
  disconnect(input?: DisconnectInput): Promise<void>
  switchNetwork(input: SwitchNetworkInput): Promise<void>
  /** Offers one more network. */
  addNetwork(input: { readonly network: NetworkInput }): void
  /** Stops offering a network; if it was active, the first remaining one of its namespace takes its place. */
  removeNetwork(input: { readonly networkId: NetworkIdInput }): void
  switchAccount(input: {
    readonly address: Address
    readonly namespace?: Namespace
    /** Needed only where two connected wallets hold the same address. */
    readonly connectorId?: string
  }): Promise<void>
  signMessage(input: SignInput & { readonly message: string | Uint8Array }): Promise<string>
  signTypedData(input: SignInput & { readonly data: TypedData }): Promise<string>
  /** Signs without sending; answers in the words of the namespace. Adapters export it with types. */
  signTransaction(input: SignInput & { readonly transaction: TransactionRequest }): Promise<unknown>
  sendTransaction(input: SendInput & { readonly transaction: TransactionRequest }): Promise<string>
  /** Sends a transaction that calls a contract; answers with its hash. */
  writeContract(input: SendInput & { readonly call: ContractCall }): Promise<string>
  /** Hands several calls to the wallet at once; answers with the id to ask `getCallsStatus` for. */
  sendCalls(input: SendInput & CallsRequest): Promise<string>
  getCallsStatus(input: RequestInput & { readonly id: string }): Promise<CallsStatus>
  getCapabilities(input?: RequestInput): Promise<Capabilities>
  /** Asks the network, not the wallet. */
  estimateGas(input: RequestInput & { readonly transaction: TransactionRequest }): Promise<bigint>
  readContract(input: ReadInput & { readonly call: ContractCall }): Promise<unknown>
  getBalance(input?: BalanceInput): Promise<NativeBalance & { readonly formatted: string }>
  /**
   * Asks the person for a payment, and resolves when it is in a block. Needs `features.pay`. Rejects with `pay.closed`,
   * `pay.declined` or `pay.failed`; an earlier payment with the same `reference` is never made twice.
   */
  pay(input: PayRequest & { readonly signal?: AbortSignal }): Promise<PayReceipt>
  /** Everything that was sent, with what became of it. */
  transactions(): Promise<Transactions>
  /** The embedded wallet; `undefined` where the page offers none. */
  embedded(): Promise<Embedded | undefined>
  setTheme(input: {
    readonly mode?: ThemeState['mode'] | 'auto'
    readonly variables?: ThemeState['variables']
  }): void
  /** Says that something draws the modal, until the returned function is called. Without it `open()` throws. */
  attachScreen(input?: ScreenInput): () => void
  /** Calls back when what `select` picks from the state changed, until the returned function is called. */
  watch<T>(select: (state: KitState) => T, listener: (value: T, before: T) => void): () => void
  /** Hears every change of state until the returned function is called. */
  subscribe(listener: (state: KitState, before: KitState) => void): () => void
  /** Hears every event until the returned function is called. */
  on(listener: (event: KitEvent) => void): () => void
  /** Runs `cleanup` when the kit is destroyed; the returned function takes it back. */
  onDestroy(cleanup: () => void): () => void
  /** Removes every listener, timer, element and socket. Calling it twice is harmless. */
  destroy(): void
}

export interface Kit extends KitMethods {
  readonly id: string
  readonly options: KitOptions
  /** Read it and follow it; only the kit's own actions change it. */
  readonly store: ReadonlyStore<KitState>
  /** The state to render on a server and while hydrating: what both sides know before any wallet was restored. */
  readonly serverState: KitState
  /** Settles when stored wallets have been tried (S4-02); never rejects. */
  readonly ready: Promise<void>
}
