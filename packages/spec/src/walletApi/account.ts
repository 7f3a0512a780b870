/** The person's account: who it is, its address, its passkeys. */
import * as v from 'valibot'
import { updateEmailActions } from '../states.js'
import {
  accountType,
  bytes,
  credentialJson,
  credentialOptionsJson,
  email,
  label,
  moment,
  namespace,
  nothing,
  otp,
  socialProvider,
  uuid,
  walletAccount,
  words,
} from './fields.js'
import { defineWalletRoute } from './route.js'

export const me = defineWalletRoute({
  rule: 'S3-01',
  method: 'GET',
  path: '/me',
  proof: 'session',
  surface: 'both',
  response: v.strictObject({
    userId: uuid,
    email: v.optional(email),
    userName: v.optional(words(256)),
    identities: v.array(
      v.strictObject({
        provider: v.union([socialProvider, v.picklist(['farcaster'])]),
        userName: v.optional(words(256)),
        since: moment,
      }),
    ),
    passkeys: v.array(
      v.strictObject({
        id: bytes(1, 1023),
        /** COSE. The frame pins these beside its share. */
        publicKey: bytes(32, 1024),
        label: v.optional(label),
        /** It may live on another device as well. */
        isSynced: v.boolean(),
        hasPrf: v.boolean(),
        createdAt: moment,
        lastUsed: v.optional(moment),
      }),
    ),
    hasPin: v.boolean(),
    /** Whether a lost device costs nothing but a walk through a window. */
    hasRecovery: v.boolean(),
    /** Whether an app of this project may be permitted something for a time (S6-03). */
    isGranting: v.boolean(),
    level: v.picklist([1, 2, 3]),
    wallet: v.optional(
      v.strictObject({
        id: uuid,
        state: v.picklist(['pending', 'active', 'locked']),
        epoch: v.pipe(v.number(), v.integer(), v.minValue(0)),
        accounts: v.array(walletAccount),
        exportedAt: v.optional(moment),
      }),
    ),
    /** S4-08 where nothing was chosen. */
    preferredAccountTypes: v.record(namespace, accountType),
    /** While the change of the address can be undone: no export, no further way of recovery, no server recovery. */
    holdUntil: v.optional(moment),
    /** While this device, or the one that opened this window, is new: no export and no further way of recovery from it. */
    deviceHoldUntil: v.optional(moment),
    now: moment,
  }),
  errors: [],
})

/** S3-01, S4-08: remembered by the account, so that every page and device shows the same one. */
export const preferAccount = defineWalletRoute({
  rule: 'S3-01',
  method: 'PUT',
  path: '/me/preferred-accounts/:namespace',
  proof: 'session',
  surface: 'both',
  params: v.object({ namespace }),
  request: v.strictObject({ type: accountType }),
  response: v.strictObject({ type: accountType }),
  errors: ['WALLET_STATE'],
})

/**
 * AAL until the person said yes to this very address in a window (`emailChangeConfirm`): a page may ask for a change,
 * and the page says which address it asks for. Then a code goes to the old address (VERIFY_PRIMARY_OTP); an account
 * without one goes on to the new address at once.
 */
export const emailChangeStart = defineWalletRoute({
  rule: 'S4-12',
  method: 'POST',
  path: '/me/email/start',
  proof: 'session',
  surface: 'both',
  request: v.strictObject({ email }),
  response: v.strictObject({ action: v.picklist(updateEmailActions), resendAt: moment, now: moment }),
  errors: ['EMAIL_INVALID', 'COOLDOWN', 'HOLD', 'ATTEMPT_EXPIRED'],
})

/** What a page asked for last, for the window to show; absent where nobody asked. */
export const emailChangeView = defineWalletRoute({
  rule: 'S4-12',
  method: 'GET',
  path: '/me/email/change',
  proof: 'session',
  surface: 'window',
  response: v.strictObject({
    change: v.optional(v.strictObject({ id: uuid, email })),
    now: moment,
  }),
  errors: [],
})

/** Yes to the address that was shown, by a factor that was shown after it was asked for; AAL where that one is older. */
export const emailChangeConfirm = defineWalletRoute({
  rule: 'S4-12',
  method: 'POST',
  path: '/me/email/confirm',
  proof: 'session',
  level: 2,
  surface: 'window',
  request: v.strictObject({ id: uuid }),
  response: nothing,
  errors: ['ATTEMPT_EXPIRED'],
})

/** Then a code to the new one is on its way; COOLDOWN where too many mails went there. */
export const emailChangePrimary = defineWalletRoute({
  rule: 'S4-12',
  method: 'POST',
  path: '/me/email/primary',
  proof: 'session',
  surface: 'both',
  request: v.strictObject({ otp }),
  response: v.strictObject({ action: v.literal('VERIFY_SECONDARY_OTP'), resendAt: moment, now: moment }),
  errors: ['COOLDOWN', 'OTP_INVALID', 'OTP_EXPIRED', 'OTP_LOCKED', 'ATTEMPT_EXPIRED'],
})

/**
 * Done. The old address gets a link (`/email#<token>`) that undoes it within `emailChangeHold`. So long it is nobody
 * else's: a sign-in with it ends in HOLD, and no other account takes it.
 */
export const emailChangeSecondary = defineWalletRoute({
  rule: 'S4-12',
  method: 'POST',
  path: '/me/email/secondary',
  proof: 'session',
  surface: 'both',
  request: v.strictObject({ otp }),
  response: v.strictObject({ email, holdUntil: moment, now: moment }),
  errors: ['EMAIL_TAKEN', 'OTP_INVALID', 'OTP_EXPIRED', 'OTP_LOCKED', 'ATTEMPT_EXPIRED'],
})

/** The link of the mail to the old address. Ends every session of the account as well. */
export const emailUndo = defineWalletRoute({
  rule: 'S4-12',
  method: 'POST',
  path: '/email/undo',
  proof: 'none',
  surface: 'window',
  request: v.strictObject({ token: bytes(32) }),
  response: v.strictObject({ email }),
  errors: ['LINK_USED', 'LINK_EXPIRED'],
})

/**
 * Adding a passkey to an account: windows only, and level 2 (checked by the handler, here and in `passkeyAdd`). The
 * first factor of an account needs level 1 while there is no wallet, or in a window that a frame with an active share
 * opened. Adding one proves nothing: the level rises when it is shown (`stepUpVerify`).
 */
export const passkeyAddOptions = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/passkeys/options',
  proof: 'session',
  surface: 'window',
  request: nothing,
  response: v.strictObject({
    attemptId: uuid,
    options: credentialOptionsJson,
    expiresAt: moment,
    now: moment,
  }),
  errors: [],
})

export const passkeyAdd = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/passkeys',
  proof: 'session',
  surface: 'window',
  request: v.strictObject({
    attemptId: uuid,
    credential: credentialJson,
    label: v.optional(label),
    /** A `get` with this passkey really returned 32 bytes of PRF. */
    hasPrf: v.boolean(),
  }),
  response: v.strictObject({ id: bytes(1, 1023), publicKey: bytes(32, 1024) }),
  errors: ['PASSKEY_INVALID', 'ATTEMPT_EXPIRED'],
})

export const passkeyRemove = defineWalletRoute({
  rule: 'D-31',
  method: 'DELETE',
  path: '/passkeys/:id',
  proof: 'session',
  level: 3,
  surface: 'window',
  params: v.object({ id: bytes(1, 1023) }),
  response: nothing,
  errors: ['FACTOR_LAST'],
})
