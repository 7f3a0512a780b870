/** What the relay says when it refuses: JSON-RPC errors, handshake failures, close codes, and what a client does then. */
import type { AlertId } from '../alerts.js'
import { type ContextOf, fillSlots } from '../errors.js'

export interface RelayError {
  readonly code: number
  readonly text: string
}

/** The tag goes into `data`, the text into `message`. */
export const relayErrors = {
  InvalidMethod: { code: -32600, text: 'Invalid payload: Invalid method' },
  InvalidParams: { code: -32600, text: 'Invalid payload: Invalid parameters' },
  PayloadSizeExceeded: { code: -32600, text: 'Invalid payload: Payload size exceeded' },
  InvalidTopic: { code: -32600, text: 'Invalid payload: Invalid topic' },
  InvalidSubscriptionId: { code: -32600, text: 'Invalid payload: Invalid subscription ID' },
  InvalidRequestId: { code: -32600, text: 'Invalid payload: Invalid request ID' },
  InvalidJsonRpcVersion: { code: -32600, text: 'Invalid payload: Invalid JSON RPC version' },
  BatchLimitExceeded: { code: -32600, text: 'Invalid payload: The batch contains too many items' },
  BatchEmpty: { code: -32600, text: 'Invalid payload: The batch contains no items' },
  Serialization: { code: -32600, text: 'Invalid payload: Failed to deserialize request' },
  TtlTooShort: { code: -32000, text: 'Request handler error: TTL too short' },
  TtlTooLong: { code: -32000, text: 'Request handler error: TTL too long' },
  MailboxLimitExceeded: { code: -32000, text: 'Request handler error: Mailbox limit exceeded' },
  SubscriberLimitExceeded: { code: -32000, text: 'Request handler error: Subscriber limit exceeded' },
  StorageError: { code: -32603, text: 'Internal error: Storage operation failed' },
  Unknown: { code: -32603, text: 'Internal error: Unknown error' },
  TooManyRequests: { code: 3001, text: 'Too many requests' },
} as const satisfies Record<string, RelayError>

export type RelayErrorTag = keyof typeof relayErrors

export interface AuthFailure {
  /** Sent as error message and as close reason; slots in braces. Clients look for parts of it, so it is exact. */
  readonly text: string
  readonly tag: string
  /** Status that refuses the upgrade for a client that did not ask for `useOnCloseEvent`. */
  readonly status: 401 | 403
  /** What the product shows (S8-30). */
  readonly alert?: AlertId
}

/** All have JSON-RPC code and close code 3000. */
export const authFailures = {
  'project-unknown': {
    text: 'Unauthorized: invalid key',
    tag: 'ProjectNotFound',
    status: 403,
    alert: 'invalid-project-id',
  },
  'project-inactive': { text: 'Unauthorized: project is inactive', tag: 'ProjectInactive', status: 403 },
  'project-missing': {
    text: 'Project ID is missing',
    tag: 'ProjectIdNotSpecified',
    status: 401,
    alert: 'project-id-not-configured',
  },
  'origin-not-allowed': {
    text: 'Unauthorized: origin not allowed',
    tag: 'OriginNotAllowed',
    status: 403,
    alert: 'invalid-app-configuration',
  },
  'country-blocked': { text: 'Unauthorized: country blocked', tag: 'CountryBlocked', status: 403 },
  'jwt-missing': { text: 'Missing JWT', tag: 'MissingJwt', status: 401 },
  'jwt-early': {
    text: 'JWT validation error: JWT Token is not yet valid: basic.iat: {iat}, now + time_leeway: {latest}, time_leeway: {leeway}',
    tag: 'InvalidJwt',
    status: 401,
    alert: 'session-expired',
  },
  'jwt-expired': {
    text: 'JWT validation error: JWT Token is expired: {exp}',
    tag: 'InvalidJwt',
    status: 401,
  },
  'jwt-signature': { text: 'JWT validation error: Invalid signature', tag: 'InvalidJwt', status: 401 },
  'jwt-audience': { text: 'JWT validation error: Invalid audience', tag: 'InvalidJwt', status: 401 },
  'jwt-encoding': { text: 'JWT validation error: Invalid encoding', tag: 'InvalidJwt', status: 401 },
} as const satisfies Record<string, AuthFailure>

export type AuthFailureKind = keyof typeof authFailures

export function authFailureText<kind extends AuthFailureKind>(
  kind: kind,
  context: ContextOf<(typeof authFailures)[kind]['text']>,
): string {
  return fillSlots(authFailures[kind].text, context)
}

export interface CloseCode {
  readonly name: string
  /** `stop`: the transport is given up and the reason shown. `reconnect`: at once, with spread. `back-off`: slower. */
  readonly client: 'stop' | 'reconnect' | 'back-off'
}

/** Any other code is treated like 1006. */
export const closeCodes = {
  1000: { name: 'closed', client: 'reconnect' },
  1001: { name: 'server going away', client: 'reconnect' },
  1006: { name: 'connection lost', client: 'reconnect' },
  1011: { name: 'server error', client: 'reconnect' },
  1012: { name: 'server restarting', client: 'reconnect' },
  1013: { name: 'too many requests', client: 'back-off' },
  3000: { name: 'unauthorized', client: 'stop' },
  3001: { name: 'too many requests', client: 'back-off' },
  4008: { name: 'client stale', client: 'reconnect' },
  4010: { name: 'load rebalancing', client: 'reconnect' },
} as const satisfies Record<number, CloseCode>

export function closeAction(code: number): CloseCode['client'] {
  const known: Readonly<Record<number, CloseCode>> = closeCodes
  return (Object.hasOwn(known, code) ? known[code] : undefined)?.client ?? 'reconnect'
}

/** What two peers tell each other inside an envelope: the codes of the sign protocol (CAIP-25 and others). */
export const signErrors = {
  invalidMethod: 1001,
  invalidEvent: 1002,
  invalidUpdateRequest: 1003,
  invalidExtendRequest: 1004,
  invalidSessionSettleRequest: 1005,
  unauthorizedMethod: 3001,
  unauthorizedEvent: 3002,
  unauthorizedUpdateRequest: 3003,
  unauthorizedExtendRequest: 3004,
  unauthorizedChain: 3005,
  userRejectedRequest: 4001,
  userRejected: 5000,
  userRejectedChains: 5001,
  userRejectedMethods: 5002,
  userRejectedEvents: 5003,
  unsupportedChains: 5100,
  unsupportedMethods: 5101,
  unsupportedEvents: 5102,
  unsupportedAccounts: 5103,
  unsupportedNamespaceKey: 5104,
  userDisconnected: 6000,
  sessionSettlementFailed: 7000,
  noSessionForTopic: 7001,
  sessionRequestExpired: 8000,
  malformedResponseParams: 11001,
  malformedRequestParams: 11002,
  messageCompromised: 11003,
  signatureVerificationFailed: 11004,
  requestExpired: 11005,
  missingIssuer: 11006,
  authenticationRejected: 12001,
  authenticationDisconnected: 12002,
} as const

export type SignErrorName = keyof typeof signErrors
