/**
 * What errors say that a page can meet before anything was loaded on demand; the others are in `laterErrorTexts.ts`.
 * Texts quoted in SPEC.md are verbatim; the others are ours and say what went wrong.
 */
import type { AlertId } from './alerts.js'
import type { laterErrorTexts } from './laterErrorTexts.js'

export const errorTexts = {
  // Balances, gas, swaps
  'balance.unavailable': 'Token Balance Unavailable',
  'gas-price.unsupported': 'Network not supported for Gas Price',
  'swap.unsupported': 'Network not supported for Swaps',
  'swap.slippage-invalid': 'Slippage must be between {min} and {max} %',

  // Connection
  'connection.disconnect-failed': 'Failed to disconnect',
  'connection.disconnect-chain-failed': 'Failed to disconnect chain {chain}',
  'connection.failed': 'Could not connect to {wallet}',
  'connection.rejected': 'The connection was declined in the wallet',
  'connection.timeout': '{wallet} did not answer in time',
  'connection.connector-not-found': 'No wallet {id} is offered',
  'connection.no-accounts': '{wallet} shared no account',
  'connection.account-changed': 'The account in {wallet} is no longer the one that was asked to sign',
  'connection.closed': 'The window was closed before a wallet was connected',
  'connection.pending': '{wallet} already shows a request: open it and answer there',
  'connection.wallet-left': '{wallet} was disconnected',
  'connection.not-connected': 'No wallet is connected for {ns}',
  'connection.unsupported': 'The connected wallet cannot {action}',

  // Signatures
  'signature.wrong-signer': '{wallet} did not sign as {address}',

  // Transaction history
  'history.failed': 'Failed to fetch transactions',

  // Sign-in with the wallet
  'signin.init-failed': 'A problem occurred while trying initialize authentication',
  'signin.declined': 'Signature declined',
  'signin.smart-account': 'This application might not support Smart Accounts',
  'signin.disabled': 'SIWX is not enabled',
  'signin.no-address': 'No ActiveCaipAddress found',
  'signin.no-network': 'No ActiveCaipNetwork or client found',
  'signin.no-client': 'No ConnectionController client found',
  'signin.not-verified': 'The server did not accept the signature',
  'signin.failed': 'Signing in did not work: {reason}',
  'signin.sign-out-failed': 'Signing out did not work',
  'signin.time-malformed': 'The time in {field} cannot be read',

  // Requests
  'request.aborted': 'Request was aborted',
  'request.failed': 'Something went wrong',
  'request.unknown': 'An error occurred',
  'http.status': 'HTTP status code: {n}',
  'http.unreachable': 'No answer from {url}',
  'http.timeout': 'No answer from {url} within {n} ms',
  'http.too-large': 'The answer of {url} is larger than {n} bytes',
  'rpc.failed': 'JSON-RPC {method} failed: {reason}',
  'http.answer-malformed': 'The answer of {url} is not what was agreed',

  // Names
  'names.resolve-failed': 'Error resolving name',
  'names.suggestions-failed': 'Error fetching name suggestions',
  'names.reverse-failed': 'Error fetching names for address',
  'names.register-failed': 'Error registering name {name}',
  'names.too-short': 'A name has at least {n} characters',
  'names.too-long': 'A name has at most {n} characters',
  'names.characters': 'A name has letters, digits and hyphens only',
  'names.taken': 'The name {name} is taken',

  // Networks and adapters
  'network.not-found': 'Network not found',
  'network.switch-not-found': 'Network {network} is not configured',
  'network.switch-failed': '{wallet} did not switch to {network}',
  'network.mismatch': 'The request is for {expected}, and {wallet} is on {actual}',
  'network.undefined': 'CaipNetwork is undefined',
  'network.or-address-undefined': 'CaipNetwork or CaipAddress is undefined',
  'network.not-supported': 'Chain is not supported',
  'account.not-found': 'Address or auth connector not found',
  'adapter.not-found': 'Adapter not found',
  'adapter.missing': 'The adapter for {ns} does not exist',

  // Options
  'options.both-sign-in': 'Cannot set both `siweConfig` and `siwx` options',
  'options.invalid': 'The option {option} is invalid: {reason}',
  'options.project-id-missing': 'No project id is configured',
  'options.project-id-invalid': 'The project id is not known to the gateway',
  'options.origin-not-allowed': 'The origin {origin} is not allowed for this project',

  // Send and transactions
  'send.incomplete': 'An amount and receiver address are required',
  'send.no-token': 'A token is required',
  'send.unsupported-chain': 'Unsupported chain',
  'send.not-enough': 'Not enough {symbol}',
  'send.refused': 'This transfer would fail',
  'address.invalid': 'The address {address} is not valid on {ns}',
  'address.checksum': 'The address {address} has a typing error',
  'amount.invalid': '{amount} is not an amount',
  'transaction.address-invalid': 'The address {address} is not valid',
  'pay.off': 'Payments are not enabled on this page',
  'transaction.not-followed': 'The transaction {id} is not followed',
  'transaction.fees-mixed': 'gasPrice cannot be combined with maxFeePerGas or maxPriorityFeePerGas',
  'transaction.tip-above-max': 'maxPriorityFeePerGas cannot exceed maxFeePerGas',
  'transaction.max-fee-too-high': 'maxFeePerGas cannot exceed 2^256-1',
  'transaction.field-unknown': 'A transaction has no field {field}',
  'transaction.unreadable': 'The transaction cannot be read',
  'calls.to-invalid': "The 'to' of call {n} must start with 0x",
  'calls.data-invalid': 'The data of call {n} must start with 0x',

  // Wallet protocol library
  'relay.not-connected': 'Please call connect() before request()',
  'relay.not-initialized': 'Sign Client not initialized',
  'relay.no-rpc-url': 'No RPC url provided for chainId',
  'relay.no-provider': 'JSON-RPC provider for {chain} not found',

  'relay.unreachable': 'The relay cannot be reached. It is tried again by itself; check your connection.',
  'relay.refused': 'The relay refused this page: {reason}',
  'relay.request-expired': '{wallet} did not answer in time',
  'pairing.expired': 'Nobody used the code. Ask for a new one.',

  // Local state
  'storage.unreadable': 'Stored value {key} cannot be read and counts as absent',
  'kit.destroyed': 'This kit was destroyed',
  'kit.missing': 'No kit here: wrap the component in LatchkeyProvider',
  'modal.missing':
    'Nothing draws the modal: name a connector, or make the kit with createLatchkey of latchkey',
  'view.not-built': 'The view {view} is not part of this release',
} as const

/** The alert raised beside the error. */
export const errorAlerts = {
  'frame.load-failed': 'frame-load-failed',
  'frame.request-timeout': 'frame-request-timeout',
  'network.switch-not-found': 'network-not-found',
  'options.project-id-missing': 'project-id-not-configured',
  'options.project-id-invalid': 'invalid-project-id',
  'options.origin-not-allowed': 'invalid-app-configuration',
  'analytics.origin-not-allowed': 'analytics-origin-not-allowed',
  'session.expired': 'session-expired',
  'domain.unverified': 'unverified-domain',
} as const satisfies Partial<Record<keyof typeof errorTexts | keyof typeof laterErrorTexts, AlertId>>

/** Texts that report progress rather than failure. */
export const notices = {
  'signin.authenticating': { text: 'Authenticating...', variant: 'loading', rule: 'S8-09' },
} as const
