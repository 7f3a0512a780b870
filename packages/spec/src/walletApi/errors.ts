/** What the wallet's API refuses, code by code: HTTP status, what a person reads, and whether asking again can help. */
import * as v from 'valibot'

interface Facts {
  readonly status: number
  /** Shown as it is. A slot `{n}` is filled with `retryAfter` in seconds, `{left}` with the tries left. */
  readonly text: string
  /** The same request may succeed later, or after the client did what the code says. */
  readonly again?: true
}

export const walletErrors = {
  // Any route
  BAD_REQUEST: { status: 400, text: 'The request is not what was agreed' },
  NOT_FOUND: { status: 404, text: 'There is nothing here' },
  ORIGIN_NOT_ALLOWED: { status: 403, text: 'Unauthorized: origin not allowed' },
  PROJECT: { status: 404, text: 'Unauthorized: invalid key' },
  FOREIGN_CALLER: { status: 403, text: 'Only pages of the wallet may ask this' },
  RATE: { status: 429, text: 'Please try again after {n} seconds', again: true },
  UNAVAILABLE: { status: 503, text: 'The wallet cannot answer right now. Try again soon.', again: true },
  INTERNAL: { status: 500, text: 'Something went wrong' },

  // Proof of possession. The client answers USE_DPOP_NONCE by itself, once, with the nonce of the answer's header.
  USE_DPOP_NONCE: { status: 401, text: 'The proof needs a newer nonce', again: true },
  PROOF_INVALID: { status: 401, text: 'The proof of possession is missing or wrong' },
  SESSION_EXPIRED: { status: 401, text: 'The session is invalid or has expired' },
  BINDING: { status: 401, text: 'This session belongs to another device' },
  REUSED: { status: 401, text: 'The session was used elsewhere and has been ended' },
  AAL: { status: 403, text: 'Confirm that it is you in the wallet’s window' },

  // Signing in
  EMAIL_INVALID: { status: 400, text: 'Enter a valid email address' },
  COOLDOWN: { status: 429, text: 'Please try again after {n} seconds', again: true },
  ATTEMPT_EXPIRED: { status: 410, text: 'This sign-in has expired. Start again.' },
  ATTEMPT_REFUSED: { status: 410, text: 'This sign-in was refused. Start again.' },
  LINK_USED: { status: 410, text: 'This link has been used' },
  LINK_EXPIRED: { status: 410, text: 'This link has expired' },
  NUMBER: { status: 403, text: 'That is not the number shown in the app' },
  OTP_INVALID: { status: 401, text: 'That is not the code. Tries left: {left}' },
  OTP_EXPIRED: { status: 410, text: 'The code has expired. Ask for a new one.' },
  OTP_LOCKED: { status: 423, text: 'Too many wrong codes. Ask for a new one.' },
  PROVIDER_OFF: { status: 404, text: 'This way to sign in is not set up' },
  STATE: { status: 400, text: 'This sign-in did not begin in this browser' },
  IDP: { status: 502, text: 'The sign-in service did not answer as expected. Try again.', again: true },
  IDP_DENIED: { status: 403, text: 'The sign-in service did not confirm who you are' },
  HANDOFF_BINDING: { status: 401, text: 'This sign-in belongs to another browser' },
  LINK_REQUIRED: { status: 409, text: 'Sign in first, then add this way to sign in' },
  SIWF_INVALID: { status: 401, text: 'The Farcaster sign-in could not be verified' },
  PASSKEY_INVALID: { status: 401, text: 'The passkey could not be verified' },
  STEPUP_LOCKED: { status: 423, text: 'Too many wrong tries. Try again later.' },
  EMAIL_TAKEN: { status: 409, text: 'This address belongs to another wallet' },
  HOLD: { status: 409, text: 'This waits until the change of your email address is final' },

  // Wallets, devices, shares
  WALLET_STATE: { status: 409, text: 'The wallet is in another state' },
  WALLET_PROOF: { status: 422, text: 'The keys of the wallet could not be proved' },
  ADDRESS_TAKEN: { status: 409, text: 'One of the addresses belongs to another wallet' },
  EPOCH: { status: 409, text: 'The shares were renewed meanwhile. Load them again.', again: true },
  DEVICE_REVOKED: { status: 403, text: 'This device was removed from the wallet' },
  TOO_MANY_DEVICES: { status: 409, text: 'Remove a device first' },
  DEVICE_LAST: { status: 409, text: 'Only this device holds your wallet. Set up another one first.' },

  // Approvals and release
  APPROVAL_STATE: { status: 409, text: 'The request was decided already' },
  APPROVAL_EXPIRED: { status: 410, text: 'The request has expired' },
  FACTOR: { status: 403, text: 'The confirmation does not belong to this request' },
  WINDOW_NEEDED: { status: 403, text: 'This has to be approved in the wallet’s window' },
  LIMIT: { status: 402, text: 'This exceeds the daily limit' },
  DIGEST: { status: 409, text: 'The request changed after it was shown' },
  NOT_APPROVED: { status: 403, text: 'Nobody approved this request' },
  RELEASE_USED: { status: 409, text: 'The share was released for this request already' },
  POLICY: { status: 403, text: 'Action not allowed' },
  RPC_METHOD: { status: 405, text: 'Requested RPC call is not allowed' },
  RPC: { status: 502, text: 'The network did not answer', again: true },

  // Recovery and vault
  FACTOR_UNKNOWN: { status: 404, text: 'This way of recovery is not set up' },
  FACTOR_LAST: { status: 409, text: 'Add another way of recovery first' },
  PIN_INVALID: { status: 401, text: 'That is not the PIN. Tries left: {left}' },
  PIN_LOCKED: { status: 423, text: 'The PIN is locked' },
  PIN_WAIT: { status: 409, text: 'A new PIN can be set after {n} seconds', again: true },
  RECOVERY_PROOF: { status: 422, text: 'That did not open your wallet' },
  DEVICE_HOLD: { status: 409, text: 'This device is new. This works a day after it was set up.' },
} as const satisfies Record<string, Facts>

export type WalletErrorCode = keyof typeof walletErrors

/** The body of every refusal. */
export const walletErrorBody = v.strictObject({
  error: v.strictObject({
    // The table's own keys.
    code: v.picklist(Object.keys(walletErrors) as [WalletErrorCode, ...WalletErrorCode[]]),
    message: v.pipe(v.string(), v.maxLength(256)),
    /** Whole seconds after which the same request can succeed. */
    retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    /** Tries left, with OTP_INVALID, NUMBER and PIN_INVALID. */
    left: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
})
export type WalletErrorBody = v.InferOutput<typeof walletErrorBody>

/** Refusals that any route may answer with; a route names only the others. */
export const commonWalletErrors = [
  'BAD_REQUEST',
  'NOT_FOUND',
  'FOREIGN_CALLER',
  'RATE',
  'UNAVAILABLE',
  'INTERNAL',
] as const satisfies readonly WalletErrorCode[]

/** What a route answers with on top when it asks for a proof. */
export const proofWalletErrors = {
  none: [],
  key: ['USE_DPOP_NONCE', 'PROOF_INVALID'],
  session: ['USE_DPOP_NONCE', 'PROOF_INVALID', 'SESSION_EXPIRED', 'BINDING', 'AAL'],
} as const satisfies Record<string, readonly WalletErrorCode[]>
