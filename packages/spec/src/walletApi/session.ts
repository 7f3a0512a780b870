/** Sessions, windows, and proving once more who one is. */
import * as v from 'valibot'
import { capsuleClaim } from './capsule.js'
import {
  bytes,
  credentialJson,
  credentialOptionsJson,
  moment,
  nothing,
  otp,
  pin,
  uuid,
  webUrl,
  words,
} from './fields.js'
import { defineWalletRoute } from './route.js'
import { sessionAnswer } from './signIn.js'

/**
 * Cookies, both `Path=/; Secure; HttpOnly`. `refresh` is the frame's: `SameSite=None; Partitioned`. `window` is the
 * first-party one of top-level windows: `SameSite=Lax`. Neither is of use without the DPoP key of its session.
 */
export const walletCookies = { refresh: '__Host-rt', window: '__Host-ts' } as const

/** Says nothing; like every answer, it brings a nonce for proofs. Asked first, it spares a page a refusal that its console would tell. */
export const nonceRead = defineWalletRoute({
  rule: 'D-30',
  method: 'GET',
  path: '/nonce',
  proof: 'none',
  surface: 'both',
  response: nothing,
  errors: [],
})

/**
 * Rotates: the old token is dead with the answer. The same token again within `refreshGrace`, by the same key, gets the
 * same successor (two tabs); anywhere else it ends every session of the family (REUSED).
 */
export const sessionRefresh = defineWalletRoute({
  rule: 'S4-02',
  method: 'POST',
  path: '/session/refresh',
  proof: 'key',
  surface: 'both',
  cookie: 'refresh',
  request: v.strictObject({
    /** Only where the browser keeps no cookies for frames. */
    refresh: v.optional(bytes(32)),
  }),
  response: sessionAnswer,
  errors: ['SESSION_EXPIRED', 'REUSED', 'BINDING'],
})

/**
 * The storage of the frame is gone (a new key), the cookie and the page's capsule are not: level 1 under the new key,
 * and the old key dies. The cookie's session, the capsule's device and its origin must belong together.
 */
export const sessionResume = defineWalletRoute({
  rule: 'S4-02',
  method: 'POST',
  path: '/session/resume',
  proof: 'key',
  surface: 'frame',
  cookie: 'refresh',
  request: v.strictObject({ capsule: capsuleClaim }),
  response: sessionAnswer,
  errors: ['SESSION_EXPIRED', 'REUSED', 'BINDING'],
})

/** Ends the session, its refresh tokens and its cookie. Signing out twice is signing out. */
export const sessionEnd = defineWalletRoute({
  rule: 'S4-05',
  method: 'DELETE',
  path: '/session',
  proof: 'session',
  surface: 'both',
  response: nothing,
  errors: [],
})

/** What a window is opened for; also the path of its page: `/approve`, `/recover` … */
export const windowPurposes = ['approve', 'enrol', 'recover', 'export', 'settings', 'email'] as const

/**
 * What a frame and the window that it opens tell each other: AES-256-GCM under a key of the frame's, AAD
 * `windowParcelAad`. The frame writes the key behind the address of the window (`…#<windowId>.<secret>.<key>`), where
 * the server never sees it; so the server carries what it cannot read or replace.
 */
const parcel = bytes(28, 6144)

/**
 * `url` is `/<purpose>#<windowId>.<secret>`, once, within `windowCodeLife`. The frame opens it itself: whoever has the
 * address gets a session of this person in a window, so the host must not see it. A window that was opened before has
 * its own cookie and key, and may be opened by the host as `/<purpose>?id=<approvalId>`.
 */
export const windowCreate = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/windows',
  proof: 'session',
  surface: 'frame',
  request: v.strictObject({
    purpose: v.picklist(windowPurposes),
    approvalId: v.optional(uuid),
    parcel: v.optional(parcel),
  }),
  response: v.strictObject({ windowId: uuid, url: webUrl, expiresAt: moment, now: moment }),
  errors: [],
})

/** In the window, with the window's own key. Sets the `window` cookie. */
export const windowOpen = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/windows/open',
  proof: 'key',
  surface: 'window',
  request: v.strictObject({ windowId: uuid, secret: bytes(32) }),
  response: v.strictObject({
    session: sessionAnswer,
    purpose: v.picklist(windowPurposes),
    approvalId: v.optional(uuid),
    /** The page that this window belongs to. */
    origin: words(255),
    /** The device of the frame that opened it: shares that this window makes are for that one. */
    openedBy: uuid,
    parcel: v.optional(parcel),
  }),
  errors: ['LINK_USED', 'LINK_EXPIRED'],
})

/** `made`: nobody came yet. `open`: somebody did. `done`: the window said so. Closing it says nothing: it can be opened again. */
export const windowStates = ['made', 'open', 'done'] as const

/** The window is done; `parcel` is for the frame that opened it. Again replaces it. */
export const windowResult = defineWalletRoute({
  rule: 'D-31',
  method: 'PUT',
  path: '/windows/:id/result',
  proof: 'session',
  surface: 'window',
  params: v.object({ id: uuid }),
  request: v.strictObject({ parcel: v.optional(parcel) }),
  response: nothing,
  errors: [],
})

/** The frame asks after its window, and hears what the window left for it. */
export const windowWait = defineWalletRoute({
  rule: 'D-12',
  method: 'GET',
  path: '/windows/:id/wait',
  proof: 'session',
  surface: 'frame',
  params: v.object({ id: uuid }),
  query: v.object({ known: v.optional(v.picklist(windowStates)) }),
  response: v.strictObject({
    state: v.picklist(windowStates),
    parcel: v.optional(parcel),
    now: moment,
  }),
  errors: [],
  waits: true,
})

/** A window that has been here before: cookie and key. */
export const windowResume = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/windows/resume',
  proof: 'key',
  surface: 'window',
  cookie: 'window',
  request: nothing,
  response: sessionAnswer,
  errors: ['SESSION_EXPIRED', 'REUSED', 'BINDING'],
})

export const stepUpFactors = ['passkey', 'pin', 'otp'] as const

/** `otp` sends a code to the account's own address. `passkey` answers with the options of `get`. */
export const stepUpStart = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/auth/stepup/start',
  proof: 'session',
  surface: 'both',
  request: v.strictObject({ factor: v.picklist(stepUpFactors) }),
  response: v.strictObject({
    attemptId: uuid,
    options: v.optional(credentialOptionsJson),
    expiresAt: moment,
    now: moment,
  }),
  errors: ['FACTOR_UNKNOWN', 'COOLDOWN', 'STEPUP_LOCKED'],
})

/** A PIN is taken in windows only (D-31). */
export const stepUpVerify = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/auth/stepup/verify',
  proof: 'session',
  surface: 'both',
  request: v.variant('factor', [
    v.strictObject({ factor: v.literal('passkey'), attemptId: uuid, credential: credentialJson }),
    v.strictObject({ factor: v.literal('pin'), attemptId: uuid, pin }),
    v.strictObject({ factor: v.literal('otp'), attemptId: uuid, otp }),
  ]),
  response: v.strictObject({ level: v.picklist([1, 2, 3]), until: moment, now: moment }),
  errors: [
    'PASSKEY_INVALID',
    'PIN_INVALID',
    'PIN_LOCKED',
    'OTP_INVALID',
    'OTP_EXPIRED',
    'OTP_LOCKED',
    'STEPUP_LOCKED',
  ],
})
