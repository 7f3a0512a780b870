/** Recovery: ways to a share on a new device, the vault's second opinion, and export. All in windows (D-31). */
import * as v from 'valibot'
import {
  bytes,
  email,
  hpkeSealed,
  label,
  moment,
  nothing,
  otp,
  p256Point,
  pin,
  uuid,
  walletAccount,
} from './fields.js'
import { defineWalletRoute } from './route.js'

export const recoveryKinds = ['passkey', 'code', 'vault'] as const

/** `rk` under the key of one factor: AES-256-GCM, 12 bytes of nonce, then 32 bytes and the tag; AAD `recoveryKeyAad`. */
const wrappedRk = bytes(60)

const factor = {
  id: uuid,
  kind: v.picklist(recoveryKinds),
  /** Of a passkey: its credential id. */
  passkeyId: v.optional(bytes(1, 1023)),
  label: v.optional(label),
  createdAt: moment,
  lastUsed: v.optional(moment),
}

export const recoveryList = defineWalletRoute({
  rule: 'D-31',
  method: 'GET',
  path: '/recovery/factors',
  proof: 'session',
  surface: 'both',
  response: v.strictObject({ factors: v.array(v.strictObject(factor)), now: moment }),
  errors: [],
})

/** The first way is added at level 1 (the wallet is new), every further one at level 3 (checked by the handler). */
export const recoveryAdd = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/recovery/factors',
  proof: 'session',
  surface: 'window',
  request: v.strictObject({
    id: uuid,
    kind: v.picklist(recoveryKinds),
    passkeyId: v.optional(bytes(1, 1023)),
    rk: wrappedRk,
    label: v.optional(label),
  }),
  response: v.strictObject({ id: uuid }),
  errors: ['AAL', 'WALLET_STATE', 'FACTOR_UNKNOWN'],
  idempotent: true,
})

/** Taking the vault away needs two other ways; the last way cannot be taken away. */
export const recoveryRemove = defineWalletRoute({
  rule: 'D-31',
  method: 'DELETE',
  path: '/recovery/factors/:id',
  proof: 'session',
  level: 3,
  surface: 'window',
  params: v.object({ id: uuid }),
  response: nothing,
  errors: ['FACTOR_LAST', 'FACTOR_UNKNOWN', 'HOLD'],
})

/**
 * S for a way of recovery that is being added, or a passkey that is being pinned, in a window that a frame with a share
 * opened; that frame's own share comes sealed by its parcel. Level 1 while the wallet has no way of recovery, then 3
 * (checked by the handler). Held as an export is: two shares are the wallet, whatever they were asked for.
 */
export const factorShare = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/recovery/share',
  proof: 'session',
  surface: 'window',
  request: v.strictObject({ walletId: uuid, hpkePub: p256Point }),
  response: v.strictObject({
    /** AAD `shareAad` with the purpose `factor`. */
    s: hpkeSealed,
    x: v.number(),
    epoch: v.number(),
    deviceId: uuid,
  }),
  errors: ['AAL', 'HOLD', 'DEVICE_HOLD', 'WALLET_STATE', 'DEVICE_REVOKED'],
})

/** On a new device: `rk` as it is wrapped, and the newest R of the wallet. S follows when `rk` was really opened (`recoveryProve`). */
export const recoveryOpen = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/recovery/open',
  proof: 'session',
  surface: 'window',
  request: v.strictObject({ factorId: uuid }),
  response: v.strictObject({
    walletId: uuid,
    rkPub: p256Point,
    kcv: bytes(8),
    accounts: v.array(walletAccount),
    kind: v.picklist(recoveryKinds),
    rk: wrappedRk,
    r: hpkeSealed,
    /** Whose R (and S) it is; not the device that asks. */
    deviceId: uuid,
    epoch: v.number(),
    ticket: bytes(32),
    expiresAt: moment,
    now: moment,
  }),
  errors: ['FACTOR_UNKNOWN', 'HOLD', 'STEPUP_LOCKED', 'WALLET_STATE'],
})

/**
 * `rk` signs `recoveryProofText`: only who holds the factor could open it. A mailbox or a copied browser profile alone
 * never gets S. The session counts as having shown a factor, and the ticket is good for new shares of this device, once.
 */
export const recoveryProve = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/recovery/prove',
  proof: 'session',
  surface: 'window',
  request: v.strictObject({
    ticket: bytes(32),
    hpkePub: p256Point,
    /** ECDSA over SHA-256 under `rkPub`: r and s, 32 bytes each. */
    signature: bytes(64),
  }),
  /** AAD `shareAad` with the purpose `recover`, of the device and epoch that `recoveryOpen` named. */
  response: v.strictObject({ s: hpkeSealed, x: v.number(), now: moment }),
  errors: ['RECOVERY_PROOF', 'HOLD', 'WALLET_STATE'],
})

/**
 * The vault mails a code of its own, under its own name, to a mailbox that it knows itself: it believes no session.
 * With `email` to set it up, without to open it.
 */
export const vaultCode = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/v/code',
  proof: 'key',
  surface: 'window',
  request: v.strictObject({ factorId: uuid, email: v.optional(email) }),
  response: v.strictObject({ codeId: uuid, resendAt: moment, now: moment }),
  errors: ['COOLDOWN', 'EMAIL_INVALID', 'FACTOR_UNKNOWN'],
  vault: true,
})

/** Makes K_v for a new factor, under a PIN, and seals it to the window. A factor is set up once. */
export const vaultEnrol = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/v/enrol',
  proof: 'key',
  surface: 'window',
  request: v.strictObject({ codeId: uuid, otp, pin, hpkePub: p256Point }),
  /** AAD `vaultKeyAad`. */
  response: v.strictObject({ key: hpkeSealed }),
  errors: ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_LOCKED', 'WALLET_STATE'],
  vault: true,
})

/** Code and PIN together; the PIN has `pinTries` and is then locked. */
export const vaultOpen = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/v/open',
  proof: 'key',
  surface: 'window',
  request: v.strictObject({ codeId: uuid, otp, pin, hpkePub: p256Point }),
  response: v.strictObject({ key: hpkeSealed }),
  errors: ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_LOCKED', 'PIN_INVALID', 'PIN_LOCKED', 'FACTOR_UNKNOWN'],
  vault: true,
})

/**
 * A forgotten PIN of the vault: from now it takes `forgottenPinDelay`, with a notice a day that can stop it. Asked again
 * within `forgottenPinChance` after that, it uses the code up no more: the same one goes to `vaultReset`. Later it is a
 * new wait.
 */
export const vaultForgot = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/v/forgotten',
  proof: 'key',
  surface: 'window',
  request: v.strictObject({ codeId: uuid, otp }),
  response: v.strictObject({ resetAt: moment, now: moment }),
  errors: ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_LOCKED', 'FACTOR_UNKNOWN'],
  vault: true,
})

/** After the delay, within `forgottenPinChance`: another PIN. */
export const vaultReset = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/v/reset',
  proof: 'key',
  surface: 'window',
  request: v.strictObject({ codeId: uuid, otp, pin }),
  response: nothing,
  errors: ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_LOCKED', 'PIN_WAIT', 'FACTOR_UNKNOWN'],
  vault: true,
})

/** The link of a notice, `/keep#vault.<token>`: the PIN stays as it is. */
export const vaultKeep = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/v/keep',
  proof: 'none',
  surface: 'window',
  request: v.strictObject({ token: bytes(32) }),
  response: nothing,
  errors: ['LINK_EXPIRED'],
  vault: true,
})

/**
 * A PIN as signing factor, without server recovery. The first one at the level of a first passkey, changed at level 3,
 * or at level 1 with a code within `stepUpFresh` when `forgottenPinDelay` is over, for
 * `forgottenPinChance` (checked by the handler).
 */
export const pinSet = defineWalletRoute({
  rule: 'D-31',
  method: 'PUT',
  path: '/pin',
  proof: 'session',
  surface: 'window',
  request: v.strictObject({ pin }),
  response: nothing,
  errors: ['AAL', 'PIN_WAIT'],
})

/**
 * A forgotten PIN: from now it takes `forgottenPinDelay`, with a notice a day that can stop it. Asked twice it is the
 * same wait, until `forgottenPinChance` after it has passed.
 */
export const pinForgot = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/pin/forgotten',
  proof: 'session',
  surface: 'window',
  request: nothing,
  response: v.strictObject({ resetAt: moment, now: moment }),
  errors: ['FACTOR_UNKNOWN'],
})

/** The link of a notice, `/keep#pin.<token>`: the PIN stays as it is. */
export const pinKeep = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/pin/keep',
  proof: 'none',
  surface: 'window',
  request: v.strictObject({ token: bytes(32) }),
  response: nothing,
  errors: ['LINK_EXPIRED'],
})

/**
 * S of the frame that opened this window, for one export, or for one offline kit; the frame gives D. It uses the level
 * up: a second one is asked for anew. The page shows nothing before `notBefore`.
 */
export const exportTicket = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/export/ticket',
  proof: 'session',
  level: 3,
  surface: 'window',
  request: v.strictObject({ walletId: uuid, hpkePub: p256Point }),
  response: v.strictObject({
    /** AAD `shareAad` with the purpose `export`. */
    s: hpkeSealed,
    x: v.number(),
    epoch: v.number(),
    deviceId: uuid,
    notBefore: moment,
    now: moment,
  }),
  errors: ['HOLD', 'DEVICE_HOLD', 'WALLET_STATE'],
})
