/** Approvals: what is shown, who decided, the one release of a share, and what became of it. */
import * as v from 'valibot'
import {
  accountAddress,
  credentialJson,
  digest,
  hpkeSealed,
  moment,
  namespace,
  networkId,
  nothing,
  p256Point,
  pin,
  shownToken,
  uuid,
  words,
} from './fields.js'
import { payload, simulation } from './networks.js'
import { defineWalletRoute } from './route.js'

export const approvalStates = [
  'open',
  'approved',
  'released',
  'signed',
  'broadcast',
  'rejected',
  'expired',
  'aborted',
  'failed',
] as const
export type ApprovalState = (typeof approvalStates)[number]

/** I15: the only ways from one state to another. */
export const approvalEdges = {
  open: ['approved', 'rejected', 'expired', 'aborted'],
  approved: ['released', 'expired', 'aborted'],
  released: ['signed', 'broadcast', 'failed'],
  signed: ['broadcast', 'failed'],
  broadcast: [],
  rejected: [],
  expired: [],
  aborted: [],
  failed: [],
} as const satisfies Record<ApprovalState, readonly ApprovalState[]>

/** D-30: where it may be decided. The server says so; the frame never does. */
export const approvalSurfaces = ['frame-click', 'frame-focused', 'window'] as const

const id = v.object({ id: uuid })

/** What a person is shown, computed by the server from the record itself; text, never markup. */
const warning = v.strictObject({
  kind: v.picklist([
    'unlimited-approval',
    'approval-for-all',
    'permit',
    'new-recipient',
    'look-alike',
    'unverified-contract',
    'delegatecall',
    'owner-change',
    'raw-hash',
    'not-simulated',
    'will-fail',
    'capability',
    'high-fee',
    'lasting-rights',
  ]),
  /** Index of the call in a batch. */
  call: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  text: words(256),
})

export const approvalView = v.strictObject({
  id: uuid,
  state: v.picklist(approvalStates),
  surface: v.picklist(approvalSurfaces),
  /** Always first on the screen. */
  origin: words(255),
  account: accountAddress,
  namespace,
  chainId: networkId,
  method: words(64),
  payload,
  digest,
  title: words(128),
  /** Decoded calls, one line each: "Send 1.5 TKN to 0x…". */
  lines: v.array(words(512)),
  warnings: v.array(warning),
  simulation: v.optional(simulation),
  /** Names of tokens that the request is about, where somebody vouches for them. */
  tokens: v.optional(v.pipe(v.array(shownToken), v.maxLength(100))),
  /** Which factor the window asks for; `none` on the lower rungs without a passkey. */
  factor: v.picklist(['passkey', 'pin', 'none']),
  expiresAt: moment,
  now: moment,
})

/** The id is the client's. The digest is recomputed by the server: DIGEST where it differs. */
export const approvalCreate = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/approvals',
  proof: 'session',
  surface: 'frame',
  request: v.strictObject({ id: uuid, walletId: uuid, payload, digest }),
  response: approvalView,
  errors: ['DIGEST', 'POLICY', 'WALLET_STATE', 'APPROVAL_STATE'],
  idempotent: true,
})

/** In a window: the record of one's own account only, from the server and not from the frame. */
export const approvalRead = defineWalletRoute({
  rule: 'D-30',
  method: 'GET',
  path: '/approvals/:id',
  proof: 'session',
  surface: 'both',
  params: id,
  response: approvalView,
  errors: [],
})

export const approvalWait = defineWalletRoute({
  rule: 'D-12',
  method: 'GET',
  path: '/approvals/:id/wait',
  proof: 'session',
  surface: 'frame',
  params: id,
  query: v.object({ known: v.optional(v.picklist(approvalStates)) }),
  response: v.strictObject({ state: v.picklist(approvalStates), expiresAt: moment, now: moment }),
  errors: [],
  waits: true,
})

/** The challenge of a passkey for this approval is SHA-256 of `approvalChallengeText`; options come with it. */
export const approvalOptions = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/approvals/:id/options',
  proof: 'session',
  surface: 'both',
  params: id,
  request: nothing,
  response: v.strictObject({ options: v.looseObject({ challenge: digest }) }),
  errors: ['APPROVAL_STATE', 'APPROVAL_EXPIRED', 'FACTOR_UNKNOWN'],
})

/** `none` only on the rungs of the frame, and only where no passkey is enrolled. A PIN in windows only. */
export const approvalDecide = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/approvals/:id/decide',
  proof: 'session',
  surface: 'both',
  params: id,
  request: v.variant('decision', [
    v.strictObject({ decision: v.literal('reject') }),
    v.strictObject({
      decision: v.literal('approve'),
      digest,
      proof: v.variant('kind', [
        v.strictObject({ kind: v.literal('passkey'), credential: credentialJson }),
        v.strictObject({ kind: v.literal('pin'), pin }),
        v.strictObject({ kind: v.literal('none') }),
      ]),
    }),
  ]),
  response: v.strictObject({ state: v.picklist(approvalStates), now: moment }),
  errors: [
    'APPROVAL_STATE',
    'APPROVAL_EXPIRED',
    'DIGEST',
    'FACTOR',
    'WINDOW_NEEDED',
    'PIN_INVALID',
    'PIN_LOCKED',
    'LIMIT',
  ],
})

/** The page closed the modal. Refused once the share is out: then it runs to its end (I13). */
export const approvalAbort = defineWalletRoute({
  rule: 'S4-22',
  method: 'POST',
  path: '/approvals/:id/abort',
  proof: 'session',
  surface: 'frame',
  params: id,
  request: nothing,
  response: v.strictObject({ state: v.picklist(approvalStates), now: moment }),
  errors: ['APPROVAL_STATE'],
})

/** Once per approval, within `releaseLife` of it, to the device that asked, while it is active. */
export const keyRelease = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/keys/release',
  proof: 'session',
  surface: 'frame',
  request: v.strictObject({ approvalId: uuid, digest, hpkePub: p256Point }),
  response: v.strictObject({
    /** AAD `shareAad` with the purpose `release` and this digest. */
    s: hpkeSealed,
    x: v.number(),
    epoch: v.number(),
    /** How it was confirmed; with a passkey the frame checks the assertion against its pinned keys before it signs. */
    proof: v.variant('kind', [
      v.strictObject({ kind: v.literal('passkey'), credential: credentialJson }),
      v.strictObject({ kind: v.picklist(['pin', 'none']) }),
    ]),
  }),
  errors: ['NOT_APPROVED', 'RELEASE_USED', 'DIGEST', 'APPROVAL_EXPIRED', 'DEVICE_REVOKED', 'POLICY', 'LIMIT'],
})

/** What became of it. `reference` is a transaction hash, a user operation hash or a signature's digest. */
export const approvalResult = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/approvals/:id/result',
  proof: 'session',
  surface: 'frame',
  params: id,
  request: v.strictObject({
    state: v.picklist(['signed', 'broadcast', 'failed']),
    reference: v.optional(words(128)),
    reason: v.optional(words(256)),
  }),
  response: v.strictObject({ state: v.picklist(approvalStates), now: moment }),
  errors: ['APPROVAL_STATE'],
})
