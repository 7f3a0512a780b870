/** What errors say that only code loaded on demand throws, and servers: no first load carries these. */

export const laterErrorTexts = {
  // Email and social login
  'email.invalid': 'Enter a valid email address',
  'email.otp-invalid': 'Enter the code from the email',
  'email.cooldown': 'Please try again after {n} seconds',
  'email.load-failed': 'Unable to load email login dependency',

  // Connection
  'connection.client-missing': 'ConnectionController client not set',
  'connection.clients-missing': 'ConnectionControllerClient and NetworkControllerClient must be set',

  // Signatures
  'psbt.invalid': 'The PSBT cannot be used: {reason}',
  'psbt.not-signed': '{wallet} did not sign what it was asked to: {reason}',

  // Transaction history
  'history.no-address': "Transactions can't be fetched without an accountAddress",

  // Embedded-wallet frame
  'frame.load-failed': 'iframe_load_failed',
  'frame.request-timeout': 'iframe_request_timeout',
  'frame.not-signed-in': 'Nobody is signed in to the wallet',
  'frame.message-malformed': 'The payload of {type} is not what was agreed',
  'frame.busy': 'Too many requests to the wallet at once',

  // Payments
  'pay.invalid': 'This payment cannot be made: {reason}',
  'pay.busy': 'Another payment is being made',
  'pay.closed': 'The window was closed before anything was paid',
  'pay.declined': 'The payment was declined in the wallet',
  'pay.failed': 'The payment did not go through: {reason}',

  // RPC permissions
  'rpc.not-allowed': 'Requested RPC call is not allowed',
  'rpc.action-not-allowed': 'Action not allowed',

  // Networks and adapters
  'network.client-missing': 'NetworkController client not set',
  'adapter.chain-not-found': 'Chain adapter not found',

  // Options
  'analytics.origin-not-allowed': 'Invalid App Configuration: origin not found on allowlist',

  // Send and transactions
  'transaction.expired': 'The transaction was signed too late for the network to take it',
  'transaction.altered': '{wallet} signed another transaction than it was asked to: {reason}',
  'transaction.extension-unknown':
    'The form of {extension} is not known, so its signature could not be checked',
  'transaction.commitment-unknown': 'There is no commitment {commitment}',

  // Wallet protocol library
  'relay.namespace-missing':
    "Namespace '{ns}' is not configured. Please call connect() first with namespace config.",
  'relay.capabilities-address': 'Missing address parameter in wallet_getCapabilities request',
  'relay.call-status-refused': 'Fetching call status not approved by the wallet.',
  'relay.switch-failed':
    'Failed to switch to chain eip155:{id}. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.',
  'topic.invalid': 'The topic is missing or invalid: {topic}',
  'topic.no-key': 'No matching key for topic {topic}',
  'topic.expired': 'The topic {topic} has expired',
  'relay.settlement-invalid': '{wallet} answered with a session that cannot be used: {reason}',

  // Sessions with the relay and the gateway
  'session.expired': 'The session is invalid or has expired',
  'domain.unverified': 'The domain {origin} is not verified',
} as const
