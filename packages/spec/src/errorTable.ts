/** The catalogue itself. Texts quoted in SPEC.md are verbatim; the others are ours and say what went wrong. */
import type { AlertId } from './alerts.js'

/** Where a person meets the text. `throw` reaches the developer, `log` only the log, `inline` the view itself. */
export type Show = 'toast' | 'alert' | 'throw' | 'log' | 'inline'

export interface ErrorEntry {
  readonly text: string
  readonly show: Show
  /** HTTP status the gateway answers with. */
  readonly status?: number
  /** The alert raised beside the error. */
  readonly alert?: AlertId
  readonly rule: string
}

export const errors = {
  // Email and social login
  'email.invalid': { text: 'Enter a valid email address', show: 'inline', status: 400, rule: 'S5-01' },
  'email.otp-invalid': { text: 'Enter the code from the email', show: 'inline', status: 400, rule: 'S5-01' },
  'email.cooldown': { text: 'Please try again after {n} seconds', show: 'toast', status: 429, rule: 'S5-02' },
  'email.load-failed': { text: 'Unable to load email login dependency', show: 'toast', rule: 'S8-10' },

  // Balances, gas, swaps
  'balance.unavailable': { text: 'Token Balance Unavailable', show: 'toast', rule: 'S8-02' },
  'gas-price.unsupported': { text: 'Network not supported for Gas Price', show: 'throw', rule: 'S8-03' },
  'swap.unsupported': { text: 'Network not supported for Swaps', show: 'throw', rule: 'S8-03' },
  'swap.slippage-invalid': {
    text: 'Slippage must be between {min} and {max} %',
    show: 'inline',
    status: 400,
    rule: 'D-16',
  },

  // Connection
  'connection.disconnect-failed': { text: 'Failed to disconnect', show: 'toast', rule: 'S8-04' },
  'connection.disconnect-chain-failed': {
    text: 'Failed to disconnect chain {chain}',
    show: 'throw',
    rule: 'S8-04',
  },
  'connection.client-missing': { text: 'ConnectionController client not set', show: 'throw', rule: 'S8-14' },
  'connection.clients-missing': {
    text: 'ConnectionControllerClient and NetworkControllerClient must be set',
    show: 'throw',
    rule: 'S8-14',
  },
  'connection.failed': { text: 'Could not connect to {wallet}', show: 'inline', rule: 'D-10' },
  'connection.rejected': { text: 'The connection was declined in the wallet', show: 'inline', rule: 'S8-32' },
  'connection.timeout': { text: '{wallet} did not answer in time', show: 'inline', rule: 'D-10' },
  'connection.connector-not-found': { text: 'No wallet {id} is offered', show: 'throw', rule: 'S4-04' },
  'connection.no-accounts': { text: '{wallet} shared no account', show: 'inline', rule: 'D-11' },
  'connection.account-changed': {
    text: 'The account in {wallet} is no longer the one that was asked to sign',
    show: 'toast',
    rule: 'D-11',
  },
  'connection.closed': {
    text: 'The window was closed before a wallet was connected',
    show: 'throw',
    rule: 'D-10',
  },
  'connection.pending': {
    text: '{wallet} already shows a request: open it and answer there',
    show: 'inline',
    rule: 'D-10',
  },
  'connection.wallet-left': { text: '{wallet} was disconnected', show: 'throw', rule: 'D-11' },
  'connection.not-connected': { text: 'No wallet is connected for {ns}', show: 'throw', rule: 'D-11' },
  'connection.unsupported': { text: 'The connected wallet cannot {action}', show: 'throw', rule: 'D-11' },

  // Signatures
  'signature.wrong-signer': {
    text: '{wallet} did not sign as {address}',
    show: 'toast',
    rule: 'D-11',
  },

  // Transaction history
  'history.failed': { text: 'Failed to fetch transactions', show: 'toast', rule: 'S8-05' },
  'history.no-address': {
    text: "Transactions can't be fetched without an accountAddress",
    show: 'throw',
    rule: 'S5-17',
  },

  // Sign-in with the wallet
  'signin.init-failed': {
    text: 'A problem occurred while trying initialize authentication',
    show: 'toast',
    rule: 'S8-06',
  },
  'signin.declined': { text: 'Signature declined', show: 'toast', rule: 'S8-07' },
  'signin.smart-account': {
    text: 'This application might not support Smart Accounts',
    show: 'toast',
    rule: 'S8-08',
  },
  'signin.disabled': { text: 'SIWX is not enabled', show: 'throw', rule: 'S5-15' },
  'signin.no-address': { text: 'No ActiveCaipAddress found', show: 'throw', rule: 'S5-15' },
  'signin.no-network': { text: 'No ActiveCaipNetwork or client found', show: 'throw', rule: 'S5-15' },
  'signin.no-client': { text: 'No ConnectionController client found', show: 'throw', rule: 'S5-15' },
  'signin.not-verified': { text: 'The server did not accept the signature', show: 'toast', rule: 'S4-16' },
  'signin.failed': { text: 'Signing in did not work: {reason}', show: 'toast', rule: 'S4-16' },
  'signin.sign-out-failed': { text: 'Signing out did not work', show: 'throw', rule: 'S1-04' },
  'signin.time-malformed': { text: 'The time in {field} cannot be read', show: 'throw', rule: 'S3-13' },

  // Embedded-wallet frame
  'frame.load-failed': {
    text: 'iframe_load_failed',
    show: 'alert',
    alert: 'frame-load-failed',
    rule: 'S8-11',
  },
  'frame.request-timeout': {
    text: 'iframe_request_timeout',
    show: 'alert',
    alert: 'frame-request-timeout',
    rule: 'S8-11',
  },
  'frame.not-served': { text: 'The wallet does not serve {type} yet', show: 'throw', rule: 'D-10' },
  'frame.not-signed-in': { text: 'Nobody is signed in to the wallet', show: 'throw', rule: 'S7-36' },
  'frame.message-malformed': {
    text: 'The payload of {type} is not what was agreed',
    show: 'throw',
    rule: 'S7-36',
  },
  'frame.busy': { text: 'Too many requests to the wallet at once', show: 'throw', rule: 'D-10' },

  // Requests
  'request.aborted': { text: 'Request was aborted', show: 'throw', rule: 'S8-12' },
  'request.failed': { text: 'Something went wrong', show: 'toast', rule: 'S8-12' },
  'request.unknown': { text: 'An error occurred', show: 'toast', rule: 'S8-12' },
  'http.status': { text: 'HTTP status code: {n}', show: 'throw', rule: 'S8-18' },
  'http.unreachable': { text: 'No answer from {url}', show: 'throw', rule: 'D-10' },
  'http.timeout': { text: 'No answer from {url} within {n} ms', show: 'throw', rule: 'D-10' },
  'http.too-large': { text: 'The answer of {url} is larger than {n} bytes', show: 'throw', rule: 'D-10' },
  'rpc.failed': { text: 'JSON-RPC {method} failed: {reason}', show: 'throw', rule: 'S8-32' },
  'http.answer-malformed': {
    text: 'The answer of {url} is not what was agreed',
    show: 'throw',
    rule: 'S1-07',
  },

  // RPC permissions
  'rpc.not-allowed': { text: 'Requested RPC call is not allowed', show: 'log', status: 403, rule: 'S6-04' },
  'rpc.action-not-allowed': { text: 'Action not allowed', show: 'toast', rule: 'S6-04' },

  // Names
  'names.resolve-failed': { text: 'Error resolving name', show: 'inline', rule: 'S8-13' },
  'names.suggestions-failed': { text: 'Error fetching name suggestions', show: 'inline', rule: 'S8-13' },
  'names.reverse-failed': { text: 'Error fetching names for address', show: 'inline', rule: 'S8-13' },
  'names.register-failed': { text: 'Error registering name {name}', show: 'inline', rule: 'S8-13' },
  'names.too-short': {
    text: 'A name has at least {n} characters',
    show: 'inline',
    status: 400,
    rule: 'S5-09',
  },
  'names.too-long': { text: 'A name has at most {n} characters', show: 'inline', status: 400, rule: 'S5-09' },
  'names.characters': {
    text: 'A name has letters, digits and hyphens only',
    show: 'inline',
    status: 400,
    rule: 'S5-09',
  },
  'names.taken': { text: 'The name {name} is taken', show: 'inline', status: 409, rule: 'D-20' },

  // Networks and adapters
  'network.not-found': { text: 'Network not found', show: 'throw', rule: 'S8-14' },
  'network.switch-not-found': {
    text: 'Network {network} is not configured',
    show: 'alert',
    alert: 'network-not-found',
    rule: 'S5-19',
  },
  'network.switch-failed': { text: '{wallet} did not switch to {network}', show: 'toast', rule: 'S4-07' },
  'network.mismatch': {
    text: 'The request is for {expected}, and {wallet} is on {actual}',
    show: 'toast',
    rule: 'D-11',
  },
  'network.client-missing': { text: 'NetworkController client not set', show: 'throw', rule: 'S8-14' },
  'network.undefined': { text: 'CaipNetwork is undefined', show: 'throw', rule: 'S8-14' },
  'network.or-address-undefined': {
    text: 'CaipNetwork or CaipAddress is undefined',
    show: 'throw',
    rule: 'S8-14',
  },
  'network.not-supported': { text: 'Chain is not supported', show: 'toast', rule: 'S8-14' },
  'account.not-found': { text: 'Address or auth connector not found', show: 'throw', rule: 'S8-14' },
  'adapter.chain-not-found': { text: 'Chain adapter not found', show: 'throw', rule: 'S8-14' },
  'adapter.not-found': { text: 'Adapter not found', show: 'throw', rule: 'S8-14' },
  'adapter.missing': { text: 'The adapter for {ns} does not exist', show: 'throw', rule: 'S8-14' },

  // Options
  'options.both-sign-in': {
    text: 'Cannot set both `siweConfig` and `siwx` options',
    show: 'throw',
    rule: 'S8-14',
  },
  'options.invalid': { text: 'The option {option} is invalid: {reason}', show: 'throw', rule: 'S3-17' },
  'options.project-id-missing': {
    text: 'No project id is configured',
    show: 'alert',
    alert: 'project-id-not-configured',
    rule: 'S5-19',
  },
  'options.project-id-invalid': {
    text: 'The project id is not known to the gateway',
    show: 'alert',
    status: 401,
    alert: 'invalid-project-id',
    rule: 'S8-26',
  },
  'options.origin-not-allowed': {
    text: 'The origin {origin} is not allowed for this project',
    show: 'alert',
    status: 403,
    alert: 'invalid-app-configuration',
    rule: 'S5-05',
  },
  'analytics.origin-not-allowed': {
    text: 'Invalid App Configuration: origin not found on allowlist',
    show: 'alert',
    status: 403,
    alert: 'analytics-origin-not-allowed',
    rule: 'S8-29',
  },

  // Send and transactions
  'send.incomplete': { text: 'An amount and receiver address are required', show: 'throw', rule: 'S5-10' },
  'send.no-token': { text: 'A token is required', show: 'throw', rule: 'S5-10' },
  'send.unsupported-chain': { text: 'Unsupported chain', show: 'throw', rule: 'S5-10' },
  'send.not-enough': { text: 'Not enough {symbol}', show: 'inline', rule: 'D-19' },
  'send.refused': { text: 'This transfer would fail', show: 'inline', rule: 'D-19' },
  'address.invalid': {
    text: 'The address {address} is not valid on {ns}',
    show: 'inline',
    status: 400,
    rule: 'S5-03',
  },
  'address.checksum': {
    text: 'The address {address} has a typing error',
    show: 'inline',
    status: 400,
    rule: 'D-15',
  },
  'amount.invalid': { text: '{amount} is not an amount', show: 'inline', status: 400, rule: 'D-14' },
  'transaction.address-invalid': { text: 'The address {address} is not valid', show: 'throw', rule: 'S5-11' },
  'pay.off': { text: 'Payments are not enabled on this page', show: 'throw', rule: 'S9-13' },
  'pay.invalid': { text: 'This payment cannot be made: {reason}', show: 'throw', rule: 'D-14' },
  'pay.busy': { text: 'Another payment is being made', show: 'throw', rule: 'D-12' },
  'pay.closed': { text: 'The window was closed before anything was paid', show: 'throw', rule: 'D-12' },
  'pay.declined': { text: 'The payment was declined in the wallet', show: 'throw', rule: 'S8-32' },
  'pay.failed': { text: 'The payment did not go through: {reason}', show: 'throw', rule: 'S8-19' },
  'transaction.not-followed': { text: 'The transaction {id} is not followed', show: 'throw', rule: 'S9-12' },
  'transaction.fees-mixed': {
    text: 'gasPrice cannot be combined with maxFeePerGas or maxPriorityFeePerGas',
    show: 'throw',
    rule: 'S5-11',
  },
  'transaction.tip-above-max': {
    text: 'maxPriorityFeePerGas cannot exceed maxFeePerGas',
    show: 'throw',
    rule: 'S5-11',
  },
  'transaction.max-fee-too-high': {
    text: 'maxFeePerGas cannot exceed 2^256-1',
    show: 'throw',
    rule: 'S5-11',
  },
  'transaction.field-unknown': {
    text: 'A transaction has no field {field}',
    show: 'throw',
    rule: 'S5-11',
  },
  'calls.to-invalid': { text: "The 'to' of call {n} must start with 0x", show: 'throw', rule: 'S5-12' },
  'calls.data-invalid': { text: 'The data of call {n} must start with 0x', show: 'throw', rule: 'S5-12' },

  // Wallet protocol library
  'relay.not-connected': { text: 'Please call connect() before request()', show: 'throw', rule: 'S8-16' },
  'relay.not-initialized': { text: 'Sign Client not initialized', show: 'throw', rule: 'S8-16' },
  'relay.namespace-missing': {
    text: "Namespace '{ns}' is not configured. Please call connect() first with namespace config.",
    show: 'throw',
    rule: 'S8-16',
  },
  'relay.capabilities-address': {
    text: 'Missing address parameter in wallet_getCapabilities request',
    show: 'throw',
    rule: 'S8-16',
  },
  'relay.call-status-refused': {
    text: 'Fetching call status not approved by the wallet.',
    show: 'throw',
    rule: 'S8-16',
  },
  'relay.switch-failed': {
    text: 'Failed to switch to chain eip155:{id}. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.',
    show: 'throw',
    rule: 'S8-16',
  },
  'relay.no-rpc-url': { text: 'No RPC url provided for chainId', show: 'throw', rule: 'S8-16' },
  'relay.no-provider': { text: 'JSON-RPC provider for {chain} not found', show: 'throw', rule: 'S8-16' },
  'topic.invalid': { text: 'The topic is missing or invalid: {topic}', show: 'throw', rule: 'S8-17' },
  'topic.no-key': { text: 'No matching key for topic {topic}', show: 'throw', rule: 'S8-17' },
  'topic.expired': { text: 'The topic {topic} has expired', show: 'throw', rule: 'S8-17' },

  'relay.unreachable': {
    text: 'The relay cannot be reached. It is tried again by itself; check your connection.',
    show: 'inline',
    rule: 'D-10',
  },
  'relay.refused': { text: 'The relay refused this page: {reason}', show: 'inline', rule: 'S8-30' },
  'relay.settlement-invalid': {
    text: '{wallet} answered with a session that cannot be used: {reason}',
    show: 'inline',
    rule: 'D-41',
  },
  'relay.request-expired': { text: '{wallet} did not answer in time', show: 'inline', rule: 'D-10' },
  'pairing.expired': {
    text: 'Nobody used the code. Ask for a new one.',
    show: 'inline',
    rule: 'S4-09',
  },

  // Sessions with the relay and the gateway
  'session.expired': {
    text: 'The session is invalid or has expired',
    show: 'alert',
    alert: 'session-expired',
    rule: 'S8-25',
  },
  'domain.unverified': {
    text: 'The domain {origin} is not verified',
    show: 'alert',
    alert: 'unverified-domain',
    rule: 'S8-28',
  },

  // Local state
  'storage.unreadable': {
    text: 'Stored value {key} cannot be read and counts as absent',
    show: 'log',
    rule: 'S4-02',
  },
  'kit.destroyed': { text: 'This kit was destroyed', show: 'throw', rule: 'D-03' },
  'kit.missing': { text: 'No kit here: wrap the component in LatchkeyProvider', show: 'throw', rule: 'D-03' },
  'modal.missing': {
    text: 'Nothing draws the modal: name a connector, or make the kit with createLatchkey of latchkey',
    show: 'throw',
    rule: 'D-03',
  },
  'view.not-built': { text: 'The view {view} is not part of this release', show: 'inline', rule: 'D-10' },
} as const satisfies Record<string, ErrorEntry>

/** Texts that report progress rather than failure. */
export const notices = {
  'signin.authenticating': { text: 'Authenticating...', variant: 'loading', rule: 'S8-09' },
} as const
