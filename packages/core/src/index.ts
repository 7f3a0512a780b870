/** The framework-free behaviour of Latchkey: import this, create a kit, and draw it with whatever you like. */
export type { AccountId, Address, Namespace, NetworkId } from '@latchkey/spec/caip'
export type { Account, Network } from '@latchkey/spec/entities'
export type { ErrorCode } from '@latchkey/spec/errors'
export { isLatchkeyError, isUserRejection, LatchkeyError } from '@latchkey/spec/errors'
export type {
  Adapter,
  AdapterContext,
  AdapterHandle,
  BalanceChange,
  ChainRead,
  NativeBalance,
  Simulation,
  TransactionFee,
  TransactionQuestion,
  TransactionSighting,
  TransferRequest,
} from './adapter.js'
export { defineAdapter } from './adapter.js'
export type { Clock } from './clock.js'
export { createSystemClock } from './clock.js'
export type {
  CallsRequest,
  CallsStatus,
  Capabilities,
  ConnectInput,
  Connector,
  ContractCall,
  SessionRequest,
  SignedIn,
  TransactionRequest,
  TypedData,
  WalletSession,
  WalletSessionEvent,
} from './connector.js'
export { defineConnector } from './connector.js'
export { createLatchkey } from './createLatchkey.js'
export type { CloseReason, KitEvent, KitEventName, KitEvents } from './events.js'
export type { PayReceipt, PayRequest } from './features/pay/payRequest.js'
export type {
  FollowedTransaction,
  FollowInput,
  Replacement,
  TransactionFault,
  TransactionKind,
  TransactionMeta,
  TransactionStatus,
} from './features/transactions/followed.js'
export type { TransactionsState } from './features/transactions/ledger.js'
export type { Transactions } from './features/transactions/transactions.js'
export type {
  BalanceInput,
  ChooseWalletInput,
  CloseInput,
  Connected,
  ConnectKitInput,
  ConnectWalletInput,
  DisconnectInput,
  Kit,
  KitMethods,
  OpenInput,
  ReadInput,
  RequestInput,
  SendInput,
  SignInput,
  SwitchNetworkInput,
} from './kit.js'
export type { Log, LogEntry, LogLevel } from './log.js'
export type { Mutation, MutationState } from './mutation.js'
export { createMutation } from './mutation.js'
export type { ChainLike, NetworkIdInput, NetworkInput } from './network.js'
export { toNetwork, toNetworkId } from './network.js'
export type { CreateLatchkeyOptions, KitOptions, Language, Words } from './options.js'
export type {
  RelayAccount,
  RelayAuthRequest,
  RelayLink,
  RelayLinkEvent,
  RelayRequest,
  RelaySignIn,
  RelayWallet,
} from './relay/link.js'
export type {
  RouteData,
  RouteEntry,
  RouterState,
  TransactionEntry,
  TransactionExit,
  TransactionOutcome,
} from './router.js'
export type { CreateRpcInput, RpcCall, RpcTransport } from './rpc.js'
export { createRpc, RpcError } from './rpc.js'
export type { CreateFallbackInput, Fallback } from './rpcFallback.js'
export { createFallback } from './rpcFallback.js'
export {
  selectAccount,
  selectBalance,
  selectConnector,
  selectIsConnected,
  selectNetwork,
  selectRoute,
  selectStatus,
  selectView,
  selectWallet,
} from './select.js'
export type {
  AlertState,
  Attempt,
  BalanceState,
  ConnectedWallet,
  Connection,
  KitState,
  ModalState,
  NetworkChoice,
  RelayState,
  SignInState,
  ThemeState,
  ToastState,
  ToastVariant,
} from './state.js'
export type { Storage } from './storage.js'
export { createDefaultStorage, createMemoryStorage } from './storage.js'
export type { ReadonlyStore } from './store.js'
