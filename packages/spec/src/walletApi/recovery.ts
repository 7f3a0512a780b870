/** Recovery: ways to a share on a new device, the vault's second opinion, and export. All in windows (D-31). */
import * as v from 'valibot'
import { bytes, hpkeSealed, label, moment, nothing, otp, p256Point, pin, uuid } from './fields.js'
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
  errors: ['FACTOR_LAST', 'HOLD'],
})

/** On a new device: `rk` as it is wrapped, the newest R and S of the wallet, and the ticket for new shares. */
export const recoveryOpen = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/recovery/open',
  proof: 'session',
  surface: 'window',
  request: v.strictObject({ factorId: uuid, hpkePub: p256Point }),
  response: v.strictObject({
    walletId: uuid,
    rkPub: p256Point,
    kcv: bytes(8),
    rk: wrappedRk,
    r: hpkeSealed,
    /** AAD `shareAad` with the purpose `recover`. */
    s: hpkeSealed,
    x: v.number(),
    epoch: v.number(),
    deviceId: uuid,
    ticket: bytes(32),
    expiresAt: moment,
    now: moment,
  }),
  errors: ['FACTOR_UNKNOWN', 'HOLD', 'STEPUP_LOCKED'],
})

/** The vault mails a code of its own, under its own name; it believes no session. */
export const vaultCode = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/v/code',
  proof: 'key',
  surface: 'window',
  request: v.strictObject({ factorId: uuid }),
  response: v.strictObject({ codeId: uuid, resendAt: moment, now: moment }),
  errors: ['COOLDOWN', 'FACTOR_UNKNOWN'],
  vault: true,
})

/** Sets the key of a new vault factor and its PIN; the vault makes K_v and seals it to the window. */
export const vaultEnrol = defineWalletRoute({
  rule: 'D-31',
  method: 'POST',
  path: '/v/enrol',
  proof: 'session',
  surface: 'window',
  request: v.strictObject({ factorId: uuid, pin, hpkePub: p256Point }),
  /** AAD `vaultKeyAad`. */
  response: v.strictObject({ key: hpkeSealed }),
  errors: ['WALLET_STATE'],
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
  errors: ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_LOCKED', 'PIN_INVALID', 'PIN_LOCKED', 'HOLD'],
  vault: true,
})

/** A PIN as signing factor, without server recovery. Set once at level 1, changed at level 3 (checked by the handler). */
export const pinSet = defineWalletRoute({
  rule: 'D-31',
  method: 'PUT',
  path: '/pin',
  proof: 'session',
  surface: 'window',
  request: v.strictObject({ pin }),
  response: nothing,
  errors: ['AAL', 'STEPUP_LOCKED'],
})

/** Opens POST /keys/release for one export in this window: an approval of its own kind, already approved. */
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
    notBefore: moment,
    now: moment,
  }),
  errors: ['HOLD', 'WALLET_STATE'],
})
