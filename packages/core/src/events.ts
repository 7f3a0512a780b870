/** What happened, in the past tense: typed events for the app and, where allowed, for its own analytics. */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import type { ViewId } from '@latchkey/spec/views'
import type { Clock } from './clock.js'
import type { TransactionKind, TransactionStatus } from './features/transactions/followed.js'
import type { Log } from './log.js'
import type { Scope } from './scope.js'

export type CloseReason =
  | 'close-button'
  | 'escape'
  | 'backdrop'
  | 'back'
  | 'connected'
  | 'disconnected'
  | 'finished'
  | 'app'

/** Event name → properties. No property holds an address: analytics adds it only where the app asks (D-21). */
export interface KitEvents {
  MODAL_CREATED: Record<never, never>
  MODAL_LOADED: Record<never, never>
  MODAL_OPEN: { readonly connected: boolean }
  MODAL_CLOSE: { readonly connected: boolean; readonly reason: CloseReason }
  VIEW_SHOWN: { readonly view: ViewId }
  CLICK_ALL_WALLETS: Record<never, never>
  CLICK_NETWORKS: Record<never, never>
  CLICK_NETWORK_HELP: Record<never, never>
  CLICK_WALLET_HELP: Record<never, never>
  CLICK_GET_WALLET: Record<never, never>
  SELECT_WALLET: { readonly connectorId: string; readonly name: string }
  CONNECT_STARTED: { readonly namespace: Namespace; readonly connectorId: string }
  CONNECT_SUCCESS: {
    readonly namespace: Namespace
    readonly connectorId: string
    readonly name: string
    readonly restored: boolean
  }
  CONNECT_ERROR: { readonly namespace: Namespace; readonly connectorId: string; readonly message: string }
  USER_REJECTED: { readonly namespace: Namespace; readonly connectorId: string; readonly message: string }
  DISCONNECT_SUCCESS: { readonly namespace: Namespace | 'all' }
  DISCONNECT_ERROR: { readonly namespace: Namespace | 'all'; readonly message: string }
  SWITCH_NETWORK: { readonly networkId: NetworkId }
  SWITCH_NETWORK_ERROR: { readonly networkId: NetworkId; readonly message: string }
  SIWX_AUTH_SUCCESS: { readonly networkId: NetworkId; readonly isSmartAccount: boolean }
  SIWX_AUTH_ERROR: {
    readonly networkId: NetworkId
    readonly isSmartAccount: boolean
    readonly message: string
  }
  CLICK_CANCEL_SIWX: { readonly networkId: NetworkId; readonly isSmartAccount: boolean }
  ERROR_FETCH_TRANSACTIONS: { readonly networkId: NetworkId; readonly message: string }
  SEND_INITIATED: { readonly networkId: NetworkId; readonly token: string; readonly isSmartAccount: boolean }
  PAY_STARTED: { readonly networkId: NetworkId }
  PAY_SUCCESS: { readonly networkId: NetworkId }
  PAY_ERROR: { readonly networkId: NetworkId; readonly code: string }
  TRANSACTION_STARTED: { readonly networkId: NetworkId; readonly kind: TransactionKind }
  TRANSACTION_SETTLED: {
    readonly networkId: NetworkId
    readonly kind: TransactionKind
    readonly status: Exclude<TransactionStatus, 'pending'>
  }
  /** The block it was in was taken back. */
  TRANSACTION_REOPENED: { readonly networkId: NetworkId; readonly kind: TransactionKind }
  SEND_SUCCESS: { readonly networkId: NetworkId; readonly token: string; readonly isSmartAccount: boolean }
}

export type KitEventName = keyof KitEvents

export type KitEvent = {
  readonly [name in KitEventName]: {
    readonly name: name
    readonly props: KitEvents[name]
    readonly at: number
  }
}[KitEventName]

export interface Events {
  emit<name extends KitEventName>(name: name, props: KitEvents[name]): void
  /** Hears every event until the returned function is called. A listener that throws stops nobody else. */
  on(listener: (event: KitEvent) => void): () => void
}

export function createEvents({
  clock,
  log,
  scope,
}: {
  readonly clock: Clock
  readonly log: Log
  readonly scope: Scope
}): Events {
  const listeners = new Set<(event: KitEvent) => void>()
  scope.add(() => listeners.clear())
  return {
    emit(name, props) {
      // `name` and `props` are tied by the signature; the union type cannot express the pair.
      const event = { name, props, at: clock.now() } as KitEvent
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (cause) {
          log.error(`A listener of ${name} failed`, cause)
        }
      }
    },
    on(listener) {
      if (scope.isClosed) return () => {}
      // The same function may listen twice and leave once.
      const entry = (event: KitEvent) => listener(event)
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
}
