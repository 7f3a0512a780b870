/** Signing in by email and by other services. Nothing here says whether an account exists. */
import * as v from 'valibot'
import { connectEmailActions } from '../states.js'
import { capsuleClaim } from './capsule.js'
import {
  bytes,
  email,
  embedder,
  matchNumber,
  moment,
  otp,
  socialProvider,
  uuid,
  webUrl,
  words,
} from './fields.js'
import { defineWalletRoute } from './route.js'

/** What a browser is known by in the partition of this page; see `sessionAnswer.device`. */
const deviceId = uuid

/** Where the refresh token is kept: a partitioned cookie, or in the answer where the browser keeps no cookies for frames. */
export const keep = v.optional(v.picklist(['cookie', 'body']), 'cookie')

/**
 * The state of an attempt.
 * `device`: a person has to type the number, into the page of the mail or into the window of the passkey. `code`: now the code is to be typed into the app.
 * `provider`: another service is asked, after the window asked for the number. `verified`: the identity is known and can be redeemed by the key that asked.
 * `done`: it was redeemed. `refused`: by a person, by the service, or after too many wrong tries.
 */
export const attemptStates = ['device', 'code', 'provider', 'verified', 'done', 'refused'] as const

/** The answer of every way to sign in, and of a refresh. The frame keeps `access` in memory only. */
export const sessionAnswer = v.strictObject({
  /** JWT for `Authorization: DPoP`; ends at `expiresAt`. */
  access: words(2048),
  expiresAt: moment,
  /** The clock of the server when it answered. */
  now: moment,
  sessionId: uuid,
  userId: uuid,
  level: v.picklist([1, 2, 3]),
  /** Only where `keep` was `body`. */
  refresh: v.optional(bytes(32)),
  device: v.strictObject({
    id: deviceId,
    /** `pending` until it holds a share (POST /wallets/:id/epochs or the first wallet), then `active`. */
    state: v.picklist(['pending', 'active']),
    /** The project as the server knows it, which a page need not name: part of `capsuleAad`. */
    projectId: v.optional(words(128)),
  }),
  /** Where the account stands: nobody made a wallet yet; one is being made; it is there. */
  wallet: v.strictObject({ state: v.picklist(['none', 'pending', 'active']), id: v.optional(uuid) }),
  /**
   * What the person has to do next in the window. `none`: this device has a share, or there is no wallet yet.
   * `recover`: there is a wallet and this device has no share of it. `enrol`: no signing factor yet, asked for at the first approval.
   */
  nextFactor: v.picklist(['none', 'recover', 'enrol']),
  email: v.optional(email),
  userName: v.optional(words(256)),
  provider: v.optional(v.union([socialProvider, v.picklist(['farcaster', 'passkey'])])),
})
export type SessionAnswer = v.InferOutput<typeof sessionAnswer>

/**
 * Begins, or sends again. Action depends on the device only: `VERIFY_DEVICE` where this key (or the capsule) has not
 * signed in with this address before, `VERIFY_OTP` where it has, `CONNECT` where it is signed in with it right now.
 * A second call for the same address within `codeCooldown` is COOLDOWN with the seconds left.
 */
export const emailStart = defineWalletRoute({
  rule: 'S4-12',
  method: 'POST',
  path: '/auth/email/start',
  proof: 'key',
  surface: 'both',
  request: v.strictObject({
    ...embedder,
    email,
    /** Of the capsule that the page kept (FRAME_SESSION_UPDATE); one that proves right makes this a known device. */
    capsule: v.optional(capsuleClaim),
  }),
  response: v.strictObject({
    attemptId: uuid,
    action: v.picklist(connectEmailActions),
    /** With VERIFY_DEVICE: shown in the modal, typed into the page that the mail opens. */
    matchNumber: v.optional(matchNumber),
    /** How many digits the code has. */
    codeDigits: v.pipe(v.number(), v.integer(), v.minValue(6), v.maxValue(9)),
    resendAt: moment,
    expiresAt: moment,
    now: moment,
  }),
  errors: ['COOLDOWN', 'EMAIL_INVALID', 'PROVIDER_OFF', 'ORIGIN_NOT_ALLOWED', 'PROJECT'],
})

/** Whether it is decided; only the key that began the attempt may ask. The frame answers DEVICE_PENDING while it stays `device`. */
export const attemptWait = defineWalletRoute({
  rule: 'D-12',
  method: 'GET',
  path: '/auth/attempts/:id/wait',
  proof: 'key',
  surface: 'both',
  params: v.object({ id: uuid }),
  query: v.object({
    /** The state the caller knows; the answer is held while it is still this one. Without it the answer comes at once. */
    known: v.optional(v.picklist(attemptStates)),
  }),
  response: v.strictObject({
    state: v.picklist(attemptStates),
    userName: v.optional(words(256)),
    /** With `verified` of a social or passkey attempt in a window: what POST /auth/handoff takes. In the same tab it comes by `returnUrl` only. */
    handoff: v.optional(bytes(32)),
    expiresAt: moment,
    now: moment,
  }),
  errors: ['ATTEMPT_EXPIRED'],
  waits: true,
})

/**
 * The page of the mail's link, `/device#<token>`: the token stands in the fragment, so that opening the link (or a
 * scanner that does) sends nothing anywhere. Asking for the details changes nothing.
 */
export const deviceView = defineWalletRoute({
  rule: 'S4-12',
  method: 'POST',
  path: '/device/view',
  proof: 'none',
  surface: 'window',
  request: v.strictObject({ token: bytes(32) }),
  response: v.strictObject({
    /** The page that asks, first and whole. */
    origin: words(255),
    email,
    /** "Chromium on Linux", as far as the browser told. */
    browser: words(64),
    /** The network it came from: an IPv4 /24 or an IPv6 /48, never the whole address. */
    network: words(64),
    startedAt: moment,
    expiresAt: moment,
    now: moment,
  }),
  errors: ['LINK_USED', 'LINK_EXPIRED'],
})

/** Yes with the number, and the page shows the code; or "not me". A wrong number counts, and the third ends the attempt. */
export const deviceApprove = defineWalletRoute({
  rule: 'S4-12',
  method: 'POST',
  path: '/device/approve',
  proof: 'none',
  surface: 'window',
  request: v.variant('decision', [
    v.strictObject({ decision: v.literal('approve'), token: bytes(32), number: matchNumber }),
    v.strictObject({ decision: v.literal('refuse'), token: bytes(32) }),
  ]),
  response: v.strictObject({ code: v.optional(otp), expiresAt: v.optional(moment), now: moment }),
  errors: ['LINK_USED', 'LINK_EXPIRED', 'NUMBER', 'ATTEMPT_REFUSED'],
})

/** HOLD: the account of this address has just left it, and may come back. */
export const otpVerify = defineWalletRoute({
  rule: 'S4-12',
  method: 'POST',
  path: '/auth/otp',
  proof: 'key',
  surface: 'both',
  request: v.strictObject({ attemptId: uuid, otp, keep }),
  response: sessionAnswer,
  errors: [
    'OTP_INVALID',
    'OTP_EXPIRED',
    'OTP_LOCKED',
    'ATTEMPT_EXPIRED',
    'ATTEMPT_REFUSED',
    'HANDOFF_BINDING',
    'HOLD',
  ],
})

/**
 * `uri` is a page of the wallet origin (`/oauth/:provider/start?attempt=…`); the host opens it in a window, or goes
 * there (`redirect`). Before anybody leaves for the provider it names the origin that asks. In a window the person
 * types `matchNumber`, which the app shows from now on; in the same tab, where there is nothing to read it from, they
 * say yes. No page can skip or answer this for them: a provider that knows the person asks nothing, and without it any
 * page, or a stranger who sends somebody the address, would be signed in as them. It binds the browser, too.
 * Back at the wallet origin:
 * popup: `/handoff#code=…&origin=…` posts `{ type: 'latchkey:handoff', uri }` to its opener, with exactly that target origin;
 * redirect: `returnUrl?result_uri=<uri>` (S2-12), where the origin of `returnUrl` is the embedder's.
 * The host hands the uri to CONNECT_SOCIAL. A frame that is given the start uri there (a page that severs its windows
 * hears nothing from them) waits by `attemptWait` instead, which hands out the code of an attempt in a window only.
 */
export const socialStart = defineWalletRoute({
  rule: 'D-34',
  method: 'POST',
  path: '/auth/social/start',
  proof: 'key',
  surface: 'both',
  request: v.strictObject({
    ...embedder,
    provider: socialProvider,
    /** Absent: a window. Present: the same tab, and back to this page. */
    returnUrl: v.optional(webUrl),
  }),
  response: v.strictObject({ attemptId: uuid, uri: webUrl, matchNumber, expiresAt: moment, now: moment }),
  errors: ['PROVIDER_OFF', 'ORIGIN_NOT_ALLOWED', 'PROJECT'],
})

/** `code` is the fragment's; once, within `handoffLife`, and only by the key that began the attempt. */
export const handoff = defineWalletRoute({
  rule: 'D-34',
  method: 'POST',
  path: '/auth/handoff',
  proof: 'key',
  surface: 'both',
  request: v.strictObject({ code: bytes(32), keep }),
  response: sessionAnswer,
  errors: ['HANDOFF_BINDING', 'ATTEMPT_EXPIRED', 'LINK_REQUIRED'],
})
