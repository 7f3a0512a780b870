/** Every number of the product, named, with its unit and its rule. Times are milliseconds. */
import { discoveryLimits } from './discoveryLimits.js'
import { modalLimits } from './modalLimits.js'
import { pageLimits } from './pageLimits.js'
import { relayLimits } from './relayLimits.js'

export { discoveryLimits } from './discoveryLimits.js'
export { modalLimits } from './modalLimits.js'
export { pageLimits } from './pageLimits.js'
export { relayLimits } from './relayLimits.js'

/* @__NO_SIDE_EFFECTS__ */
export function seconds(n: number): number {
  return n * 1000
}

/* @__NO_SIDE_EFFECTS__ */
export function minutes(n: number): number {
  return n * 60_000
}

/* @__NO_SIDE_EFFECTS__ */
export function hours(n: number): number {
  return n * 3_600_000
}

/* @__NO_SIDE_EFFECTS__ */
export function days(n: number): number {
  return n * 86_400_000
}

export const limits = {
  ...pageLimits,
  ...discoveryLimits,
  ...modalLimits,
  ...relayLimits,

  // Waits and cool-downs
  emailCodeCooldown: seconds(30), // S9-01, S5-02, S4-12
  tokenBalanceRetryWait: seconds(30), // S9-01, S5-08, S4-26

  // Caches
  balanceCache: seconds(30), // S9-02
  nativeBalanceCache: seconds(30), // S9-02
  nameCache: minutes(5), // S9-02
  identityCache: minutes(5), // S9-02
  queryGarbage: minutes(5), // S9-02
  cacheEntries: 8192, // S9-02, entries
  cacheEntriesSmall: 128, // S9-02, entries

  // Waiting for wallets (D-10, D-12): long where a person decides, short where a machine answers
  connectDeadline: minutes(5), // D-10, a person reads and approves
  connectorAppear: seconds(2), // D-10, S4-03, wallets announce themselves after the page loads
  inquiryDeadline: seconds(30), // D-10, S5-12, a wallet answers by itself, perhaps over a relay
  disconnectDeadline: seconds(10), // D-10, S4-05
  revokeDeadline: seconds(2), // D-10, S4-05, wallets that do not know the method may never answer
  networkArrival: seconds(2), // D-10, S4-07, some wallets say yes before they have moved

  // Wallet list
  imagePreload: seconds(2), // S9-04
  featuredWallets: 4, // S9-11, wallets
  walletPage: 40, // S9-11, entries a page
  walletSearch: 100, // S9-11, entries
  walletSearchWait: 300, // S9-11
  walletListDeadline: seconds(15), // D-10, a directory answers in milliseconds or not at all
  walletAdviceDeadline: seconds(3), // D-10, then the copy inside the widget is shown

  // On-ramp, in whole and fractional units of the currency
  onrampCurrencies: ['USD', 'EUR'], // S9-05
  onrampCard: { min: '10.00', max: '7500.00' }, // S9-05
  onrampBankAccount: { min: '10.00', max: '25000.00' }, // S9-05
  onrampFeePercent: { min: '1', max: '2' }, // S9-05
  onrampOptions: seconds(5), // D-10, S7-18, then the built-in options are shown
  onrampQuoteRefresh: seconds(30), // D-18, quotes on screen are asked for anew
  onrampPoll: seconds(3), // D-18, how often an order is asked for while somebody pays
  onrampPollSlow: seconds(15), // D-18, how often afterwards
  onrampPatience: minutes(5), // D-18, when afterwards begins
  onrampFollow: hours(1), // D-18, then only who asks is told
  onrampArrival: minutes(1), // D-18, how long a balance may lag behind an order

  // Animation and notices
  modalHeight: 150, // S9-06
  toastReplaceDelay: 150, // S4-10
  toastLifetime: seconds(2.5), // S4-10, auto-close of success and error
  disallowedToastDelay: 300, // S9-17, S4-23

  // Swap and fees
  slippageDefault: '1', // S9-07, D-16, percent
  slippageMin: '0.1', // D-16, percent
  slippageMax: '5', // D-16, percent
  gasMultiplier: { numerator: 12n, denominator: 10n }, // S9-08, 1.2
  swapTypingPause: 250, // D-16, before a typed amount is quoted
  swapQuoteLife: seconds(30), // D-16, what a quote without a readable end is taken for
  swapQuoteRefresh: seconds(10), // D-16, while somebody looks
  swapQuoteMargin: seconds(3), // D-16, before a quote ends, and between tries after a failure
  swapAnswer: seconds(15), // D-10, a gateway quotes in milliseconds or not at all
  swapUnfinished: hours(24), // D-16, how long an approval without its swap is remembered
  swapTokens: 5000, // D-10, entries of the list
  swapGasReserve: 500_000n, // S9-08, gas that "max" of the native coin leaves for the fee
  tokenDecimals: 77, // D-14, as many as 256 bits have digits to the right

  // Fallback RPC ranking and heartbeat
  rankInterval: seconds(4), // S9-09
  rankSamples: 10, // S9-09, samples
  rankTimeout: seconds(1), // S9-09
  rankWeights: { stability: 0.7, latency: 0.3 }, // S9-09
  heartbeat: seconds(5), // S9-09

  // Embedded frame
  frameReady: seconds(20), // S9-10
  frameRequest: seconds(30), // S9-10
  frameSettle: 500, // S9-10
  frameAnswer: seconds(25), // D-12, the frame says "pending" this long after a request, inside frameRequest
  frameAttempt: minutes(15), // D-12, how long a person has to approve a device or scan a code
  walletSdkVersion: 4, // S9-19

  // What an account holds and did
  accountReadDeadline: seconds(20), // D-10, D-13, a gateway that looks at an account for the first time needs its time
  activityRefresh: seconds(10), // D-10, while somebody looks at the list; about a block of most networks

  // Sending
  sendTypingWait: 300, // D-19, after the last key, before a name is looked up or a fee is asked for
  sendQuoteRefresh: seconds(12), // D-10, while somebody looks at the fee; about a block of most networks
  recentsDeadline: seconds(3), // D-19, how long a warning about strangers waits for the history

  // Amounts and lists
  pendingTransactions: 99, // S9-12, transactions
  pastTransactions: 50, // D-10, transactions kept after they ended
  transactionTitle: 120, // D-10, characters of what a page says about a transaction
  transactionReference: 512, // D-10, characters of the page's own name for one
  payReference: 128, // D-10, characters of what a payment is for
  payReady: seconds(20), // D-10, S9-02, how long what a payment costs is shown as true
  transactionDepth: 6, // S9-12 names no depth; so many blocks on top, and a transaction is no longer asked about
  transactionMissing: { answers: 3, blocks: 32, time: minutes(10) }, // D-10, all three, before one counts as dropped
  transactionUnseen: hours(24), // D-10, instead of that time, where no node ever saw it
  transactionWatch: hours(24), // D-10, how long one that was dropped may still come back
  transactionAnswer: seconds(30), // D-10, what the network says of one transaction
  transactionsAtOnce: 20, // D-10, questions under way
  quantityDecimals: 3, // S9-12, S5-07, decimals
  fiatDecimals: 2, // S5-07, decimals
  numberDecimals: 2, // S5-07, decimals
  maxUint256: 2n ** 256n - 1n, // S5-11

  // Names
  nameLabelMin: 4, // S5-09, characters
  nameLabelMax: 63, // S5-09 names no upper bound; a DNS label has this one
  nameSearchWait: 300, // D-20, after the last key
  nameNonce: minutes(5), // D-20, how long a nonce of a signed message is good for

  // Addresses
  eip155AddressHex: 40, // S5-03, S5-11, hexadecimal characters
  solanaAddressMin: 32, // S5-03, base58 characters
  solanaAddressMax: 44, // S5-03, base58 characters
  solanaAddressBytes: 32, // D-15, bytes

  // HTTP, JSON-RPC and queries
  httpTimeout: seconds(10), // S7-31
  retryAfterMax: seconds(30), // S8-33 names no bound; a server must not be able to park a page (D-10)
  httpBytes: 10 * 1024 * 1024, // D-10, bytes of one answer
  httpRetries: 3, // S8-33, retries
  httpRetryDelay: 150, // S8-33, doubles
  queryRetries: 3, // S8-33, retries
  queryRetryDelay: seconds(1), // S8-33, doubles
  queryRetryDelayMax: seconds(30), // S8-33

  // Relay
  relayCacheDelay: seconds(1), // S9-20

  // Embedded wallet approvals
  dailyCapUsd: '100', // D-30, USD
  approvalFocus: seconds(1), // D-30, how long an in-frame approval is visible before it can be pressed

  // Look
  modalWidth: 360, // S9-16, px
  modalLayer: 999, // S9-16, z-index
  fontSize: 10, // S9-16, px
  radius: 4, // S9-16, px
} as const

export type LimitName = keyof typeof limits
