/** Every number of the wallet's own API, named, with its unit and where it is written. Times are milliseconds. */
import { days, hours, limits, minutes, seconds } from '../limits.js'

/** Beside a number stands the rule it serves; D-30 is the wallet's design as a whole. */
export const walletLimits = {
  // Email codes
  codeDigits: { min: 6, max: 9 }, // D-30, digits; six unless an operator asks for more
  codeLife: minutes(10), // D-30
  codeTries: 3, // D-30, tries of one code; counted before they are compared
  codeCooldown: limits.emailCodeCooldown, // S9-01, S5-02
  codesPerMailboxHour: 5, // S5-02, mails; strangers, known devices and who is signed in each have so many
  codesPerMailboxDay: 10, // S5-02, mails; the same
  codesPerNetworkHour: 20, // S5-02, mails asked for by one IPv4 address or one IPv6 /64
  codesPerProjectHour: 1_000, // S5-02, mails
  codesPerHour: 10_000, // S5-02, mails of the whole gateway
  exhaustedCodes: 3, // D-30, codes in a row whose tries ran out, before a known device must be approved again
  uniformFloor: 300, // D-30, the least time that an answer about an address takes
  mailTries: 8, // D-10, before a mail is given up
  mailRetryDelay: seconds(5), // D-10, doubles
  mailRetryDelayMax: minutes(5), // D-10

  // Attempts to sign in
  attemptLife: limits.frameAttempt, // D-12
  attemptWait: limits.frameAnswer, // D-12, how long one question "is it decided?" is held open
  matchNumberTries: 3, // D-30, wrong numbers that end an attempt
  refusedBlock: hours(1), // D-30, "not me" keeps that network from asking for that mailbox
  handoffLife: minutes(1), // D-30
  windowCodeLife: minutes(1), // D-31
  farcasterPoll: seconds(1.5), // D-10, how often the relay is asked
  farcasterNonceBytes: 16, // D-30, bytes
  passkeyCeremony: minutes(5), // D-30
  loginsPerNetworkHour: 60, // D-10, social, Farcaster and passkey attempts of one network

  // Sessions
  accessLife: minutes(10), // D-30
  dpopNonceLife: minutes(5), // D-30, a proof names a nonce not older than this
  dpopJtiMemory: minutes(10), // D-30, longer than any nonce lives
  refreshIdle: days(7), // D-30
  refreshLife: days(30), // D-30, since signing in
  refreshGrace: seconds(10), // D-30, two tabs may refresh at once
  factorFresh: minutes(15), // D-30, level 2
  stepUpFresh: minutes(5), // D-30, level 3
  devicesPerUser: 50, // D-10, frames, and as many windows; those without a share give way to new ones

  // Changing the address of an account
  emailChangeHold: hours(72), // D-30, no export, no new way and no server recovery meanwhile; the old address may undo it
  newDeviceExportHold: hours(24), // D-31, since its recovery; no new way of recovery from it either

  // What protects an account
  changesPerHour: 10, // D-10, of one kind: PINs set, passkeys added, ways of recovery added
  newsPerHour: 10, // D-10, mails of one kind about such changes to one account

  // Keys
  pendingWalletLife: hours(24), // D-30, then a wallet that was never activated is collected
  walletChallengeLife: minutes(5), // D-30
  openChallenges: 4, // D-10, of one device
  approvalLife: limits.connectDeadline, // D-12, a person reads and decides
  approvalsPerMinute: 60, // D-10, requests of one person
  approvalMemory: days(90), // D-10, then a request that was decided is forgotten
  releaseLife: minutes(1), // D-30, between the approval and the one release of the share
  pinDigits: 6, // D-31, digits
  pinTries: 5, // D-31, then it is locked until it is reset
  forgottenPinDelay: hours(72), // D-31
  forgottenPinChance: hours(72), // D-31, after the delay, to set another one; then the wait begins anew
  forgottenPinNotice: hours(24), // D-31, between two notices of it
  recoveryTicketLife: minutes(15), // D-31, to open a way of recovery and stage new shares
  recoveriesPerDay: 20, // D-31, openings of one account by one network
  recoveryFactors: 10, // D-10, of one wallet
  exportWait: seconds(10), // D-31, before anything is shown
  recoveryCodeBytes: 17, // D-31, 130 bits and a check of six: 26 letters of Crockford's base 32 and one more
  dekCache: minutes(5), // D-30, how long an unwrapped key of a user may stay in memory
  rpcPerMinute: 600, // D-10, calls through the wallet's proxy by one session

  // Sizes
  bodyBytes: 256 * 1024, // D-10, bytes of one request
  payloadCharacters: 128 * 1024, // D-10, characters of the canonical JSON of one approval
  labelCharacters: 64, // D-10
} as const

export type WalletLimitName = keyof typeof walletLimits
