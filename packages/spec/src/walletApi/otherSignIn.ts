/** Signing in with Farcaster and with a passkey. */
import * as v from 'valibot'
import {
  bytes,
  credentialJson,
  credentialOptionsJson,
  embedder,
  label,
  matchNumber,
  moment,
  uuid,
  webUrl,
  words,
} from './fields.js'
import { defineWalletRoute } from './route.js'
import { keep, sessionAnswer } from './signIn.js'

/** `url` is for the QR code and for the person's phone. */
export const farcasterStart = defineWalletRoute({
  rule: 'S1-02',
  method: 'POST',
  path: '/auth/farcaster/start',
  proof: 'key',
  surface: 'both',
  request: v.strictObject(embedder),
  response: v.strictObject({ attemptId: uuid, url: webUrl, expiresAt: moment, now: moment }),
  errors: ['PROVIDER_OFF', 'IDP', 'ORIGIN_NOT_ALLOWED', 'PROJECT'],
})

/** After `attemptWait` said `verified`. */
export const farcasterFinish = defineWalletRoute({
  rule: 'S1-02',
  method: 'POST',
  path: '/auth/farcaster/finish',
  proof: 'key',
  surface: 'both',
  request: v.strictObject({ attemptId: uuid, keep }),
  response: sessionAnswer,
  errors: ['SIWF_INVALID', 'ATTEMPT_EXPIRED', 'ATTEMPT_REFUSED', 'HANDOFF_BINDING'],
})

const windowAttempt = v.strictObject({ id: uuid, secret: bytes(32) })

/**
 * `get` signs in with a passkey that exists, in the frame; `create` makes a new account, in a window only.
 * A frame that wants `create` begins with `passkeyStart`, opens the window, and waits like for a social attempt.
 */
export const passkeyOptions = defineWalletRoute({
  rule: 'S1-02',
  method: 'POST',
  path: '/auth/passkey/options',
  proof: 'key',
  surface: 'both',
  request: v.variant('ceremony', [
    v.strictObject({ ceremony: v.literal('get'), ...embedder }),
    /** `attempt` is the fragment of the window's address; what is verified then belongs to the frame's key. */
    v.strictObject({
      ceremony: v.picklist(['get-for-frame', 'create']),
      attempt: windowAttempt,
      /** As the app shows it: whoever was sent this window by a stranger does not have it. */
      number: matchNumber,
    }),
  ]),
  response: v.strictObject({
    attemptId: uuid,
    options: credentialOptionsJson,
    expiresAt: moment,
    now: moment,
  }),
  errors: ['NUMBER', 'ATTEMPT_EXPIRED', 'ATTEMPT_REFUSED', 'ORIGIN_NOT_ALLOWED', 'PROJECT'],
})

/** For the frame: `uri` is the window `/passkey#<attemptId>.<secret>`; opened by the frame itself, never told to the host. */
export const passkeyStart = defineWalletRoute({
  rule: 'S1-02',
  method: 'POST',
  path: '/auth/passkey/start',
  proof: 'key',
  surface: 'frame',
  request: v.strictObject(embedder),
  response: v.strictObject({ attemptId: uuid, uri: webUrl, matchNumber, expiresAt: moment, now: moment }),
  errors: ['ORIGIN_NOT_ALLOWED', 'PROJECT'],
})

/** Who asks, for the page of that window to say before anything else. Asking changes nothing. */
export const passkeyView = defineWalletRoute({
  rule: 'S1-02',
  method: 'POST',
  path: '/auth/passkey/view',
  proof: 'none',
  surface: 'window',
  request: v.strictObject({ attempt: windowAttempt }),
  response: v.strictObject({
    /** The page that asks, first and whole. */
    origin: words(255),
    browser: words(64),
    /** As in `deviceView`: never the whole address. */
    network: words(64),
    startedAt: moment,
    expiresAt: moment,
    now: moment,
  }),
  errors: ['ATTEMPT_EXPIRED'],
})

/**
 * `session` for `get`, at level 2: the browser itself says in which frame the passkey was shown. For the other
 * ceremonies the frame finds the attempt `verified` and redeems its handoff, at level 1: that a passkey was shown in a
 * window says nothing about who waits for it.
 */
export const passkeyVerify = defineWalletRoute({
  rule: 'S1-02',
  method: 'POST',
  path: '/auth/passkey/verify',
  proof: 'key',
  surface: 'both',
  request: v.strictObject({
    attemptId: uuid,
    credential: credentialJson,
    label: v.optional(label),
    keep,
  }),
  response: v.strictObject({ session: v.optional(sessionAnswer) }),
  errors: ['PASSKEY_INVALID', 'ATTEMPT_EXPIRED'],
})
