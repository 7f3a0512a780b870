/** The shape of a kit's state: everything the UI reads and nothing it has to compute twice. */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import type { Account, Network, SendState, SignInSession } from '@latchkey/spec/entities'
import type { AlertId, LatchkeyError } from '@latchkey/spec/errors'
import type { ThemeMode, ThemeVariables } from '@latchkey/spec/options'
import type { ConnectionStatus, ToastVariant } from '@latchkey/spec/states'
import type { NativeBalance } from './adapter.js'
import type { Connector, WalletSession } from './connector.js'
import type { RouterState } from './router.js'

/** A wallet that answered. `accounts` and `networkId` are what `session` said last (D-11). */
export interface ConnectedWallet {
  readonly connectorId: string
  readonly session: WalletSession
  readonly accounts: readonly Account[]
  readonly networkId: NetworkId | undefined
}

/** Somebody, or the start of the page, waits for a wallet. */
export interface Attempt {
  readonly id: number
  /** `restore` is the start of the page (S4-02), `reconnect` a later try (S4-03). */
  readonly kind: 'connect' | 'restore' | 'reconnect'
  readonly connectorId: string | undefined
  readonly startedAt: number
  /** The relay pairing link to show as a QR code, once the connector has one. */
  readonly uri: string | undefined
  /** When the link stops working (S4-09); a connector shows a new one before. */
  readonly uriExpiresAt: number | undefined
}

/** One namespace's connection. Several wallets may be connected; the first is the active one. */
export interface Connection {
  readonly status: ConnectionStatus
  readonly wallets: readonly ConnectedWallet[]
  readonly attempt: Attempt | undefined
  /** Why the last attempt ended without a wallet; gone when the next one starts. */
  readonly error: LatchkeyError | undefined
  /** Which connector that attempt asked: one wallet's answer is not another's. */
  readonly failedId?: string | undefined
}

/** The connection to the relay, where a wallet is reached through one. */
export interface RelayState {
  /** `lost`: tried in vain, and tried again at `retryAt`. `refused`: the relay will not have this page. */
  readonly status: 'idle' | 'connecting' | 'connected' | 'lost' | 'refused'
  readonly retryAt: number | undefined
  /** Why, in words to show. */
  readonly error: LatchkeyError | undefined
}

export interface NetworkChoice {
  /** The network the namespace is on, as its wallet says; without a wallet, the one the page chose. */
  readonly networkId: NetworkId
  /** `false` when the wallet sits on a network that the page did not ask for (S4-07). */
  readonly isSupported: boolean
}

export type { ToastVariant } from '@latchkey/spec/states'

export interface ToastState {
  readonly isOpen: boolean
  readonly variant: ToastVariant
  readonly text: string
  /** Drawn also while the modal is closed. */
  readonly isForPage: boolean
}

/** What the developer of the page must fix or the person should know; each kind is shown once (S4-25, S8-29). */
export interface AlertState {
  readonly isOpen: boolean
  readonly id: AlertId | undefined
  readonly title: string
  readonly text: string
}

export interface ModalState {
  readonly isOpen: boolean
  /** A refusal shakes the modal for a moment (S4-10). */
  readonly isShaking: boolean
}

export interface ThemeState {
  readonly mode: ThemeMode
  /** The mode is the system's, and changes with it. */
  readonly isAuto?: boolean
  readonly variables: ThemeVariables
}

export interface SignInState {
  /** The page lets nobody in without a signature (S2-09). */
  readonly isRequired: boolean
  readonly session: SignInSession | undefined
}

/** The native balance of a namespace's account. A failed read is not an empty one (D-13). */
export interface BalanceState {
  readonly status: 'loading' | 'ready' | 'failed'
  /** The last good answer for this account and network, also while a new one loads. */
  readonly balance: (NativeBalance & { readonly formatted: string }) | undefined
  /** A failed read may not be repeated before this time (S4-26). */
  readonly retryAt: number | undefined
}

/** S3-10: what is about to be sent; empty until somebody begins. Disconnecting or switching namespace resets it. */
export type SendDraft = Readonly<Partial<SendState>>

export interface KitState {
  readonly modal: ModalState
  readonly router: RouterState
  readonly toast: ToastState
  readonly alert: AlertState
  readonly theme: ThemeState
  readonly networks: readonly Network[]
  readonly connectors: readonly Connector[]
  readonly activeNamespace: Namespace
  /** True while a switch to another namespace waits for its wallet (S4-07). */
  readonly isSwitchingNamespace: boolean
  readonly activeNetworks: Readonly<Partial<Record<Namespace, NetworkChoice>>>
  readonly connections: Readonly<Partial<Record<Namespace, Connection>>>
  readonly relay: RelayState
  readonly balances: Readonly<Partial<Record<Namespace, BalanceState>>>
  /** What the account that signs is called, where somebody asked and the gateway knows (S7-03). */
  readonly accountNames: Readonly<Partial<Record<Namespace, string>>>
  /** How many transactions of the account that signs have not ended (S9-12). */
  readonly pendingTransactions: Readonly<Partial<Record<Namespace, number>>>
  readonly signIn: SignInState
  /** The box beside the terms is ticked (S9-13 `legalCheckbox`); it holds as long as the page. */
  readonly hasAcceptedTerms: boolean
  readonly send: SendDraft
  /** How the embedded wallet's user signed in, if they did. */
  readonly socialProvider: string | undefined
  /** True once `destroy()` ran: nothing changes any more. */
  readonly isDestroyed: boolean
}
