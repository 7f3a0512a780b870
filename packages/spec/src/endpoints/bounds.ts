/** Sizes, counts and depths that the gateway accepts from, and sends to, the wire. Bytes or counts; times are in limits. */
export const bounds = {
  /** A request body, in bytes. */
  requestBytes: 1024 * 1024,
  /** An answer read from an upstream, in bytes. */
  responseBytes: 10 * 1024 * 1024,
  /** Nesting of a JSON value inside a request. */
  jsonDepth: 32,
  /** Values (of any kind) inside one free-form JSON value of a request. */
  jsonNodes: 20_000,
  /** Requests in one JSON-RPC batch. */
  rpcBatch: 100,
  /** Characters of a JSON-RPC method name. */
  rpcMethod: 128,
  /** Characters of a JSON-RPC id given as a string. */
  rpcId: 128,
  /** Characters of a project id, sdk type, sdk version or client id. */
  identifier: 128,
  /** Characters of a CAIP-10 address part. */
  address: 128,
  /** Characters of an opaque paging cursor. */
  cursor: 1024,
  /** Decimal digits of an amount in base units: 2^256 - 1 has 78. */
  amountDigits: 78,
  /** Characters of a decimal amount with a point. */
  decimal: 100,
  /** Characters of a URL. */
  url: 2048,
  /** Characters of a short text: a name, a title. */
  text: 256,
  /** Characters of a signed message. */
  message: 8192,
  /** Bytes of calldata or of a context. */
  dataBytes: 128 * 1024,
  /** Bytes of a signature: contract (ERC-6492) signatures carry deployment data. */
  signatureBytes: 32 * 1024,
  /** Tokens asked for in one price request. */
  priceAddresses: 100,
  /** Tokens that one balance request may have re-read from the chain. */
  forceUpdate: 20,
  /** Items of one history page. */
  historyPage: 100,
  /** Collectibles on one page. */
  nftPage: 50,
  /** Characters of a description. */
  description: 1024,
  /** Transfers of one history item. */
  transfers: 200,
  /** Wallet ids, networks or names in one directory filter. */
  filterItems: 200,
  /** Wallets on one directory page. */
  walletPage: 100,
  /** Highest directory page. */
  walletPages: 10_000,
  /** Networks that one nonce signs in to, beyond the first. */
  signInNetworks: 15,
  /** Smart sessions listed for one account. */
  sessions: 255,
  /** Permissions or policies of one smart session. */
  permissions: 64,
  /** Events in one analytics batch. */
  analyticsBatch: 200,
  /** A body of analytics events, in bytes. */
  analyticsBytes: 256 * 1024,
  /** Destination wallets of an on-ramp link. */
  destinationWallets: 16,
  /** Suggestions for one name. */
  suggestions: 5,
  /** Bytes of one image. */
  imageBytes: 2 * 1024 * 1024,
} as const
