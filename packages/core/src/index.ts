/** The framework-free behaviour of Latchkey: import this, create a kit, and draw it with whatever you like. */
export type { Adapter, AdapterContext, AdapterHandle, NativeBalance } from './adapter.js'
export { defineAdapter } from './adapter.js'
export type { Clock } from './clock.js'
export { createSystemClock } from './clock.js'
export type {
  ConnectInput,
  Connector,
  SessionRequest,
  TransactionRequest,
  TypedData,
  WalletSession,
  WalletSessionEvent,
} from './connector.js'
export { defineConnector } from './connector.js'
export type { CloseReason, Events, KitEvent, KitEventName, KitEvents } from './events.js'
export type {
  BalanceInput,
  CloseInput,
  Connected,
  ConnectKitInput,
  DisconnectInput,
  Kit,
  KitMethods,
  OpenInput,
  RequestInput,
} from './kit.js'
export type { Log, LogEntry, LogLevel } from './log.js'
export type { CreateLatchkeyOptions, KitOptions } from './options.js'
export type {
  RouteData,
  RouteEntry,
  RouterState,
  TransactionEntry,
  TransactionExit,
  TransactionOutcome,
} from './router.js'
export type {
  AlertState,
  Attempt,
  ConnectedWallet,
  Connection,
  KitState,
  ModalState,
  NetworkChoice,
  SignInState,
  ThemeState,
  ToastState,
  ToastVariant,
} from './state.js'
export type { Storage } from './storage.js'
export type { Store } from './store.js'
export { createStore } from './store.js'
