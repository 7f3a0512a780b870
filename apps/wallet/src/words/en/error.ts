/** What the wallet's server refuses, code by code; `-soon` where it did not say how long. */
import type { WalletErrorCode } from '@latchkey/spec/walletApi'

type Hyphened<Code extends string> = Code extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}-${Hyphened<Rest>}`
  : Lowercase<Code>

export type ErrorKey = `error.${Hyphened<WalletErrorCode>}`

export const copy = {
  // Any route
  'error.bad-request': 'The request is not what was agreed',
  'error.not-found': 'There is nothing here',
  'error.origin-not-allowed': 'Unauthorized: origin not allowed',
  'error.project': 'Unauthorized: invalid key',
  'error.foreign-caller': 'Only pages of the wallet may ask this',
  'error.rate': 'Please try again after {n} seconds',
  'error.rate-soon': 'Please try again after a few seconds',
  'error.unavailable': 'The wallet cannot answer right now. Try again soon.',
  'error.internal': 'Something went wrong',

  // Proof of possession
  'error.use-dpop-nonce': 'The proof needs a newer nonce',
  'error.proof-invalid': 'The proof of possession is missing or wrong',
  'error.session-expired': 'The session is invalid or has expired',
  'error.binding': 'This session belongs to another device',
  'error.reused': 'The session was used elsewhere and has been ended',
  'error.aal': 'Confirm that it is you in the wallet’s window',

  // Signing in
  'error.email-invalid': 'Enter a valid email address',
  'error.cooldown': 'Please try again after {n} seconds',
  'error.cooldown-soon': 'Please try again after a few seconds',
  'error.attempt-expired': 'This sign-in has expired. Start again.',
  'error.attempt-refused': 'This sign-in was refused. Start again.',
  'error.link-used': 'This link has been used',
  'error.link-expired': 'This link has expired',
  'error.number': 'That is not the number shown in the app',
  'error.otp-invalid': 'That is not the code. Tries left: {left}',
  'error.otp-expired': 'The code has expired. Ask for a new one.',
  'error.otp-locked': 'Too many wrong codes. Ask for a new one.',
  'error.provider-off': 'This way to sign in is not set up',
  'error.state': 'This sign-in did not begin in this browser',
  'error.idp': 'The sign-in service did not answer as expected. Try again.',
  'error.idp-denied': 'The sign-in service did not confirm who you are',
  'error.handoff-binding': 'This sign-in belongs to another browser',
  'error.link-required': 'Sign in first, then add this way to sign in',
  'error.siwf-invalid': 'The Farcaster sign-in could not be verified',
  'error.passkey-invalid': 'The passkey could not be verified',
  'error.stepup-locked': 'Too many wrong tries. Try again later.',
  'error.email-taken': 'This address belongs to another wallet',
  'error.hold': 'This waits until the change of your email address is final',

  // Wallets, devices, shares
  'error.wallet-state': 'The wallet is in another state',
  'error.wallet-proof': 'The keys of the wallet could not be proved',
  'error.address-taken': 'One of the addresses belongs to another wallet',
  'error.epoch': 'The shares were renewed meanwhile. Load them again.',
  'error.device-revoked': 'This device was removed from the wallet',
  'error.too-many-devices': 'Remove a device first',
  'error.device-last': 'Only this device holds your wallet. Set up another one first.',

  // Approvals and release
  'error.approval-state': 'The request was decided already',
  'error.approval-expired': 'The request has expired',
  'error.factor': 'The confirmation does not belong to this request',
  'error.window-needed': 'This has to be approved in the wallet’s window',
  'error.limit': 'This exceeds the daily limit',
  'error.digest': 'The request changed after it was shown',
  'error.not-approved': 'Nobody approved this request',
  'error.release-used': 'The share was released for this request already',
  'error.policy': 'Action not allowed',
  'error.rpc-method': 'Requested RPC call is not allowed',
  'error.rpc': 'The network did not answer',

  // Recovery and vault
  'error.factor-unknown': 'This way of recovery is not set up',
  'error.factor-last': 'Add another way of recovery first',
  'error.pin-invalid': 'That is not the PIN. Tries left: {left}',
  'error.pin-locked': 'The PIN is locked',
  'error.pin-wait': 'A new PIN can be set after {n} seconds',
  'error.pin-wait-soon': 'A new PIN can be set after a few seconds',
  'error.recovery-proof': 'That did not open your wallet',
  'error.device-hold': 'This device is new. This works a day after it was set up.',
} as const satisfies Readonly<Record<ErrorKey, string> & Record<string, string>>
